/** A setup: the position, player on roll, dice, cube and score in the editor. Whether it is legal is checked by the server. */

import { opponent, startPosition } from "../../board/model/places.js";

/** @typedef {import("../shared/types.js").Player} Player */

/**
 * @typedef {object} Setup
 * @property {number[]} board  26 numbers in White's view.
 * @property {number} checkers  How many checkers each side plays with.
 * @property {Player} on_roll
 * @property {[number, number] | null} roll
 * @property {{value: number, owner: Player | null}} cube
 * @property {number | null} length  Null for money play.
 * @property {{white: number, black: number}} score
 * @property {boolean} crawford
 */

export const CUBES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** @returns {Setup} */
export function startSetup() {
  return { board: startPosition().board, checkers: 15, on_roll: "white", roll: null, cube: { value: 1, owner: null }, length: 5, score: { white: 0, black: 0 }, crawford: false };
}

/**
 * The setup with the two players swapped.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function swappedSides(setup) {
  const { board, on_roll: onRoll, cube, score } = setup;
  return {
    ...setup,
    board: board.map((_, index) => (board[25 - index] === 0 ? 0 : -(board[25 - index] ?? 0))),
    on_roll: opponent(onRoll),
    cube: { value: cube.value, owner: cube.owner && opponent(cube.owner) },
    score: { white: score.black, black: score.white },
  };
}

/**
 * A setup from a situation of the server; missing fields have their start values.
 * @param {Record<string, any>} situation
 * @returns {Setup}
 */
export function setupFrom(situation) {
  const cube = situation.cube ?? { value: 1, owner: null };
  return {
    board: [...situation.board],
    checkers: situation.checkers ?? 15,
    on_roll: situation.on_roll ?? "white",
    roll: situation.roll ?? null,
    cube: { value: cube.value ?? 1, owner: cube.owner ?? null },
    length: situation.length ?? null,
    score: { white: situation.score?.white ?? 0, black: situation.score?.black ?? 0 },
    crawford: situation.crawford ?? false,
  };
}

/**
 * Whether this may be the Crawford game: exactly one player is one point away from winning.
 * @param {Setup} setup
 */
export function mayBeCrawford({ length, score }) {
  if (length === null || length === 1) return false;
  return (score.white === length - 1) !== (score.black === length - 1);
}

/**
 * The setup without contradictions.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function consistentSetup(setup) {
  return setup.crawford && !mayBeCrawford(setup) ? { ...setup, crawford: false } : setup;
}

/**
 * The id in the hash of an address.
 * @param {string} hash
 * @returns {string}
 */
export function idInAddress(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, "")).trim();
  } catch {
    return "";
  }
}
