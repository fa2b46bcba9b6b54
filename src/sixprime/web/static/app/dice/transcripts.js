/** Reads dice transcripts: as JSON of their own, or inside a match record. */

/** @typedef {import("./verify.js").Transcript} Transcript */

export const MOST_CHARACTERS = 50_000_000;
const MOST_ROLLS = 1_000_000;
const DIGITS = /^[0-9a-f]{64}$/i;

/** A text that is not a valid transcript. `field` is the invalid field, or null if it is no transcript at all. */
export class InvalidTranscript extends Error {
  /** @param {string | null} field */
  constructor(field) {
    super(field ?? "");
    this.field = field;
  }
}

/**
 * The match id in a text: the id itself, or any link to the match.
 * @param {string} typed
 * @returns {string | null}
 */
export function matchNumber(typed) {
  const found = /(?:^|\/(?:match|review|replay)\/)([A-Za-z0-9_-]{22})(?=$|[/?#])/.exec(typed.trim());
  return found?.[1] ?? null;
}

/**
 * Read a transcript from JSON, or from the details of a match record.
 * @param {string} written
 * @returns {Transcript}
 */
export function readTranscript(written) {
  if (written.length > MOST_CHARACTERS) throw new InvalidTranscript(null);
  let found;
  try {
    found = JSON.parse(written);
    if (found?.format === "sixprime-match" && typeof found.details?.dice === "string") found = JSON.parse(found.details.dice);
  } catch {
    throw new InvalidTranscript(null);
  }
  if (found?.format !== "sixprime-dice") throw new InvalidTranscript(null);
  /** @type {[string, boolean][]} */
  const checks = [
    ["version", found.version === 1],
    ["match", typeof found.match === "string" && found.match.length <= 200],
    ["commitment", isDigits(found.commitment)],
    ["secret", found.secret === null || isDigits(found.secret)],
    ["seeds", isSeeds(found.seeds)],
    ["imported", isCount(found.imported)],
    ["rolls", Array.isArray(found.rolls) && found.rolls.length <= MOST_ROLLS && found.rolls.every(isRoll)],
  ];
  for (const [field, isGood] of checks) if (!isGood) throw new InvalidTranscript(field);
  return found;
}

/** @param {unknown} value */
function isDigits(value) {
  return typeof value === "string" && DIGITS.test(value);
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 40;
}

/** @param {any} value */
function isSeeds(value) {
  if (typeof value !== "object" || value === null) return false;
  return ["white", "black"].every((side) => {
    const seed = value[side] ?? null;
    return seed === null || (isDigits(seed.commitment) && (seed.seed === null || isDigits(seed.seed)));
  });
}

/** @param {any} value */
function isRoll(value) {
  return isCount(value?.number) && Array.isArray(value.dice) && value.dice.length === 2 && value.dice.every(isFace);
}

/** @param {unknown} value */
function isFace(value) {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 6;
}
