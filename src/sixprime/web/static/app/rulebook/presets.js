/** The presets of rules: their titles, and their differences from tournament rules. */

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
  return preset === null || preset === "own" ? text("Own rules") : (titles[preset] ?? preset);
}

/**
 * The differences of some rules from tournament rules, a line each.
 * @param {Rules} rules
 * @param {{money?: boolean | null}} [play] whether to leave out what applies to matches only (true) or to money play only (false)
 * @returns {string[]}
 */
export function differences(rules, { money = null } = {}) {
  const lines = [];
  if (rules.bear_off === "exact-only") lines.push(text("checkers are borne off by the exact number only"));
  if (rules.bear_off === "rearmost-only") lines.push(text("only the rearmost checker may be borne off"));
  if (rules.triple_win === "outside-home") lines.push(text("a checker outside home at the end loses three times"));
  if (rules.cube === false) lines.push(text("no doubling cube"));
  if (typeof rules.cube_limit === "number") lines.push(text("the cube ends at {limit}", { limit: rules.cube_limit }));
  if (rules.opening_tie === "automatic-double") {
    const limit = rules.automatic_double_limit;
    lines.push(
      typeof limit === "number"
        ? counted("a tie in the opening doubles the cube, once a game", "a tie in the opening doubles the cube, up to {count} times a game", limit)
        : text("a tie in the opening doubles the cube"),
    );
  }
  if (money !== false) {
    if (rules.jacoby) lines.push(text("Jacoby rule"));
    if (rules.raccoons) lines.push(text("beavers and raccoons"));
    else if (rules.beavers) lines.push(text("beavers"));
  }
  if (money !== true && rules.crawford === false) lines.push(text("no Crawford game"));
  if (rules.start === "nackgammon") lines.push(text("nackgammon start"));
  if (rules.start === "hypergammon") lines.push(text("hypergammon: three checkers a side"));
  if (rules.start === "longgammon") lines.push(text("longgammon: all checkers start at the far end"));
  if (rules.start && typeof rules.start === "object") lines.push(text("a start position of its own"));
  return lines;
}

/**
 * A description of a bot's strength.
 * @param {number} errorRate thousandths of a point given away per decision
 */
export function strengthText(errorRate) {
  if (errorRate >= 40) return text("for your first games");
  if (errorRate >= 24) return text("like a family player");
  if (errorRate >= 12) return text("like a regular at a club");
  if (errorRate >= 5) return text("better than most at a tournament");
  if (errorRate >= 3) return text("like the best of people");
  return text("the strongest there is here");
}
