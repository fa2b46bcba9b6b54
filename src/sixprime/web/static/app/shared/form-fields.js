/** Form fields that several forms use: a radio group and a switch. */

import { element, icon } from "./dom.js";

/**
 * A fieldset with radio buttons.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, label: string, help?: string, picture?: string, title?: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} [layout]
 */
export function radioGroup(legend, name, options, chosen, choose, layout = "") {
  return element(
    "fieldset",
    {},
    element("legend", {}, legend),
    element(
      "div",
      { class: `choices ${layout}` },
      ...options.map(({ value, label, help, picture, title }) =>
        element(
          "label",
          { class: "choice", title },
          element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
          element("span", {}, picture ? icon(picture) : null, element("b", {}, label), help ? element("small", {}, help) : null),
        ),
      ),
    ),
  );
}

/**
 * A checkbox that looks like a switch.
 * @param {string} id
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} turn
 * @param {string} [help]
 */
export function switchField(id, label, isOn, turn, help) {
  const input = element("input", { type: "checkbox", role: "switch", id, checked: isOn, onchange: () => turn(input.checked) });
  return element("label", { class: "switch" }, element("span", { class: "words" }, label, help ? element("small", {}, help) : null), input);
}
