/**
 * Which checkers move between two positions. Only the two positions are compared, so that a play, an undo and a jump in
 * a replay are animated in the same way.
 */

import { opponent, PLAYERS, pointOf } from "../model/places.js";

/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */

/** The checkers on each place, by their numbers, from the edge of the board inwards. @typedef {Map<Place, number[]>} Placement */

/**
 * `moved` is in the order in which the checkers start. `added` and `gone` are used when there are more or fewer checkers
 * than before.
 * @typedef {object} PositionDiff
 * @property {Placement} standing
 * @property {number[]} moved
 * @property {{player: Player, place: Place}[]} added
 * @property {number[]} gone
 */

/**
 * Compare the present placement with the piles of the next position.
 * @param {Map<Place, number[]>} standing
 * @param {Map<Place, Pile>} piles
 * @param {(number: number) => Player} colourOf
 * @returns {PositionDiff}
 */
export function diffPositions(standing, piles, colourOf) {
  /** @type {Placement} */
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
    // The rearmost checker goes to the rearmost place that needs one, so that paths do not cross.
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
 * Places in a player's direction of play, from the bar to the tray.
 * @param {Iterable<Place>} places
 * @param {Player} player
 */
function byDistance(places, player) {
  const rank = (/** @type {Place} */ place) => pointOf(player, place) ?? pointOf(opponent(player), place) ?? 0;
  return [...places].sort((one, two) => rank(two) - rank(one));
}
