/** A checker in the hand: where it can be put, which of these places it is over, and how that is shown. */

import { pileOn } from "../model/position-edits.js";
import { RADIUS } from "../drawing/layout.js";

/** @typedef {import("../drawing/board-view.js").Table} Table */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/** How many pixels a finger hides above its tip. */
const FINGER = 26;

/** @template Choice what putting the checker down somewhere leads to */
export class Drag {
  /** @type {Place | null} */
  #over = null;

  /**
   * @param {Table} table
   * @param {Position} position
   * @param {Place} origin
   * @param {Map<Place, Choice>} choices
   * @param {{showsAll: boolean}} how whether all places it can go to are lit up; if so, a near miss counts as well
   */
  constructor(table, position, origin, choices, { showsAll }) {
    this.table = table;
    this.position = position;
    this.origin = origin;
    this.choices = choices;
    this.showsAll = showsAll;
    this.#light();
  }

  /** @param {Spot} spot @param {boolean} isTouch */
  carry(spot, isTouch) {
    const above = isTouch ? RADIUS + FINGER / this.table.layout.scale : 0;
    this.table.checkers.carry({ x: spot.x, y: spot.y - above }, isTouch ? 1.25 : 1.1);
    const over = this.#targetAt(spot);
    if (over === this.#over) return;
    this.#over = over;
    this.#light();
  }

  /** What the checker leads to if it is put down here. @param {Spot} spot @returns {Choice | null} */
  choiceAt(spot) {
    const target = this.#targetAt(spot);
    return target === null ? null : (this.choices.get(target) ?? null);
  }

  /** The place itself, or the next one a finger may have missed. @param {Spot} spot @returns {Place | null} */
  #targetAt(spot) {
    const { layout } = this.table;
    const here = layout.placeAt(spot);
    if (here === this.origin) return null;
    if (here && this.choices.has(here)) return here;
    if (!this.showsAll) return null;
    const near = [...this.choices.keys()].map((place) => ({ place, distance: layout.distance(place, spot) }));
    const best = near.sort((one, two) => one.distance - two.distance)[0];
    return best && best.distance < RADIUS ? best.place : null;
  }

  #light() {
    const { table, position, origin } = this;
    const lifted = pileOn(position, origin);
    const landing = (/** @type {Place} */ place) => {
      const pile = pileOn(position, place);
      return { place, number: pile && pile.player === lifted?.player ? pile.count : 0 };
    };
    const targets = [...this.choices.keys()].filter((place) => this.showsAll || place === this.#over).map(landing);
    const height = lifted?.count ?? 1;
    const ghost = height <= table.layout.room(origin) ? { place: origin, number: height - 1 } : null;
    table.lights.draw(table.layout, { targets, over: this.#over, ghost });
  }
}
