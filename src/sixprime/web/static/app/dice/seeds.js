/**
 * The player's seed for the dice: 32 random bytes that the server learns only after it has committed to its own secret.
 * They are stored in this browser, to be revealed when the match begins and compared with the transcript at the end.
 */

import { storedItem, storeItem } from "../shared/storage.js";
import { fromHex, toHex } from "./hex.js";

const KEY = "sixprime.seeds";
const MOST_SEEDS = 200;

/**
 * A seed, the server's commitment, and the rolls that this browser has seen, by their numbers: `{"1": "31"}`.
 * @typedef {{seed: string, server?: string, rolls?: Record<string, string>}} StoredSeed
 */

/**
 * A new seed and the commitment to it. A second call for the same match returns the same seed, because the first request
 * may have reached the server although its answer was lost.
 * @param {string} [match]
 * @returns {Promise<{seed: string, commitment: string}>}
 */
export async function newSeed(match) {
  const { commitmentTo } = await import("./verify.js");
  const kept = match === undefined ? null : storedSeed(match);
  const octets = kept ? fromHex(kept.seed) : crypto.getRandomValues(new Uint8Array(32));
  return { seed: toHex(octets), commitment: await commitmentTo("sixprime dice seed v1", octets) };
}

/** All stored seeds by match. @returns {Record<string, StoredSeed>} the latest last */
function readAll() {
  try {
    return JSON.parse(storedItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Record<string, StoredSeed>} seeds */
function storeAll(seeds) {
  storeItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(seeds).slice(-MOST_SEEDS))));
}

/**
 * Store the seed of a match with the server's commitment. The first commitment that was seen is never replaced.
 * @param {string} match
 * @param {string} seed
 * @param {string} [server]
 */
export function storeSeed(match, seed, server) {
  storeAll({ ...readAll(), [match]: { seed, server: storedSeed(match)?.server ?? server } });
}

/**
 * Store the roll in a state, to compare it with the transcript at the end. The first roll that was seen is never replaced.
 * @param {{match: string, dice?: {rolls: number} | null, last?: {entry: {type: string, dice?: number[], white?: number, black?: number}} | null}} state
 */
export function storeRoll({ match, dice, last }) {
  const entry = last?.entry;
  const roll = entry?.type === "roll" ? entry.dice : entry?.type === "open" ? [entry.white, entry.black] : null;
  const seeds = readAll();
  const kept = Object.hasOwn(seeds, match) ? seeds[match] : undefined;
  if (!roll || !dice || !kept || kept.rolls?.[dice.rolls] !== undefined) return;
  storeAll({ ...seeds, [match]: { ...kept, rolls: { ...kept.rolls, [dice.rolls]: roll.join("") } } });
}

/**
 * The stored seed of a match, or null.
 * @param {string} match
 * @returns {StoredSeed | null}
 */
export function storedSeed(match) {
  const seeds = readAll();
  return Object.hasOwn(seeds, match) ? (seeds[match] ?? null) : null;
}
