/** Transcripts of dice as people bring them: pasted, in a file, or inside the record of a match. No page is needed. */

/** @typedef {import("./verify.js").Transcript} Transcript */

export const MOST_CHARACTERS = 50_000_000;
const MOST_ROLLS = 1_000_000;
const DIGITS = /^[0-9a-f]{64}$/i;

/** A text that is no transcript. `field` is the part that is wrong, or nothing if all of it is. */
export class NoTranscript extends Error {
  /** @param {string | null} field */
  constructor(field) {
    super(field ?? "");
    this.field = field;
  }
}

/**
 * The number of a match in what somebody has typed: the number itself, or any link to the match.
 * @param {string} typed
 * @returns {string | null}
 */
export function matchNumber(typed) {
  const found = /(?:^|\/(?:match|replay)\/)([A-Za-z0-9_-]{22})(?=$|[/?#])/.exec(typed.trim());
  return found?.[1] ?? null;
}

/**
 * The transcript in a text: JSON of its own, or the details of a record that holds one.
 * @param {string} written
 * @returns {Transcript}
 */
export function readTranscript(written) {
  if (written.length > MOST_CHARACTERS) throw new NoTranscript(null);
  let found;
  try {
    found = JSON.parse(written);
    if (found?.format === "sixprime-match" && typeof found.details?.dice === "string") found = JSON.parse(found.details.dice);
  } catch {
    throw new NoTranscript(null);
  }
  if (found?.format !== "sixprime-dice") throw new NoTranscript(null);
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
  for (const [field, isGood] of checks) if (!isGood) throw new NoTranscript(field);
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
