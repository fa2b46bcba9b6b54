/**
 * The player's seed for the dice: 32 random bytes that the server learns only after it has committed to its own secret.
 * They are stored in this browser, to be revealed when the match begins and compared with the transcript at the end.
 */

import { storedItem, storeItem } from "../shared/storage.js";
import { fromHex, toHex } from "./hex.js";

const KEY = "sixprime.seeds";
const MOST_SEEDS = 200;

/** @typedef {import("../shared/types.js").Entry} Entry */

/**
 * What the dice depend on besides the server's secret and this browser's seed: the commitments to the seeds of both sides
 * (null for a side that has none), and how many rolls were imported.
 * @typedef {{white: string | null, black: string | null, imported: number}} DicePins
 */

/**
 * A seed, the server's commitment, what else was pinned before the seed was revealed, and the rolls that this browser has
 * seen, by their numbers: `{"1": "31"}`. `version` is that of the last entry it has seen; `missed` is true once it may
 * have missed a roll.
 * @typedef {{seed: string, server?: string, pins?: DicePins, rolls?: Record<string, string>, version?: number, missed?: boolean}} StoredSeed
 */

/** @typedef {{commitment: string, rolls: number, seeds: Record<"white" | "black", {commitment: string} | null>}} ShownDice */

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
  const kept = storedSeed(match);
  storeAll({ ...readAll(), [match]: { ...(kept?.seed === seed ? kept : {}), seed, server: kept?.server ?? server } });
}

/**
 * Pin what the dice depend on, before the seed is revealed. Returns whether it is what was pinned at first; if not, the
 * server has changed it since, and must not learn the seed.
 * @param {{match: string, version: number, dice: ShownDice}} state
 */
export function pinDice({ match, version, dice }) {
  const seeds = readAll();
  const kept = Object.hasOwn(seeds, match) ? seeds[match] : undefined;
  if (!kept) return false;
  /** @type {DicePins} */
  const pins = { white: dice.seeds.white?.commitment ?? null, black: dice.seeds.black?.commitment ?? null, imported: dice.rolls };
  if (!kept.pins) {
    storeAll({ ...seeds, [match]: { ...kept, server: kept.server ?? dice.commitment, pins, version } });
    return (kept.server ?? dice.commitment) === dice.commitment;
  }
  return kept.server === dice.commitment && kept.pins.white === pins.white && kept.pins.black === pins.black && kept.pins.imported === pins.imported;
}

/**
 * Store the rolls among new entries, to compare them with the transcript at the end. The first roll that was seen under a
 * number is never replaced. The last of them has the number that the state tells; the others count back from there.
 * @param {{match: string, version: number, dice?: {rolls: number} | null}} state the state after the entries
 * @param {Entry[]} entries
 */
export function storeRolls({ match, version, dice }, entries) {
  const seeds = readAll();
  const kept = Object.hasOwn(seeds, match) ? seeds[match] : undefined;
  if (!kept || !dice || (kept.version ?? 0) >= version) return;
  const fresh = entries.filter(({ seq }) => seq > (kept.version ?? 0));
  const isComplete = fresh.length === version - (kept.version ?? 0);
  const lastTakenBack = fresh.findLastIndex(({ entry }) => entry.type === "take-back");
  const rolls = { ...kept.rolls };
  let number = dice.rolls;
  for (const { entry } of fresh.slice(lastTakenBack + 1).reverse()) {
    const roll = rollOf(entry);
    if (roll) rolls[number] ??= roll;
    if (roll) number -= 1;
  }
  // A roll before a turn was taken back has a number that cannot be told from here.
  const isUncertain = fresh.slice(0, lastTakenBack + 1).some(({ entry }) => rollOf(entry) !== null);
  const seen = kept.pins ? { version, ...(isComplete && !isUncertain ? {} : { missed: true }) } : {};
  storeAll({ ...seeds, [match]: { ...kept, rolls, ...seen } });
}

/**
 * The dice of an entry: `"31"`, or null.
 * @param {Entry["entry"]} entry
 */
function rollOf(entry) {
  if (entry.type === "roll") return /** @type {number[]} */ (entry.dice).join("");
  return entry.type === "open" ? `${entry.white}${entry.black}` : null;
}

/**
 * The stored seed of a match, or null.
 * @param {string} match
 * @returns {StoredSeed & {match: string} | null}
 */
export function storedSeed(match) {
  const seeds = readAll();
  const kept = Object.hasOwn(seeds, match) ? seeds[match] : undefined;
  return kept ? { match, ...kept } : null;
}

/**
 * What this browser has stored of the match to which a transcript belongs: the one in which it used one of the seeds,
 * whatever number the transcript tells, or the one of that number.
 * @param {{match: string, seeds: Record<"white" | "black", {seed: string | null} | null>}} transcript
 */
export function storedSeedOf({ match, seeds }) {
  const revealed = [seeds.white?.seed?.toLowerCase(), seeds.black?.seed?.toLowerCase()];
  const used = Object.entries(readAll()).find(([, kept]) => revealed.includes(kept.seed));
  return storedSeed(used?.[0] ?? match);
}
