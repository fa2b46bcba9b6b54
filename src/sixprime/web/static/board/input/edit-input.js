/** A hand that sets up a position: taps make piles as high as where they fall, drags put checkers anywhere. */

import { PLACES, RADIUS } from "../drawing/layout.js";
import { pileOn, withMoved, withPile } from "../model/position-edits.js";
import { opponent } from "../model/places.js";

/** @typedef {import("../drawing/layout.js").Layout} Layout */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * The position after a tap on a place: at the height of the third checker it makes a pile of three; the uppermost one
 * is taken away by a tap on itself.
 * @param {Position} position
 * @param {Place} place
 * @param {Spot} spot
 * @param {Player} player whose checkers are put down
 * @param {Layout} layout
 */
export function pileTapped(position, place, spot, player, layout) {
  if (place.endsWith("-bar")) return changed(position, place, player, 1);
  const base = layout.isAbove(place) ? layout.top : layout.end;
  const level = Math.floor(Math.abs(spot.y - base) / (2 * RADIUS)) + 1;
  const pile = pileOn(position, place);
  const count = pile?.player === player ? pile.count : 0;
  if (level > layout.shown) return withPile(position, place, player, count + 1);
  return withPile(position, place, player, level === count ? level - 1 : level);
}

/**
 * The position with one checker more, or less, on a place.
 * @param {Position} position
 * @param {Place} place
 * @param {Player} player
 * @param {1 | -1} by
 */
export function changed(position, place, player, by) {
  const pile = pileOn(position, place);
  const owner = by < 0 && pile ? pile.player : player;
  const count = pile && (pile.player === owner || place.endsWith("-bar")) ? pile.count : 0;
  return withPile(position, place, owner, count + by);
}

/**
 * Everywhere the uppermost checker of a place can be put.
 * @param {Position} position
 * @param {Place} from
 * @returns {Map<Place, Position>}
 */
export function editChoices(position, from) {
  /** @type {Map<Place, Position>} */
  const choices = new Map();
  for (const place of PLACES) {
    const after = withMoved(position, from, place);
    if (after) choices.set(place, after);
  }
  return choices;
}

/** Whose checkers are put down. @param {Player} brush @param {boolean} isOther with the right button, or held */
export const brushFor = (brush, isOther) => (isOther ? opponent(brush) : brush);
