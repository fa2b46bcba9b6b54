/** A list of decisions or rolls: what a filter lets through, or what is behind a figure. Long lists are made in parts. */

import { button, element, setChildren } from "../shared/dom.js";
import { rollNotation } from "../shared/score-sheet.js";
import { counted, text } from "../shared/translations.js";
import { formatEquity } from "../analysis/equities.js";
import { luckName, markBadge, markName, markOf } from "../analysis/marks.js";

/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../analysis/marks.js").RollLuck} RollLuck */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */

/** How many rows are made at once. */
const PART = 100;

export class DecisionList {
  /** @type {number[]} */
  #events = [];
  #made = 0;
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {HTMLButtonElement | undefined} */
  #current;

  /**
   * @param {object} options
   * @param {ReviewData} options.data
   * @param {{white: string, black: string}} options.names
   * @param {(event: number) => string} options.describe what was done, in short
   * @param {(event: number) => void} options.onChoose
   * @param {() => void} options.onClose
   */
  constructor({ data, names, describe, onChoose, onClose }) {
    this.data = data;
    this.names = names;
    this.describe = describe;
    this.rows = element("ol", { class: "decision-rows" });
    this.more = button(text("Show more"), { kind: "small wide", onclick: () => this.#extend() });
    this.title = element("h2", { class: "list-title", tabindex: "-1" });
    const all = button(text("All moves"), { kind: "small", onclick: onClose });
    this.element = element("div", { class: "decision-list", hidden: true }, element("div", { class: "list-head" }, this.title, all), this.rows, this.more);
    this.rows.addEventListener("click", (event) => {
      const chosen = /** @type {HTMLElement} */ (event.target).closest("button");
      if (chosen) onChoose(Number(chosen.dataset.event));
    });
  }

  /** The events of the list, in its order. @returns {readonly number[]} */
  get events() {
    return this.#events;
  }

  /**
   * Show these decisions, or rolls.
   * @param {string} title
   * @param {readonly number[]} events
   */
  show(title, events) {
    this.#events = [...events];
    const count = counted("{count} entry", "{count} entries", events.length);
    this.title.textContent = `${title} · ${count}`;
    this.#made = 0;
    this.#buttons.clear();
    this.rows.replaceChildren();
    this.#extend();
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
    this.#events = [];
    this.rows.replaceChildren();
  }

  #extend() {
    const next = this.#events.slice(this.#made, this.#made + PART);
    this.rows.append(...next.map((event) => element("li", {}, this.#row(event))));
    this.#made += next.length;
    this.more.hidden = this.#made >= this.#events.length;
  }

  /** @param {number} event */
  #row(event) {
    const made = element("button", { type: "button", class: "decision-row", dataset: { event: String(event) } });
    this.#buttons.set(event, made);
    this.#fill(made, event);
    return made;
  }

  /** @param {HTMLButtonElement} row @param {number} event */
  #fill(row, event) {
    const decision = this.data.decision(event);
    // A roll is a decision as well where a double was possible; a list of rolls is about their luck.
    const roll = this.isOfRolls || !decision ? this.data.roll(event) : null;
    if (roll) setChildren(row, ...this.#rollParts(roll));
    else if (decision) setChildren(row, ...this.#decisionParts(decision));
  }

  /** Whether the list is of rolls instead of decisions. */
  isOfRolls = false;

  /** @param {Decision} decision */
  #decisionParts({ game, player, best, loss, forced, action, event }) {
    const words = this.describe(event);
    const mark = forced ? "none" : markOf(loss);
    const dice = action === "play" ? rollNotation(this.data.roll(event - 1)?.roll) : "";
    return [
      element("span", { class: "row-game numbers" }, text("Game {game}", { game })),
      element("span", { class: "row-who" }, this.names[player]),
      element("span", { class: "row-words" }, dice ? element("b", { class: "numbers" }, `${dice} `) : null, words, loss > 0 && best && best !== words ? element("span", { class: "soft" }, " ", text("instead of {best}", { best })) : null),
      mark === "none" ? null : markBadge(mark, markName(mark)),
      element("span", { class: ["row-loss", "numbers", mark] }, loss >= 0.0005 ? formatEquity(-loss) : "–"),
    ];
  }

  /** @param {RollLuck} roll */
  #rollParts({ game, player, roll, luck, mark }) {
    return [
      element("span", { class: "row-game numbers" }, text("Game {game}", { game })),
      element("span", { class: "row-who" }, this.names[player]),
      element("span", { class: "row-words" }, rollNotation(roll), luckName(mark) ? element("span", { class: "soft" }, ` ${luckName(mark)}`) : null),
      element("span", { class: "row-loss numbers" }, formatEquity(luck)),
    ];
  }

  /** Fill rows again whose decisions have changed. @param {ReadonlySet<number> | "all"} events */
  refresh(events) {
    for (const [event, row] of this.#buttons) if (events === "all" || events.has(event)) this.#fill(row, event);
  }

  /** Mark the decision that the page shows, if it is in the list. @param {readonly number[]} events of the frame, the chosen one first */
  mark(events) {
    this.#current?.removeAttribute("aria-current");
    const found = events.find((event) => this.#buttons.has(event));
    this.#current = found === undefined ? undefined : this.#buttons.get(found);
    this.#current?.setAttribute("aria-current", "step");
    this.#current?.scrollIntoView({ block: "nearest" });
  }
}
