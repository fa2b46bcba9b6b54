/** Form fields that several forms use: a radio group and a switch. */

import { element, icon } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A fieldset with radio buttons.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, label: string, help?: string, picture?: string, title?: string, details?: HTMLElement[]}[]} options
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
      ...options.map(({ value, label, help, picture, title, details = [] }) =>
        radioButton(
          { name, value, checked: value === chosen, onchange: () => choose(value) },
          [picture ? icon(picture) : null, element("b", {}, label), help ? element("small", {}, help) : null, ...details],
          { title },
        ),
      ),
    ),
  );
}

/**
 * A radio button with its label.
 * @param {Record<string, unknown>} input the properties of the input element
 * @param {Child | Child[]} label
 * @param {{class?: string, title?: string}} [props] of the label element
 */
export function radioButton(input, label, { class: kind = "", title } = {}) {
  return element("label", { class: `choice ${kind}`.trim(), title }, element("input", { type: "radio", ...input }), element("span", {}, label));
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
