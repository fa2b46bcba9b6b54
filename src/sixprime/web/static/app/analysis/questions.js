/**
 * A decision as a question: its position on the board, the order of its actions, and what an answer is worth. Which plays
 * are legal the decision says; nothing here knows the rules.
 */

import { afterSteps, offOf, opponent } from "../../board/model/places.js";
import { sentence, text } from "../shared/translations.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} DecisionAnswer */
/** @typedef {{rules: Record<string, unknown>, checkers: number}} Game */
/** @typedef {import("../../board/types.js").Player} Player */

/** Losses below this are shown as nothing. */
export const NOTHING = 0.0005;

/** The order in which actions are offered: that of the best first would give the answer away. */
const ORDER = ["roll", "double", "take", "beaver", "raccoon", "drop", "accept", "decline"];

/** A play or an action at the beginning of a sentence: a word gets its capital, notation stays as it is. @param {string} words */
export function opening(words) {
  return /\d/.test(words) ? words : sentence(words);
}

/** The actions of a decision, in an order that tells nothing. @param {DecisionAnswer} decision */
export function orderedActions({ actions }) {
  return [...(actions ?? [])].sort((one, other) => ORDER.indexOf(one.action) - ORDER.indexOf(other.action));
}

/**
 * The length and the score of the match, without which many a decision has no answer.
 * @param {Pick<DecisionAnswer, "length" | "score" | "crawford">} match
 * @param {readonly [Player, string][]} names in the order in which the points are told
 * @param {{isJacoby?: boolean}} [rules]
 */
export function scoreWords({ length, score, crawford }, names, { isJacoby = false } = {}) {
  if (length === null) return [text("Money play"), ...(isJacoby ? [text("Jacoby rule")] : [])].join(" · ");
  const match = crawford ? text("Match to {length}, Crawford game", { length }) : text("Match to {length}", { length });
  return [match, ...names.map(([player, name]) => `${name} ${score[player]}`)].join(" · ");
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
