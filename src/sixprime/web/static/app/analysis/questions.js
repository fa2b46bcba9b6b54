/**
 * A decision as a question: its position on the board, the order of its actions, and what an answer is worth. Which plays
 * are legal the decision says; nothing here knows the rules.
 */

import { afterSteps, offOf, opponent } from "../../board/model/places.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} DecisionAnswer */
/** @typedef {{rules: Record<string, unknown>, checkers: number}} Game */

/** Losses below this are shown as nothing. */
export const NOTHING = 0.0005;

/** The order in which actions are offered: that of the best first would give the answer away. */
const ORDER = ["roll", "double", "take", "beaver", "raccoon", "drop", "accept", "decline"];

/** The actions of a decision, in an order that tells nothing. @param {DecisionAnswer} decision */
export function orderedActions({ actions }) {
  return [...(actions ?? [])].sort((one, other) => ORDER.indexOf(one.action) - ORDER.indexOf(other.action));
}

/**
 * Give the user the board, to make a play on it.
 * @param {BackgammonBoard} place
 * @param {DecisionAnswer} decision
 * @param {Game} game
 */
export function askForPlay(place, { player, board, roll, cube, length, crawford, turn }, { rules, checkers }) {
  place.view = player;
  place.seats = [player];
  place.state = { phase: "to-play", on_roll: player, to_act: player, board, off: offOf(board, checkers), roll, cube: { ...cube, offered: null }, length, crawford, rules, checkers, turn: /** @type {import("../../board/types.js").Graph | null} */ (turn) };
}

/**
 * Show the position of a decision: a double that is to be answered lies offered.
 * @param {BackgammonBoard} place
 * @param {DecisionAnswer} decision
 * @param {Game} game
 */
export function showPosition(place, { player, kind, board, roll, cube, length, crawford }, { rules, checkers }) {
  const offered = kind === "answer" ? { by: opponent(player), value: cube.value * 2, beavers: 0 } : null;
  place.view = player;
  place.setPosition(board, { on_roll: kind === "answer" ? opponent(player) : player, roll: kind === "play" ? roll : null, cube: { ...cube, offered }, length, crawford, rules, checkers });
}

/**
 * The play that some steps make, among those that were looked at.
 * @param {DecisionAnswer} decision
 * @param {[number, number][]} steps
 * @param {number} checkers
 */
export function playOfSteps(decision, steps, checkers) {
  const before = { board: decision.board, off: offOf(decision.board, checkers) };
  const after = afterSteps(before, decision.player, steps).board;
  return decision.plays?.find(({ board }) => board.every((count, point) => count === after[point])) ?? null;
}
