/** The form beside the editor's board: player on roll, dice, cube, match length and score. */

import { element, setChildren } from "../shared/dom.js";
import { radioButton } from "../shared/form-fields.js";
import { text } from "../shared/translations.js";
import { CUBES, mayBeCrawford } from "./setups.js";

/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("./setups.js").Setup} Setup */

const LONGEST = 99;

/** The parts of the form, in order. @typedef {"turn" | "dice" | "cube" | "match"} SetupPart */
/** @type {readonly SetupPart[]} */
const ALL_PARTS = ["turn", "dice", "cube", "match"];

/** Shows a setup and reports changes to it. */
export class SetupForm {
  /**
   * @param {(change: Partial<Setup>) => void} onChange
   * @param {readonly SetupPart[]} [parts]
   */
  constructor(onChange, parts = ALL_PARTS) {
    this.onChange = onChange;
    this.parts = parts;
    this.element = element("form", { class: "setup-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    /** @type {Setup | null} */
    this.shown = null;
  }

  /**
   * @param {Setup} setup
   */
  show(setup) {
    const focused = /** @type {HTMLElement | null} */ (this.element.contains(document.activeElement) ? document.activeElement : null)?.id;
    this.shown = setup;
    const made = { turn: () => this.#turn(setup), dice: () => this.#dice(setup), cube: () => this.#cube(setup), match: () => this.#match(setup) };
    setChildren(this.element, ...this.parts.map((part) => made[part]()));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Setup} setup */
  #turn(setup) {
    /** @type {[Player, string][]} */
    const sides = [
      ["white", text("White")],
      ["black", text("Black")],
    ];
    return group(
      text("On roll"),
      ...sides.map(([value, label]) =>
        radioButton(
          { id: `turn-${value}`, name: "turn", value, checked: setup.on_roll === value, onchange: () => this.onChange({ on_roll: value }) },
          label,
          { class: value },
        ),
      ),
    );
  }

  /** @param {Setup} setup */
  #dice(setup) {
    const [first, second] = setup.roll ?? [0, 0];
    /**
     * @param {string} id
     * @param {string} label
     * @param {number} value
     * @param {(face: number) => [number, number]} roll
     */
    const die = (id, label, value, roll) =>
      select(id, label, [[0, text("none")], ...[1, 2, 3, 4, 5, 6].map((face) => /** @type {[number, string]} */ ([face, String(face)]))], value, (chosen) => {
        const [one, other] = roll(chosen);
        if (chosen === 0) this.onChange({ roll: null });
        else this.onChange({ roll: [one || chosen, other || chosen] });
      });
    return group(
      text("Dice"),
      die("die-1", text("First die"), first, (face) => [face, second]),
      die("die-2", text("Second die"), second, (face) => [first, face]),
    );
  }

  /** @param {Setup} setup */
  #cube(setup) {
    const { value, owner } = setup.cube;
    const values = CUBES.includes(value) ? CUBES : [...CUBES, value];
    return group(
      text("Cube"),
      select("cube-value", text("Number"), values.map((cube) => [cube, String(cube)]), value, (chosen) => this.onChange({ cube: { value: chosen, owner } })),
      select(
        "cube-owner",
        text("Owner"),
        [
          ["", text("nobody")],
          ["white", text("White")],
          ["black", text("Black")],
        ],
        owner ?? "",
        (chosen) => this.onChange({ cube: { value, owner: chosen === "" ? null : /** @type {Player} */ (chosen) } }),
      ),
    );
  }

  /** @param {Setup} setup */
  #match(setup) {
    const { length, score } = setup;
    /** @type {[number, string][]} */
    const lengths = [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25].map((points) => [points, points === 0 ? text("money play") : String(points)]);
    if (length !== null && !lengths.some(([points]) => points === length)) lengths.push([length, String(length)]);
    const most = length === null ? 9999 : Math.max(0, length - 1);
    /** @param {Player} player @param {string} label */
    const points = (player, label) =>
      element(
        "label",
        { class: "small-field" },
        element("span", {}, label),
        element("input", {
          id: `score-${player}`,
          type: "number",
          inputmode: "numeric",
          min: 0,
          max: most,
          value: String(score[player]),
          onchange: (/** @type {Event} */ event) => {
            const written = Number(/** @type {HTMLInputElement} */ (event.target).value);
            const chosen = Math.max(0, Math.min(most, Number.isFinite(written) ? Math.round(written) : 0));
            this.onChange({ score: { ...score, [player]: chosen } });
          },
        }),
      );
    return group(
      text("Match"),
      select("match-length", text("Points"), lengths, length ?? 0, (chosen) => this.onChange(lengthChange(setup, chosen))),
      points("white", text("White has")),
      points("black", text("Black has")),
      mayBeCrawford(setup)
        ? element(
            "label",
            { class: "check" },
            element("input", { id: "crawford", type: "checkbox", checked: setup.crawford, onchange: (/** @type {Event} */ event) => this.onChange({ crawford: /** @type {HTMLInputElement} */ (event.target).checked }) }),
            text("This is the Crawford game"),
          )
        : null,
    );
  }
}

/**
 * The change to another match length; a score that is too high for it is lowered.
 * @param {Setup} setup
 * @param {number} chosen
 * @returns {Partial<Setup>}
 */
export function lengthChange(setup, chosen) {
  const length = chosen === 0 ? null : Math.min(chosen, LONGEST);
  const most = length === null ? Infinity : length - 1;
  const score = { white: Math.min(setup.score.white, most), black: Math.min(setup.score.black, most) };
  return { length, score, crawford: setup.crawford && mayBeCrawford({ ...setup, length, score }) };
}

/**
 * @param {string} legend
 * @param {...(HTMLElement | null)} fields
 */
function group(legend, ...fields) {
  return element("fieldset", {}, element("legend", {}, legend), element("div", { class: "fields" }, ...fields));
}

/**
 * @template {string | number} V
 * @param {string} id
 * @param {string} label
 * @param {[V, string][]} options
 * @param {V} value
 * @param {(chosen: V) => void} onChoose
 */
function select(id, label, options, value, onChoose) {
  return element(
    "label",
    { class: "small-field" },
    element("span", {}, label),
    element(
      "select",
      {
        id,
        onchange: (/** @type {Event} */ event) => {
          const index = /** @type {HTMLSelectElement} */ (event.target).selectedIndex;
          const chosen = options[index];
          if (chosen) onChoose(chosen[0]);
        },
      },
      ...options.map(([option, words]) => element("option", { value: String(option), selected: option === value }, words)),
    ),
  );
}
