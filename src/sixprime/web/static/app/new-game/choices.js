/** The choices for a new game: how they are stored, and the request that they make. */

import { newSeed, storeSeed } from "../dice/seeds.js";
import { STANDARD } from "../rulebook/presets.js";
import { settings } from "../settings/settings.js";
import { post } from "../shared/api.js";
import { storedItem, storeItem } from "../shared/storage.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("../shared/types.js").Rules} Rules */

/**
 * @typedef {object} Choices
 * @property {"bot" | "screen" | "link"} kind
 * @property {string} level
 * @property {Player | null} seat null: by chance
 * @property {number | null} length null: money play
 * @property {string} preset a preset's name, or `own`
 * @property {Rules} own the options if `preset` is `own`
 * @property {string} stake
 * @property {string} other the second player's name, if both play at one screen
 */

export const LENGTHS = [1, 3, 5, 7, 11];
export const LONGEST_MATCH = 64;
const KEY = "sixprime.newgame";
const NAME = /^[a-z0-9-]{1,40}$/;

/** @returns {Choices} */
export function defaultChoices() {
  return { kind: "bot", level: "casual", seat: "white", length: 5, preset: "standard", own: { ...STANDARD }, stake: "1", other: "" };
}

/**
 * Read stored choices; missing or invalid ones have their defaults.
 * @param {string | null} written
 * @returns {Choices}
 */
export function readChoices(written) {
  const choices = defaultChoices();
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(written ?? "null");
  } catch {
    return choices;
  }
  if (typeof found !== "object" || found === null) return choices;
  if (["bot", "screen", "link"].includes(found.kind)) choices.kind = found.kind;
  if (typeof found.level === "string" && NAME.test(found.level)) choices.level = found.level;
  if (["white", "black", null].includes(found.seat)) choices.seat = found.seat;
  if (found.length === null || (Number.isInteger(found.length) && found.length >= 1 && found.length <= LONGEST_MATCH)) choices.length = found.length;
  if (typeof found.preset === "string" && NAME.test(found.preset)) choices.preset = found.preset;
  if (typeof found.stake === "string" && isStake(found.stake)) choices.stake = found.stake;
  if (typeof found.other === "string" && found.other.length <= 40) choices.other = found.other;
  if (typeof found.own === "object" && found.own !== null) {
    for (const name of Object.keys(STANDARD)) if (name in found.own && typeof found.own[name] !== "object") Object.assign(choices.own, { [name]: found.own[name] });
  }
  return choices;
}

/**
 * The preset in the query of an address, `?rules=003-de`; null if there is none or it is unknown.
 * @param {string} search
 * @param {Record<string, Rules>} presets
 * @returns {string | null}
 */
export function presetInAddress(search, presets) {
  const requested = new URLSearchParams(search).get("rules");
  return requested !== null && Object.hasOwn(presets, requested) ? requested : null;
}

/** The choices of the last new game. */
export function lastChoices() {
  return readChoices(storedItem(KEY));
}

/** @param {Choices} choices */
export function storeChoices(choices) {
  storeItem(KEY, JSON.stringify(choices));
}

/** Whether a text is a valid stake. @param {string} written */
export function isStake(written) {
  return /^\d{1,12}(\.\d{1,6})?$/.test(written) && Number(written) > 0;
}

/**
 * Custom rules without contradictions: options that need the cube or another option are switched off with it.
 * @param {Rules} options
 * @returns {Rules}
 */
export function consistentRules(options) {
  const rules = { ...STANDARD, ...options };
  if (!rules.cube) Object.assign(rules, { cube_limit: null, beavers: false, jacoby: false, opening_tie: "reroll" });
  if (!rules.beavers) rules.raccoons = false;
  if (rules.opening_tie !== "automatic-double") rules.automatic_double_limit = null;
  return rules;
}

/**
 * The rules in a request: a preset's name if its options are unchanged.
 * @param {Choices} choices
 * @param {Record<string, Rules>} presets
 */
function rulesOf(choices, presets) {
  const own = choices.preset === "own" ? consistentRules(choices.own) : null;
  if (choices.length !== null || choices.stake === "1") return own ?? choices.preset;
  return { ...(own ?? presets[choices.preset] ?? STANDARD), stake: choices.stake };
}

/**
 * The request for a new match.
 * @param {Choices} choices
 * @param {string} name the user's name
 * @param {string} commitment
 * @param {Record<string, Rules>} presets the rules of the presets, by name
 */
export function requestOf(choices, name, commitment, presets) {
  const { kind, level, length } = choices;
  const seat = kind === "screen" ? "white" : choices.seat;
  const other = kind === "screen" ? choices.other : "";
  const names = seat === "black" ? { white: other, black: name } : { white: name, black: other };
  return {
    kind,
    ...(kind === "bot" ? { level } : {}),
    seat,
    names,
    length,
    rules: rulesOf(choices, presets),
    seed_commitment: commitment,
  };
}

/**
 * Create a match on the server, and store its seed and invitation.
 * @param {Choices} choices
 * @param {Record<string, Rules>} [presets]
 * @param {Record<string, unknown>} [more] other fields of the request
 * @returns {Promise<{state: MatchState, invitation: string | null}>}
 */
export async function beginMatch(choices, presets = {}, more = {}) {
  const { seed, commitment } = await newSeed();
  const answer = await post("/api/matches", { ...requestOf(choices, settings().name, commitment, presets), ...more });
  storeSeed(answer.state.match, seed, answer.state.dice?.commitment);
  if (answer.invitation) storeItem(`sixprime.invitation.${answer.state.match}`, answer.invitation);
  return answer;
}

/**
 * The choices that lead to a match like this one.
 * @param {MatchState} state
 * @returns {Choices}
 */
export function choicesOf(state) {
  const seat = state.you.length === 1 ? /** @type {Player} */ (state.you[0]) : "white";
  const bot = Object.values(state.seats).find((one) => one.kind === "bot");
  const kind = state.kind === "study" ? "bot" : state.kind;
  return {
    ...defaultChoices(),
    kind,
    level: bot?.level ?? defaultChoices().level,
    seat,
    length: state.length,
    preset: "own",
    own: { ...state.rules },
    stake: String(state.rules.stake ?? "1"),
    other: state.kind === "screen" ? state.seats.black.name : "",
  };
}
