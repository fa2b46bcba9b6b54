/** What a person wants to play: the choices of the new game, how they are kept, and what is asked of the server. */

import { post } from "../shared/api.js";
import { STANDARD } from "../rulebook/presets.js";
import { keepSeed, newSeed } from "../dice/seeds.js";
import { keep, settings, stored } from "../settings/settings.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("../shared/types.js").Rules} Rules */

/**
 * @typedef {object} Choices
 * @property {"bot" | "screen" | "link"} kind
 * @property {string} level
 * @property {Player | null} seat null: a coin is tossed
 * @property {number | null} length null: money play
 * @property {string} preset a preset's name, or `own`
 * @property {Rules} own the options of own rules
 * @property {string} stake
 * @property {string} other the other player's name, at one screen
 */

export const LENGTHS = [1, 3, 5, 7, 11];
export const LONGEST = 64;
const KEY = "sixprime.newgame";
const PLACE = /^[a-z0-9-]{1,40}$/;

/** @returns {Choices} */
export function defaultChoices() {
  return { kind: "bot", level: "casual", seat: "white", length: 5, preset: "standard", own: { ...STANDARD }, stake: "1", other: "" };
}

/**
 * Choices from a stored text; what is impossible there has its default.
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
  if (typeof found.level === "string" && PLACE.test(found.level)) choices.level = found.level;
  if (["white", "black", null].includes(found.seat)) choices.seat = found.seat;
  if (found.length === null || (Number.isInteger(found.length) && found.length >= 1 && found.length <= LONGEST)) choices.length = found.length;
  if (typeof found.preset === "string" && PLACE.test(found.preset)) choices.preset = found.preset;
  if (typeof found.stake === "string" && isStake(found.stake)) choices.stake = found.stake;
  if (typeof found.other === "string" && found.other.length <= 40) choices.other = found.other;
  if (typeof found.own === "object" && found.own !== null) {
    for (const name of Object.keys(STANDARD)) if (name in found.own && typeof found.own[name] !== "object") Object.assign(choices.own, { [name]: found.own[name] });
  }
  return choices;
}

/**
 * The rules that an address asks for, `?rules=003-de`; null if it asks for none that there are.
 * @param {string} search
 * @param {Record<string, Rules>} presets
 * @returns {string | null}
 */
export function presetIn(search, presets) {
  const wished = new URLSearchParams(search).get("rules");
  return wished !== null && Object.hasOwn(presets, wished) ? wished : null;
}

/** The choices of last time. */
export function lastChoices() {
  return readChoices(stored(KEY));
}

/** @param {Choices} choices */
export function keepChoices(choices) {
  keep(KEY, JSON.stringify(choices));
}

/** Whether a text is an amount to play for. @param {string} written */
export function isStake(written) {
  return /^\d{1,12}(\.\d{1,6})?$/.test(written) && Number(written) > 0;
}

/**
 * Own rules without contradictions: what needs the cube goes with it, what needs another option as well.
 * @param {Rules} options
 * @returns {Rules}
 */
export function consistent(options) {
  const rules = { ...STANDARD, ...options };
  if (!rules.cube) Object.assign(rules, { cube_limit: null, beavers: false, jacoby: false, opening_tie: "reroll" });
  if (!rules.beavers) rules.raccoons = false;
  if (rules.opening_tie !== "automatic-double") rules.automatic_double_limit = null;
  return rules;
}

/**
 * The rules to ask for: a preset's name where its options are unchanged.
 * @param {Choices} choices
 * @param {Record<string, Rules>} presets
 */
function rulesOf(choices, presets) {
  const own = choices.preset === "own" ? consistent(choices.own) : null;
  if (choices.length !== null || choices.stake === "1") return own ?? choices.preset;
  return { ...(own ?? presets[choices.preset] ?? STANDARD), stake: choices.stake };
}

/**
 * What is sent to the server for a new match.
 * @param {Choices} choices
 * @param {string} name one's own
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
 * Begin a match.
 * @param {Choices} choices
 * @param {Record<string, Rules>} [presets]
 * @returns {Promise<{state: MatchState, invitation: string | null}>}
 */
export async function beginMatch(choices, presets = {}) {
  const { seed, commitment } = await newSeed();
  const answer = await post("/api/matches", requestOf(choices, settings().name, commitment, presets));
  keepSeed(answer.state.match, seed, answer.state.dice?.commitment);
  if (answer.invitation) keep(`sixprime.invitation.${answer.state.match}`, answer.invitation);
  return answer;
}

/**
 * The choices that would make a match like this one.
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
