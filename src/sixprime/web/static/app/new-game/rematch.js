/**
 * A rematch with the same settings. After a match of two browsers it is one match for both players, whoever of them asks first.
 */

import { fromHex, toHex } from "../dice/hex.js";
import { storeSeed } from "../dice/seeds.js";
import { post } from "../shared/api.js";
import { storedItem, storeItem } from "../shared/storage.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */

/**
 * Begin the rematch of a match that is over, or come to it, and store the seed for its dice.
 * @param {MatchState} state
 * @returns {Promise<string>} the id of the new match
 */
export async function beginRematch(state) {
  if (isShared(state)) return sharedRematch(state.match);
  const { beginMatch, choicesOf } = await import("./choices.js");
  return (await beginMatch(choicesOf(state))).state.match;
}

/** Whether both seats of a match of two browsers are taken, one of them by this one. @param {MatchState} state */
export function isShared({ kind, you, seats }) {
  return kind === "link" && you.length === 1 && seats.white.taken && seats.black.taken;
}

/**
 * The seed is stored before it is committed to: the request may reach the server although its answer is lost, and the next
 * one must bring the same commitment. If the seat was taken with another seed, this browser keeps that one.
 * @param {string} match the match that is over
 */
async function sharedRematch(match) {
  const { commitmentTo } = await import("../dice/verify.js");
  const key = `sixprime.rematch.${match}`;
  const seed = storedItem(key) ?? toHex(crypto.getRandomValues(new Uint8Array(32)));
  storeItem(key, seed);
  const commitment = await commitmentTo("sixprime dice seed v1", fromHex(seed));
  /** @type {{state: MatchState}} */
  const { state } = await post(`/api/matches/${match}/rematch`, { seed_commitment: commitment });
  if (state.you.some((seat) => state.dice.seeds[seat]?.commitment === commitment)) storeSeed(state.match, seed, state.dice.commitment);
  storeItem(key, null);
  return state.match;
}
