/**
 * The player's own share in the dice: 32 random bytes that the server learns only after it has committed itself. They
 * are kept in this browser until the match is over, so that they can be revealed, and compared at the end.
 */

import { keep, stored } from "../settings/settings.js";

const KEY = "sixprime.seeds";
const MOST = 200;

/**
 * A seed, what the server had committed itself to, and the rolls that were seen, by their numbers: `{"1": "31"}`.
 * @typedef {{seed: string, server?: string, rolls?: Record<string, string>}} Kept
 */

/**
 * A new seed and the commitment to send in its place. Who asks again for the same match gets the same: the first request
 * may have come through although its answer was lost.
 * @param {string} [match]
 * @returns {Promise<{seed: string, commitment: string}>}
 */
export async function newSeed(match) {
  const { committed, hexadecimal, octetsOf } = await import("./verify.js");
  const kept = match === undefined ? null : keptSeed(match);
  const octets = kept ? octetsOf(kept.seed) : crypto.getRandomValues(new Uint8Array(32));
  return { seed: hexadecimal(octets), commitment: await committed("sixprime dice seed v1", octets) };
}

/** @returns {Record<string, Kept>} the latest last */
function all() {
  try {
    return JSON.parse(stored(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Record<string, Kept>} seeds */
function keepAll(seeds) {
  keep(KEY, JSON.stringify(Object.fromEntries(Object.entries(seeds).slice(-MOST))));
}

/**
 * Keep the seed of a match, with what the server committed itself to before it saw the seed: what it said first counts.
 * @param {string} match
 * @param {string} seed
 * @param {string} [server]
 */
export function keepSeed(match, seed, server) {
  keepAll({ ...all(), [match]: { seed, server: keptSeed(match)?.server ?? server } });
}

/**
 * Keep the roll that a state shows, so that it can be compared with the transcript at the end. What was seen first counts.
 * @param {{match: string, dice?: {rolls: number} | null, last?: {entry: {type: string, dice?: number[], white?: number, black?: number}} | null}} state
 */
export function keepRoll({ match, dice, last }) {
  const entry = last?.entry;
  const roll = entry?.type === "roll" ? entry.dice : entry?.type === "open" ? [entry.white, entry.black] : null;
  const seeds = all();
  const kept = Object.hasOwn(seeds, match) ? seeds[match] : undefined;
  if (!roll || !dice || !kept || kept.rolls?.[dice.rolls] !== undefined) return;
  keepAll({ ...seeds, [match]: { ...kept, rolls: { ...kept.rolls, [dice.rolls]: roll.join("") } } });
}

/**
 * What was kept for a match.
 * @param {string} match
 * @returns {Kept | null}
 */
export function keptSeed(match) {
  const seeds = all();
  return Object.hasOwn(seeds, match) ? (seeds[match] ?? null) : null;
}
