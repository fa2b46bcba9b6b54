/** Tables of what cube actions are worth and of how a game may end, for hints and for analyses. */

import { element } from "../shared/dom.js";
import { formatNumber, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").ChancesAnswer} Chances */

/**
 * What doubling is worth, in the view of the player who may double.
 * @typedef {object} CubeWorth
 * @property {number | null} no_double
 * @property {number | null} double_take
 * @property {number | null} double_pass
 * @property {readonly number[] | null} [match_chances]  The chances to win the match after each of the three.
 * @property {boolean} [in_winning_chances]  Whether the three themselves are chances to win the match.
 * @property {boolean} [redouble]
 */

/** An equity with its sign. @param {number} value */
export function formatEquity(value) {
  return formatNumber(value, { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** What something loses, after a verb that says so already: without a sign. @param {number} loss */
export function formatLoss(loss) {
  return formatNumber(Math.abs(loss), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/**
 * @param {number} value between 0 and 1
 * @param {number} [digits]
 */
export function formatPercent(value, digits = 0) {
  return formatNumber(value, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * The worth of no double, double/take and double/pass when both sides do what is best.
 * @param {readonly (number | null)[]} values in this order
 * @returns {number | null}
 */
export function bestCubeWorth([noDouble, take, pass]) {
  const answered = [take, pass].filter((value) => typeof value === "number");
  const doubled = answered.length === 2 ? Math.min(.../** @type {number[]} */ (answered)) : null;
  const known = [noDouble, doubled].filter((value) => typeof value === "number");
  return known.length > 0 ? Math.max(.../** @type {number[]} */ (known)) : null;
}

/** The names of no double, double/take and double/pass. @param {boolean} isRedouble */
export function cubeLabels(isRedouble) {
  return isRedouble
    ? [text("no redouble"), text("redouble, take"), text("redouble, pass")]
    : [text("no double"), text("double, take"), text("double, pass")];
}

/**
 * No double, double/take and double/pass, each with its worth and its distance from what is best.
 * @param {CubeWorth} worth
 */
export function cubeTable(worth) {
  const values = [worth.no_double, worth.double_take, worth.double_pass];
  const labels = cubeLabels(worth.redouble ?? false);
  const best = bestCubeWorth(values);
  const written = worth.in_winning_chances ? (/** @type {number} */ value) => formatPercent(value, 2) : formatEquity;
  const distance = worth.in_winning_chances
    ? (/** @type {number} */ value) => formatNumber(value, { style: "percent", signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 })
    : formatEquity;
  const { match_chances: chances } = worth;
  // Of equal values, only the first is marked: a double that is as good as none is optional.
  const marked = best === null ? -1 : values.indexOf(best);
  const rows = labels.flatMap((label, place) => {
    const value = values[place];
    if (value === null || value === undefined) return [];
    const isBest = place === marked;
    return element(
      "tr",
      { class: isBest && "best" },
      element("th", { scope: "row" }, label, isBest ? element("span", { class: "hidden-words" }, ", ", text("best")) : null),
      element("td", { class: "numbers" }, written(value)),
      element("td", { class: "numbers soft" }, isBest || best === null ? "" : distance(value - best)),
      chances ? element("td", { class: "numbers" }, formatPercent(chances[place] ?? 0, 1)) : null,
    );
  });
  return element(
    "table",
    { class: "worth-table" },
    headings(text("action"), worth.in_winning_chances ? text("match") : text("equity"), text("difference"), chances && text("match")),
    element("tbody", {}, ...rows),
  );
}

/** The first row of a table. @param {...(string | false | null | undefined)} labels those that are none are left out */
function headings(...labels) {
  return element("thead", {}, element("tr", {}, ...labels.map((label) => (label ? element("th", { scope: "col" }, label) : null))));
}

/**
 * What may be done where there is no roll to play, for instance the answers to an offer; the best first.
 * @param {readonly (import("../shared/answer-types.js").RankedActionAnswer & {words?: string, match_chance?: number | null, played?: boolean})[]} actions
 */
export function actionsTable(actions) {
  /** @type {Partial<Record<string, string>>} */
  const labels = {
    take: text("take"),
    drop: text("drop"),
    beaver: text("Beaver"),
    raccoon: text("Raccoon"),
    accept: text("accept"),
    decline: text("decline"),
  };
  const hasMatch = actions.some(({ match_chance: chance }) => typeof chance === "number");
  return element(
    "table",
    { class: "worth-table" },
    headings(text("action"), text("equity"), text("difference"), hasMatch && text("match")),
    element(
      "tbody",
      {},
      ...actions.map(({ action, words, equity, lost, match_chance: chance, played }, place) =>
        element(
          "tr",
          { class: [place === 0 && "best", played && "played"] },
          element("th", { scope: "row" }, words ?? labels[action] ?? action, ...(played ? [" ", element("span", { class: "tag" }, text("played"))] : [])),
          element("td", { class: "numbers" }, formatEquity(equity)),
          element("td", { class: "numbers soft" }, place === 0 ? "" : formatEquity(-lost)),
          hasMatch ? element("td", { class: "numbers" }, typeof chance === "number" ? formatPercent(chance, 1) : "") : null,
        ),
      ),
    ),
  );
}

/** How a game may end. @param {Chances} chances */
export function chancesTable(chances) {
  /** @type {[string, number, number, number][]} */
  const rows = [
    [text("wins"), chances.win, chances.win_gammon, chances.win_backgammon],
    [text("losses"), 1 - chances.win, chances.lose_gammon, chances.lose_backgammon],
  ];
  return element(
    "table",
    { class: "worth-table chances-table" },
    element(
      "thead",
      {},
      element("tr", {}, element("td"), ...[text("all"), text("gammon"), text("backgammon")].map((words) => element("th", { scope: "col" }, words))),
    ),
    element(
      "tbody",
      {},
      ...rows.map(([label, ...values]) =>
        element("tr", {}, element("th", { scope: "row" }, label), ...values.map((value) => element("td", { class: "numbers" }, formatPercent(value, 1)))),
      ),
    ),
  );
}
