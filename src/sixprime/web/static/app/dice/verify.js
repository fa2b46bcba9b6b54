/** Verifies the dice of a match by deriving every roll again from the secret and the seeds, as docs/dice.md describes. */

import { fromHex, toHex } from "./hex.js";
import { sha256 } from "./sha256.js";

/** @typedef {{commitment: string, seed: string | null} | null} CommittedSeed */

/**
 * @typedef {object} Transcript
 * @property {string} match
 * @property {string} commitment
 * @property {string | null} secret
 * @property {{white: CommittedSeed, black: CommittedSeed}} seeds
 * @property {number} imported
 * @property {{number: number, dice: number[]}[]} rolls
 */

/** @typedef {"waiting" | "secret" | "seed" | "own-match" | "own-seed" | "own-commitment" | "own-seeds" | "own-imported" | "roll" | "unseen" | "order"} Flaw */
/** @typedef {"pins" | "rolls"} Note what could not be compared: what this browser had not pinned, rolls that it did not see */

/**
 * The result of a verification: the number of correct rolls, all flaws, and what could not be compared.
 * @typedef {object} Finding
 * @property {number} verified
 * @property {{flaw: Flaw, number?: number}[]} flaws
 * @property {Note[]} notes
 */

/**
 * An unsigned integer as big-endian bytes.
 * @param {number} value
 * @param {number} length
 */
function bigEndian(value, length) {
  return fromHex(value.toString(16).padStart(2 * length, "0"));
}

/**
 * Concatenate fields, each after its length, so that different lists of fields always give different bytes.
 * @param {...(string | Uint8Array)} fields
 * @returns {Uint8Array<ArrayBuffer>}
 */
function lengthPrefixed(...fields) {
  const parts = fields.map((field) => (typeof field === "string" ? new TextEncoder().encode(field) : field));
  return Uint8Array.from(parts.flatMap((part) => [...bigEndian(part.length, 4), ...part]));
}

/**
 * SHA-256, by the browser if it offers it to this page.
 * @param {Uint8Array<ArrayBuffer>} octets
 */
async function digest(octets) {
  return globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", octets)) : sha256(octets);
}

/**
 * HMAC-SHA256; keys here are never longer than a block of 64 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
async function hmacSha256(key, message) {
  const pad = (/** @type {number} */ fill) => Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ fill);
  const inner = await digest(Uint8Array.from([...pad(0x36), ...message]));
  return digest(Uint8Array.from([...pad(0x5c), ...inner]));
}

/**
 * The commitment to some bytes.
 * @param {string} tag
 * @param {Uint8Array} octets
 */
export async function commitmentTo(tag, octets) {
  return toHex(await digest(lengthPrefixed(tag, octets)));
}

/**
 * The dice of one roll.
 * @param {Uint8Array} secret
 * @param {string} match
 * @param {Uint8Array[]} seeds
 * @param {number} number
 */
async function deriveRoll(secret, match, seeds, number) {
  /** @type {number[]} */
  const dice = [];
  for (let counter = 0; dice.length < 2; counter += 1) {
    const message = lengthPrefixed("sixprime dice roll v1", match, ...seeds, bigEndian(number, 8), bigEndian(counter, 4));
    const block = await hmacSha256(secret, message);
    dice.push(...Array.from(block).filter((octet) => octet < 252).map((octet) => 1 + (octet % 6)));
  }
  return dice.slice(0, 2);
}

/**
 * Verify a transcript. `own` is what this browser has stored: the number of the match, its seed, the server's commitment
 * at the start, what else it pinned before it revealed the seed, and the rolls that it saw, by their numbers. Each of them
 * goes into the rolls: a server that could change one of them later could try until it likes the dice.
 * @param {Transcript} transcript
 * @param {{match?: string, seed?: string | null, server?: string | null, pins?: import("./seeds.js").DicePins, rolls?: Record<string, string>, missed?: boolean} | null} [own]
 * @returns {Promise<Finding>}
 */
export async function verify(transcript, own = null) {
  /** @type {Finding} */
  const finding = { verified: 0, flaws: [], notes: own && !own.pins ? ["pins"] : [] };
  const sides = [transcript.seeds.white, transcript.seeds.black];
  const seeds = sides.map((side) => fromHex(side?.seed ?? ""));
  for (const [place, side] of sides.entries()) {
    const seed = /** @type {Uint8Array} */ (seeds[place]);
    if (!side || (side.seed === null && transcript.rolls.length === 0)) continue;
    if ((await commitmentTo("sixprime dice seed v1", seed)) !== side.commitment.toLowerCase()) finding.flaws.push({ flaw: "seed" });
  }
  if (own?.match !== undefined && own.match !== transcript.match) finding.flaws.push({ flaw: "own-match" });
  const committed = sides.map((side) => side?.commitment.toLowerCase() ?? null);
  if (own?.pins && (own.pins.white !== committed[0] || own.pins.black !== committed[1])) finding.flaws.push({ flaw: "own-seeds" });
  if (own?.pins && own.pins.imported !== transcript.imported) finding.flaws.push({ flaw: "own-imported" });
  if (own?.seed && transcript.rolls.length > 0 && !sides.some((side) => side?.seed?.toLowerCase() === own.seed)) {
    finding.flaws.push({ flaw: "own-seed" });
  }
  if (own?.server && own.server.toLowerCase() !== transcript.commitment.toLowerCase()) finding.flaws.push({ flaw: "own-commitment" });
  if (transcript.secret === null) {
    finding.flaws.push({ flaw: "waiting" });
    return finding;
  }
  const secret = fromHex(transcript.secret);
  if ((await commitmentTo("sixprime dice commitment v1", secret)) !== transcript.commitment.toLowerCase()) {
    finding.flaws.push({ flaw: "secret" });
  }
  const seen = new Map(Object.entries(own?.rolls ?? {}));
  const lastSeen = Math.max(0, ...Array.from(seen.keys(), Number));
  if (own?.pins && transcript.rolls.some(({ number }) => !seen.has(String(number)) && (own.missed || number > lastSeen))) finding.notes.push("rolls");
  let number = transcript.imported;
  for (const roll of transcript.rolls) {
    number += 1;
    if (roll.number !== number) {
      finding.flaws.push({ flaw: "order", number });
      return finding;
    }
    const dice = await deriveRoll(secret, transcript.match, seeds, number);
    const shown = seen.get(String(number));
    if (dice.join() !== roll.dice.join() || (shown !== undefined && shown !== dice.join(""))) finding.flaws.push({ flaw: "roll", number });
    else if (shown === undefined && own?.pins && !own.missed && number < lastSeen) finding.flaws.push({ flaw: "unseen", number });
    else finding.verified += 1;
  }
  return finding;
}
