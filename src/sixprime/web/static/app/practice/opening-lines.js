/** Lines of the opening book: their rolls as buttons, and the plays that lead to a line. */

import { formatEquity } from "../analysis/equities.js";
import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").OpeningSummaryAnswer} Summary */

/** The 21 rolls, as lines name them. */
export const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((high) => Array.from({ length: high }, (_, low) => `${high}${low + 1}`));
/** The 15 rolls that can begin a game. */
export const FIRST_ROLLS = ROLLS.filter((roll) => roll[0] !== roll[1]);

/** A roll as players write it: `3-1`. @param {string} roll */
export function rollWords(roll) {
  return `${roll[0]}-${roll[1]}`;
}

/** What leads to a line, in words: `3-1: 8/5 6/5`. @param {readonly Summary[]} before */
export function beforeWords(before) {
  return before.map(({ line, best }) => text("{what}: {words}", { what: rollWords(line.slice(-2)), words: best })).join(", ");
}

/**
 * A grid of lines, each a link with its roll, its best play and what that is worth.
 * @param {readonly Summary[]} lines
 * @param {string} label
 * @param {string} [current] the line that is shown
 */
export function lineGrid(lines, label, current = "") {
  return element(
    "ul",
    { class: "line-grid", "aria-label": label },
    ...lines.map(({ line, best, equity, name }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: `#${line}`, "aria-current": line === current ? "true" : null, title: name ?? null },
          element("b", {}, rollWords(line.slice(-2))),
          element("span", {}, best),
          element("small", { class: "numbers soft" }, formatEquity(equity)),
        ),
      ),
    ),
  );
}

/** Rolls for the third move, each a link. @param {string} line @param {string} [current] */
export function rollLinks(line, current = "") {
  return element(
    "ul",
    { class: "roll-links", "aria-label": text("Third roll") },
    ...ROLLS.map((roll) => element("li", {}, element("a", { href: `#${line}-${roll}`, "aria-current": roll === current ? "true" : null }, rollWords(roll)))),
  );
}
