/** The presets of rules: their titles, and their differences from tournament rules. */

import { element } from "../shared/dom.js";
import { counted, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").About} About */
/** @typedef {import("../shared/types.js").Rules} Rules */

/** @type {Rules} */
export const STANDARD = Object.freeze({
  opening_tie: "reroll",
  automatic_double_limit: null,
  bear_off: "standard",
  triple_win: "winners-home",
  cube: true,
  cube_limit: null,
  beavers: false,
  raccoons: false,
  jacoby: false,
  crawford: true,
  start: "standard",
  stake: "1",
});

/** The titles of presets by name, in the reader's language. @type {Record<string, string>} */
let titles = {};

/** Set the titles of presets from what the server tells about itself. @param {About} about */
export function setPresetTitles(about) {
  titles = Object.fromEntries(about.presets.map((preset) => [preset.name, preset.short_title]));
}

/**
 * The title of a preset; its name if the server has not told the title.
 * @param {string | null} preset `null` or `own` for rules that are not a preset
 */
export function presetTitle(preset) {
  return preset === null || preset === "own" ? text("Custom rules") : (titles[preset] ?? preset);
}

/**
 * Whatever rules can do differently from tournament rules.
 * @typedef {"exact-only" | "rearmost-only" | "outside-home" | "no-cube" | "cube-limit" | "automatic-double" | "jacoby" | "beavers" | "no-crawford" | "start"} DifferenceName
 */

/**
 * The differences of some rules from tournament rules.
 * @param {Rules} rules
 * @param {{money?: boolean | null}} [play] whether to leave out what applies to matches only (true) or to money play only (false)
 * @returns {{name: DifferenceName, words: string}[]}
 */
export function namedDifferences(rules, { money = null } = {}) {
  /** @type {{name: DifferenceName, words: string}[]} */
  const found = [];
  const add = (/** @type {DifferenceName} */ name, /** @type {string} */ words) => found.push({ name, words });
  if (rules.bear_off === "exact-only") add("exact-only", text("checkers are borne off by the exact number only"));
  if (rules.bear_off === "rearmost-only") add("rearmost-only", text("only the rearmost checker may be borne off"));
  if (rules.triple_win === "outside-home") add("outside-home", text("a checker outside the home board at the end makes it a triple loss"));
  if (rules.cube === false) add("no-cube", text("no doubling cube"));
  if (typeof rules.cube_limit === "number") add("cube-limit", text("the cube ends at {limit}", { limit: rules.cube_limit }));
  if (rules.opening_tie === "automatic-double") {
    const limit = rules.automatic_double_limit;
    add(
      "automatic-double",
      typeof limit === "number"
        ? counted("a tie in the opening doubles the cube, once a game", "a tie in the opening doubles the cube, up to {count} times a game", limit)
        : text("a tied opening roll doubles the cube"),
    );
  }
  if (money !== false) {
    if (rules.jacoby) add("jacoby", text("Jacoby rule"));
    if (rules.raccoons) add("beavers", text("beavers and raccoons"));
    else if (rules.beavers) add("beavers", text("beavers"));
  }
  if (money !== true && rules.crawford === false) add("no-crawford", text("no Crawford game"));
  if (rules.start === "nackgammon") add("start", text("nackgammon start"));
  if (rules.start === "hypergammon") add("start", text("hypergammon: three checkers a side"));
  if (rules.start === "longgammon") add("start", text("longgammon: all checkers start at the far end"));
  if (rules.start && typeof rules.start === "object") add("start", text("a custom start position"));
  return found;
}

/**
 * The differences of some rules from tournament rules, a line each.
 * @param {Rules} rules
 * @param {{money?: boolean | null}} [play] as for `namedDifferences`
 * @returns {string[]}
 */
export function differences(rules, play) {
  return namedDifferences(rules, play).map(({ words }) => words);
}

/**
 * The length and the rules of a match: what the rules are called, and what is different in them.
 * @param {Pick<import("../shared/types.js").MatchState, "length" | "rules" | "preset_title">} state
 * @returns {HTMLElement[]}
 */
export function rulesList({ length, rules, preset_title: title }) {
  const lines = differences(rules, { money: length === null });
  return [
    element(
      "p",
      {},
      length === null
        ? text("Money play: every game counts for itself, {stake} per point.", { stake: String(rules.stake ?? "1") })
        : counted("A match to {count} point.", "A match to {count} points.", length),
    ),
    element("p", {}, element("b", {}, title), lines.length > 0 ? ":" : ""),
    lines.length > 0
      ? element("ul", { class: "rule-lines" }, ...lines.map((line) => element("li", {}, line)))
      : element("p", {}, text("The standard rules as played today.")),
  ];
}
