/** Which decisions are listed, and which ones "next error" leads to: by kind, player and size, or behind a figure. */

import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { isAtLeast, kindOf, markOf, MARKS, markTitle } from "../analysis/marks.js";

/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../analysis/marks.js").Kind} Kind */
/** @typedef {import("../analysis/marks.js").Mark} Mark */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * `least` is "none" for all decisions.
 * @typedef {{kind: Kind | "all", player: Player | "both", least: Mark}} Filter
 */

/** @returns {Filter} */
export function openFilter() {
  return { kind: "all", player: "both", least: "none" };
}

/** Whether a filter lets everything through. @param {Filter} filter */
export function isOpen({ kind, player, least }) {
  return kind === "all" && player === "both" && least === "none";
}

/**
 * Whether a decision passes. Forced plays only pass a filter that lets everything through.
 * @param {Decision} decision
 * @param {Filter} filter
 */
export function passes(decision, filter) {
  if (filter.kind !== "all" && kindOf(decision) !== filter.kind) return false;
  if (filter.player !== "both" && decision.player !== filter.player) return false;
  if (decision.forced) return isOpen(filter);
  return isAtLeast(markOf(decision.loss), filter.least);
}

/**
 * The errors that "next" and "previous" lead to: those that pass, and are marked even if the filter asks for no size.
 * @param {Decision[]} decisions
 * @param {Filter} filter
 */
export function errorsOf(decisions, filter) {
  const least = filter.least === "none" ? "inaccuracy" : filter.least;
  return decisions.filter((decision) => !decision.forced && passes(decision, { ...filter, least }));
}

/**
 * The fields of the filter.
 * @param {{white: string, black: string}} names
 * @param {(filter: Filter) => void} onChange
 * @returns {{element: HTMLElement, reset: () => void}}
 */
export function filterFields(names, onChange) {
  const kind = field("filter-kind", text("Decisions"), [
    ["all", text("All decisions")],
    ["play", text("Checker plays")],
    ["cube", text("Cube")],
    ["resignation", text("Resignations")],
  ]);
  const player = field("filter-side", text("Player"), [
    ["both", text("Both players")],
    ["white", names.white],
    ["black", names.black],
  ]);
  const least = field("filter-size", text("Size"), [
    ["none", text("Any size")],
    ...MARKS.map((mark) => /** @type {[string, string]} */ ([mark, mark === "blunder" ? markTitle(mark) : text("{marks} and worse", { marks: markTitle(mark) })])),
  ]);
  const fields = [kind, player, least];
  const read = () => /** @type {Filter} */ ({ kind: kind.select.value, player: player.select.value, least: least.select.value });
  const made = element("fieldset", { class: "decision-filter", onchange: () => onChange(read()) }, element("legend", { class: "hidden-words" }, text("Which decisions to list")), ...fields.map((one) => one.label));
  const reset = () => {
    for (const { select } of fields) select.selectedIndex = 0;
  };
  return { element: made, reset };
}

/**
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} options
 */
function field(id, label, options) {
  const select = element("select", { id }, ...options.map(([value, words]) => element("option", { value }, words)));
  return { select, label: element("label", { for: id }, element("span", { class: "hidden-words" }, label), select) };
}
