/** Checks the dice of a match: every roll is derived again from the secret and the seeds, as docs/dice.md describes. */

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
 * What was found: how many rolls are as they must be, and what is not.
 * @typedef {object} Finding
 * @property {number} verified
 * @property {{flaw: Flaw, number?: number}[]} flaws
 */

/** @param {ArrayBuffer | Uint8Array} octets */
export function hexadecimal(octets) {
  return Array.from(new Uint8Array(octets), (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** @param {string} written @returns {Uint8Array<ArrayBuffer>} */
export function octetsOf(written) {
  return Uint8Array.from(written.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * A whole number, the most significant byte first.
 * @param {number} value
 * @param {number} length
 */
function big(value, length) {
  return octetsOf(value.toString(16).padStart(2 * length, "0"));
}

/**
 * Fields one after another, each after its length: no two lists look alike.
 * @param {...(string | Uint8Array)} fields
 * @returns {Uint8Array<ArrayBuffer>}
 */
function framed(...fields) {
  const parts = fields.map((field) => (typeof field === "string" ? new TextEncoder().encode(field) : field));
  return Uint8Array.from(parts.flatMap((part) => [...big(part.length, 4), ...part]));
}

/**
 * SHA-256, by the browser where it lets the page have it.
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
async function authenticated(key, message) {
  const pad = (/** @type {number} */ fill) => Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ fill);
  const inner = await digest(Uint8Array.from([...pad(0x36), ...message]));
  return digest(Uint8Array.from([...pad(0x5c), ...inner]));
}

/**
 * The commitment to some bytes.
 * @param {string} tag
 * @param {Uint8Array} octets
 */
export async function committed(tag, octets) {
  return hexadecimal(await digest(framed(tag, octets)));
}

/**
 * The dice of one roll.
 * @param {Uint8Array} secret
 * @param {string} match
 * @param {Uint8Array[]} seeds
 * @param {number} number
 */
async function derived(secret, match, seeds, number) {
  /** @type {number[]} */
  const dice = [];
  for (let counter = 0; dice.length < 2; counter += 1) {
    const message = framed("sixprime dice roll v1", match, ...seeds, big(number, 8), big(counter, 4));
    const block = await authenticated(secret, message);
    dice.push(...Array.from(block).filter((octet) => octet < 252).map((octet) => 1 + (octet % 6)));
  }
  return dice.slice(0, 2);
}

/**
 * Check a transcript. `own` is what this browser has kept: its seed, the commitment it saw at the start, and rolls that it
 * saw, by their numbers. A server may tell a transcript that is true in itself, and yet not that of this match.
 * @param {Transcript} transcript
 * @param {{seed?: string | null, server?: string | null, rolls?: Record<string, string>} | null} [own]
 * @returns {Promise<Finding>}
 */
export async function verify(transcript, own = null) {
  /** @type {Finding} */
  const finding = { verified: 0, flaws: [] };
  const sides = [transcript.seeds.white, transcript.seeds.black];
  const seeds = sides.map((side) => octetsOf(side?.seed ?? ""));
  for (const [place, side] of sides.entries()) {
    const seed = /** @type {Uint8Array} */ (seeds[place]);
    if (!side || (side.seed === null && transcript.rolls.length === 0)) continue;
    if ((await committed("sixprime dice seed v1", seed)) !== side.commitment.toLowerCase()) finding.flaws.push({ flaw: "seed" });
  }
  if (own?.seed && transcript.rolls.length > 0 && !sides.some((side) => side?.seed?.toLowerCase() === own.seed)) {
    finding.flaws.push({ flaw: "own-seed" });
  }
  if (own?.server && own.server.toLowerCase() !== transcript.commitment.toLowerCase()) finding.flaws.push({ flaw: "own-commitment" });
  if (transcript.secret === null) {
    finding.flaws.push({ flaw: "waiting" });
    return finding;
  }
  const secret = octetsOf(transcript.secret);
  if ((await committed("sixprime dice commitment v1", secret)) !== transcript.commitment.toLowerCase()) {
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
    const dice = await derived(secret, transcript.match, seeds, number);
    const isSeen = [undefined, dice.join("")].includes(seen.get(String(number)));
    if (dice.join() === roll.dice.join() && isSeen) finding.verified += 1;
    else finding.flaws.push({ flaw: "roll", number });
  }
  return finding;
}
