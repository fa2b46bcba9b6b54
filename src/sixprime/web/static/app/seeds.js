/**
 * The player's own share in the dice: 32 random bytes that the server learns only after it has committed itself. They
 * are kept in this browser until the match is over, so that they can be revealed, and compared at the end.
 */

import { keep, stored } from "./settings.js";

const KEY = "sixprime.seeds";
const MOST = 200;

/** @typedef {{seed: string, server?: string}} Kept a seed, and what the server had committed itself to */

/**
 * A new seed and the commitment to send in its place.
 * @returns {Promise<{seed: string, commitment: string}>}
 */
export async function newSeed() {
  const { committed, hexadecimal } = await import("./verify.js");
  const octets = crypto.getRandomValues(new Uint8Array(32));
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

/**
 * Keep the seed of a match, with what the server committed itself to before it saw the seed.
 * @param {string} match
 * @param {string} seed
 * @param {string} [server]
 */
export function keepSeed(match, seed, server) {
  const seeds = { ...all(), [match]: { seed, server } };
  keep(KEY, JSON.stringify(Object.fromEntries(Object.entries(seeds).slice(-MOST))));
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
