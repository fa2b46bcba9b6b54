/** A situation that is being set up: checkers, turn, dice, cube, score. Values and functions only; the server judges. */

/** @typedef {import("../shared/types.js").Player} Player */

/**
 * @typedef {object} Setup
 * @property {number[]} board  26 numbers in White's view.
 * @property {number} checkers  How many each side plays with.
 * @property {Player} on_roll
 * @property {[number, number] | null} roll
 * @property {{value: number, owner: Player | null}} cube
 * @property {number | null} length  Null for money play.
 * @property {{white: number, black: number}} score
 * @property {boolean} crawford
 */

export const CUBES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
export const START = Object.freeze([0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]);

/** @returns {Setup} */
export function startSetup() {
  return { board: [...START], checkers: 15, on_roll: "white", roll: null, cube: { value: 1, owner: null }, length: 5, score: { white: 0, black: 0 }, crawford: false };
}

/**
 * The same with the players in each other's place.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function swapped(setup) {
  const { board, on_roll: onRoll, cube, score } = setup;
  const other = cube.owner === null ? null : cube.owner === "white" ? "black" : "white";
  return {
    ...setup,
    board: board.map((_, index) => (board[25 - index] === 0 ? 0 : -(board[25 - index] ?? 0))),
    on_roll: onRoll === "white" ? "black" : "white",
    cube: { value: cube.value, owner: other },
    score: { white: score.black, black: score.white },
  };
}

/**
 * A setup from what the server says about a situation; what it does not say is as at the start.
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
 * Whether the score leaves one player alone one point from the end, so that this may be the Crawford game.
 * @param {Setup} setup
 */
export function mayBeCrawford({ length, score }) {
  if (length === null || length === 1) return false;
  return (score.white === length - 1) !== (score.black === length - 1);
}

/**
 * The setup without what contradicts itself.
 * @param {Setup} setup
 * @returns {Setup}
 */
export function consistentSetup(setup) {
  return setup.crawford && !mayBeCrawford(setup) ? { ...setup, crawford: false } : setup;
}

/**
 * The id in the part of an address after `#`.
 * @param {string} hash
 * @returns {string}
 */
export function idIn(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, "")).trim();
  } catch {
    return "";
  }
}
