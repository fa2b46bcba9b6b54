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

/** @typedef {"waiting" | "secret" | "seed" | "own-seed" | "own-commitment" | "roll" | "order"} Flaw */

/**
 * The result of a verification: the number of correct rolls, and all flaws.
 * @typedef {object} Finding
 * @property {number} verified
 * @property {{flaw: Flaw, number?: number}[]} flaws
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
 * Verify a transcript. `own` is what this browser has stored: its seed, the server's commitment at the start, and the
 * rolls that it saw, by their numbers. Without it, a transcript of another match could not be told apart.
 * @param {Transcript} transcript
 * @param {{seed?: string | null, server?: string | null, rolls?: Record<string, string>} | null} [own]
 * @returns {Promise<Finding>}
 */
export async function verify(transcript, own = null) {
  /** @type {Finding} */
  const finding = { verified: 0, flaws: [] };
  const sides = [transcript.seeds.white, transcript.seeds.black];
  const seeds = sides.map((side) => fromHex(side?.seed ?? ""));
  for (const [place, side] of sides.entries()) {
    const seed = /** @type {Uint8Array} */ (seeds[place]);
    if (!side || (side.seed === null && transcript.rolls.length === 0)) continue;
    if ((await commitmentTo("sixprime dice seed v1", seed)) !== side.commitment.toLowerCase()) finding.flaws.push({ flaw: "seed" });
  }
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
  let number = transcript.imported;
  for (const roll of transcript.rolls) {
    number += 1;
    if (roll.number !== number) {
      finding.flaws.push({ flaw: "order", number });
      return finding;
    }
    const dice = await deriveRoll(secret, transcript.match, seeds, number);
    const isSeen = [undefined, dice.join("")].includes(seen.get(String(number)));
    if (dice.join() === roll.dice.join() && isSeen) finding.verified += 1;
    else finding.flaws.push({ flaw: "roll", number });
  }
  return finding;
}
