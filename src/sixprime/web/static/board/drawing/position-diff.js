/**
 * Which checkers move between two positions: the difference between before and after, whatever led from one to
 * the other, so that a play, an undo and a jump in a replay all move in the same way. No pictures here.
 */

import { PLAYERS, opponent, pointOf } from "../model/places.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Pile} Pile */

/** Who stands where, by number, from the bottom of each pile up. @typedef {Map<Place, number[]>} Standing */

/**
 * `moved` is in the order in which they set out; `added` stand nowhere yet, and `gone` nowhere any more, because there
 * are more or fewer checkers than before.
 * @typedef {object} Rearrangement
 * @property {Standing} standing
 * @property {number[]} moved
 * @property {{player: Player, place: Place}[]} added
 * @property {number[]} gone
 */

/**
 * @param {Map<Place, number[]>} standing
 * @param {Map<Place, Pile>} piles where they shall stand
 * @param {(number: number) => Player} colourOf
 * @returns {Rearrangement}
 */
export function rearranged(standing, piles, colourOf) {
  /** @type {Standing} */
  const after = new Map();
  /** @type {number[]} */
  const moved = [];
  /** @type {{player: Player, place: Place}[]} */
  const added = [];
  /** @type {number[]} */
  const gone = [];
  const places = new Set([...standing.keys(), ...piles.keys()]);
  for (const player of PLAYERS) {
    /** @type {{number: number, place: Place}[]} */
    const leaving = [];
    /** @type {Place[]} */
    const wanted = [];
    for (const place of byDistance(places, player)) {
      const here = (standing.get(place) ?? []).filter((number) => colourOf(number) === player);
      const pile = piles.get(place);
      const count = pile?.player === player ? pile.count : 0;
      if (count) after.set(place, here.slice(0, count));
      for (const number of here.slice(count).reverse()) leaving.push({ number, place });
      for (let missing = count - here.length; missing > 0; missing--) wanted.push(place);
    }
    // The rearmost leaves for the rearmost place that is missing one: so ways do not cross.
    wanted.forEach((place, turn) => {
      const next = leaving[turn];
      if (next) {
        after.get(place)?.push(next.number);
        moved.push(next.number);
      } else added.push({ player, place });
    });
    gone.push(...leaving.slice(wanted.length).map(({ number }) => number));
  }
  return { standing: after, moved, added, gone };
}

/**
 * The places of a player from the bar home; the other's bar and tray do not matter.
 * @param {Iterable<Place>} places
 * @param {Player} player
 */
function byDistance(places, player) {
  const rank = (/** @type {Place} */ place) => pointOf(player, place) ?? pointOf(opponent(player), place) ?? 0;
  return [...places].sort((one, two) => rank(two) - rank(one));
}
