/** Works out what the board shows from the state of the match and the turn being played. It draws nothing. */

import { afterSteps, offOf, pipCounts, placeOf } from "./places.js";
import { diceOf } from "./turn.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./turn.js").Turn} Turn */

/** The position in a state. @param {State} state @returns {Position} */
export function positionOf(state) {
  return { board: state.board, off: state.off ?? offOf(state.board, state.checkers ?? 15) };
}

/**
 * The first of some actions that a seat may take now, and that seat; null if none is allowed.
 * @param {State | null} state
 * @param {readonly Player[]} seats
 * @param {...string} actions
 * @returns {{seat: Player, action: string} | null}
 */
export function allowedAction(state, seats, ...actions) {
  for (const action of actions) {
    const seat = seats.find((one) => state?.actions?.[one]?.includes(action));
    if (seat) return { seat, action };
  }
  return null;
}

/** Whether this game is played with a cube. @param {State} state */
export function hasCube({ cube, rules, crawford, length }) {
  return Boolean(cube) && rules?.["cube"] !== false && !crawford && length !== 1;
}

/**
 * Make the scene for a state.
 * @param {State} state
 * @param {object} more
 * @param {Turn | null} more.turn the turn being played on this board
 * @param {boolean} more.isSent whether the play has been sent and waits for its answer
 * @param {boolean} more.mayRoll
 * @param {{player: Player, dice: readonly number[]} | null} more.lastRoll
 * @returns {Scene}
 */
export function makeScene(state, { turn, isSent, mayRoll, lastRoll }) {
  const mover = state.on_roll ?? null;
  const before = positionOf(state);
  const position = turn && mover ? afterSteps(before, mover, turn.steps) : before;
  /** @type {Scene["moved"]} */
  const moved = new Map();
  if (turn && mover && !isSent) for (const [point, count] of turn.movedCheckers) moved.set(placeOf(mover, point), count);
  const scene = { position, moved, mayRoll, cube: cubeOf(state), pips: pipCounts(position) };
  if (turn && mover) {
    const diceState = isSent ? "old" : turn.isComplete ? "ready" : "lively";
    return { ...scene, dice: turn.diceShown, roller: mover, diceState };
  }
  if (state.roll && mover) return { ...scene, dice: unplayed(shownDice(state.roll)), roller: mover, diceState: "lively" };
  // An offered cube lies where the last dice of the one who is to answer would be.
  if (lastRoll && lastRoll.player !== scene.cube?.offeredTo) return { ...scene, dice: unplayed(shownDice(lastRoll.dice)), roller: lastRoll.player, diceState: "old" };
  return { ...scene, dice: [], roller: null, diceState: "lively" };
}

/** Two dice, the higher one on the left. @param {readonly number[]} roll */
const shownDice = (roll) => diceOf(roll).slice(0, 2);

/** @param {number[]} dice */
const unplayed = (dice) => dice.map((value) => ({ value, isPlayed: false }));

/** @param {State} state @returns {Scene["cube"]} */
function cubeOf(state) {
  if (!state.cube || !hasCube(state)) return null;
  const { value, owner, offered } = state.cube;
  const offeredTo = offered ? (state.to_act ?? null) : null;
  return { value: offered ? offered.value : value, owner, offeredTo };
}
