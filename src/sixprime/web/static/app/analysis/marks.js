/** The marks of decisions and rolls: from which loss on a decision is marked, and the signs and words for it. */

import { settings } from "../settings/settings.js";
import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { formatEquity } from "./equities.js";

/** @typedef {import("../shared/answer-types.js").DecisionSummaryAnswer} Decision */
/** @typedef {import("../shared/answer-types.js").RollLuckAnswer} RollLuck */
/** @typedef {"none" | "inaccuracy" | "error" | "blunder"} Mark */

/** The marks from the smallest to the largest. */
export const MARKS = /** @type {const} */ (["inaccuracy", "error", "blunder"]);

const SIGNS = { none: "", inaccuracy: "?!", error: "?", blunder: "??" };

/**
 * The mark of a loss; one that is shown as reaching a limit reaches it.
 * @param {number} loss
 * @param {import("../settings/settings.js").MarkLimits} [limits] those of the settings, if not told otherwise
 * @returns {Mark}
 */
export function markOf(loss, limits = settings().marks) {
  const shown = Math.round(loss * 10_000) / 10_000;
  if (shown >= limits.blunder) return "blunder";
  if (shown >= limits.error) return "error";
  return shown >= limits.inaccuracy ? "inaccuracy" : "none";
}

/**
 * Whether a mark is at least as bad as another.
 * @param {Mark} mark
 * @param {Mark} least
 */
export function isAtLeast(mark, least) {
  const order = ["none", ...MARKS];
  return order.indexOf(mark) >= order.indexOf(least);
}

/** @param {Mark} mark */
export function markName(mark) {
  return { none: text("fine"), inaccuracy: text("inaccuracy"), error: text("error"), blunder: text("blunder") }[mark];
}

/** Several of them. @param {Mark} mark */
export function markTitle(mark) {
  return { none: text("Fine decisions"), inaccuracy: text("Inaccuracies"), error: text("Errors"), blunder: text("Blunders") }[mark];
}

/**
 * The sign of a mark, as annotators write it. Its words are for screen readers and the tooltip.
 * @param {Mark} mark
 * @param {string} [words]
 */
export function markBadge(mark, words = markName(mark)) {
  return element("span", { class: `mark ${mark}`, title: words }, element("span", { "aria-hidden": "true" }, SIGNS[mark]), element("span", { class: "hidden-words" }, words));
}

/** The kinds of decisions that filters tell apart. @typedef {"play" | "cube" | "resignation"} Kind */

/** @param {Pick<Decision, "kind">} decision @returns {Kind} */
export function kindOf({ kind }) {
  if (kind === "play") return "play";
  return kind === "double" || kind === "answer" ? "cube" : "resignation";
}

/** A loss in words: "error −0.052". @param {number} loss @param {Mark} [mark] */
export function lossText(loss, mark = markOf(loss)) {
  return `${markName(mark)} ${formatEquity(-loss)}`;
}

/** The word for a roll that was much better or worse than others; empty for others. @param {RollLuck["mark"] | undefined} mark */
export function luckName(mark) {
  switch (mark) {
    case "very-lucky":
      return text("joker");
    case "lucky":
      return text("lucky roll");
    case "unlucky":
      return text("unlucky roll");
    case "very-unlucky":
      return text("very unlucky roll");
    default:
      return "";
  }
}
