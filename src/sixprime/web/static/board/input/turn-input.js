/** What taps and drags on a place mean for the turn under way. */

import { pileOn } from "../model/position-edits.js";
import { RADIUS } from "../drawing/layout.js";
import { placeOf, pointOf } from "../model/places.js";

/** @typedef {import("../drawing/layout.js").Layout} Layout */
/** @typedef {import("../model/turn.js").Turn} Turn */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * The turn after a tap: a moved checker that is touched itself is taken back; otherwise the point plays a die, and
 * where it cannot, but a moved checker stands there, that is taken back.
 * @param {Turn} turn
 * @param {Player} mover
 * @param {Place} place
 * @param {{isOther: boolean, isOnMoved: boolean}} how
 * @returns {Turn | null}
 */
export function tapped(turn, mover, place, { isOther, isOnMoved }) {
  const point = pointOf(mover, place);
  if (point === null) return null;
  if (isOnMoved && !isOther) return turn.takenBack(point);
  return turn.tap(point, isOther) ?? turn.takenBack(point);
}

/**
 * Where the checker on a place can be dragged.
 * @param {{turn: Turn, mover: Player} | null} live
 * @param {Place} place
 * @returns {Map<Place, Turn>}
 */
export function dragChoices(live, place) {
  const point = live && pointOf(live.mover, place);
  if (!live || point === null) return new Map();
  return new Map([...live.turn.choices(point)].map(([target, after]) => [placeOf(live.mover, target), after]));
}

/**
 * What a tap on each point could play, for those who cannot see where its checkers go.
 * @param {Turn} turn
 * @returns {Map<number, number[]>}
 */
export function playable(turn) {
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
  return spots.some(({ x, y }) => Math.hypot(spot.x - x, spot.y - y) <= RADIUS);
}
