/** What taps and drags do while a position is set up. */

import { CHECKER_RADIUS, PLACES } from "../drawing/layout.js";
import { opponent } from "../model/places.js";
import { pileOn, withMoved, withPile } from "../model/position-edits.js";

/** @typedef {import("../drawing/layout.js").Layout} Layout */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * The position after a tap on a place. A tap at the height of the third checker makes a pile of three; a tap on the top
 * checker removes it.
 * @param {Position} position
 * @param {Place} place
 * @param {Spot} spot
 * @param {Player} player the player whose checkers are put down
 * @param {Layout} layout
 */
export function positionAfterTap(position, place, spot, player, layout) {
  if (place.endsWith("-bar")) return withPileChanged(position, place, player, 1);
  const base = layout.isAbove(place) ? layout.top : layout.end;
  const level = Math.floor(Math.abs(spot.y - base) / (2 * CHECKER_RADIUS)) + 1;
  const pile = pileOn(position, place);
  const count = pile?.player === player ? pile.count : 0;
  if (level > layout.shown) return withPile(position, place, player, count + 1);
  return withPile(position, place, player, level === count ? level - 1 : level);
}

/**
 * The position with one checker more or fewer on a place.
 * @param {Position} position
 * @param {Place} place
 * @param {Player} player
 * @param {1 | -1} by
 */
export function withPileChanged(position, place, player, by) {
  const pile = pileOn(position, place);
  const owner = by < 0 && pile ? pile.player : player;
  const count = pile && (pile.player === owner || place.endsWith("-bar")) ? pile.count : 0;
  return withPile(position, place, owner, count + by);
}

/**
 * Every place that the top checker of a place can be moved to, with the position after it.
 * @param {Position} position
 * @param {Place} from
 * @returns {Map<Place, Position>}
 */
export function editDragTargets(position, from) {
  /** @type {Map<Place, Position>} */
  const choices = new Map();
  for (const place of PLACES) {
    const after = withMoved(position, from, place);
    if (after) choices.set(place, after);
  }
  return choices;
}

/** The player whose checkers are put down. @param {Player} brush @param {boolean} isAlternate by the right button or a long press */
export const brushFor = (brush, isAlternate) => (isAlternate ? opponent(brush) : brush);
