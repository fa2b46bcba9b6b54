/** What taps and drags on a place do to the turn being played. */

import { CHECKER_RADIUS } from "../drawing/layout.js";
import { placeOf, pointOf } from "../model/places.js";
import { pileOn } from "../model/position-edits.js";

/** @typedef {import("../drawing/layout.js").Layout} Layout */
/** @typedef {import("../model/turn.js").Turn} Turn */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * The turn after a tap on a place. A tap on a moved checker takes it back. Otherwise a die is played from the point; if
 * that is impossible and a moved checker stands there, it is taken back. A tap on a point without checkers of the player
 * makes the point, if two checkers can be brought there.
 * @param {Turn} turn
 * @param {Player} mover
 * @param {Place} place
 * @param {{isAlternate: boolean, isOnMoved: boolean, isFree: boolean}} how isFree: no checker of the player stands there
 * @returns {Turn | null}
 */
export function turnAfterTap(turn, mover, place, { isAlternate, isOnMoved, isFree }) {
  const point = pointOf(mover, place);
  if (point === null) return null;
  if (isOnMoved && !isAlternate) return turn.takenBack(point);
  if (isFree) return turn.makeable.get(point) ?? null;
  return turn.tap(point, isAlternate) ?? turn.takenBack(point);
}

/**
 * Every place that the checker on a place can be dragged to, with the turn after it.
 * @param {{turn: Turn, mover: Player} | null} activeTurn
 * @param {Place} place
 * @returns {Map<Place, Turn>}
 */
export function turnDragTargets(activeTurn, place) {
  const point = activeTurn && pointOf(activeTurn.mover, place);
  if (!activeTurn || point === null) return new Map();
  return new Map([...activeTurn.turn.dragTargets(point)].map(([target, after]) => [placeOf(activeTurn.mover, target), after]));
}

/**
 * The points that checkers can move from, each with its targets.
 * @param {Turn} turn
 * @returns {Map<number, number[]>}
 */
export function playableSources(turn) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const [source, target] of turn.edges) {
    const targets = found.get(source) ?? [];
    if (!targets.includes(target)) found.set(source, [...targets, target]);
  }
  return found;
}

/**
 * Whether a spot is on a checker that has been moved in this turn.
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {Place} place
 * @param {Spot} spot
 */
export function isOnMovedChecker({ moved, position }, layout, place, spot) {
  const count = pileOn(position, place)?.count ?? 0;
  const spots = Array.from({ length: moved.get(place) ?? 0 }, (_, number) => layout.spot(place, count - 1 - number));
  return spots.some(({ x, y }) => Math.hypot(spot.x - x, spot.y - y) <= CHECKER_RADIUS);
}
