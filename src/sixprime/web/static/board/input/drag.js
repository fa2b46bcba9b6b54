/** A checker being dragged: where it can be dropped, which of these places it is over, and their highlights. */

import { CHECKER_RADIUS } from "../drawing/layout.js";
import { pileOn } from "../model/position-edits.js";

/** @typedef {import("../drawing/board-view.js").BoardView} BoardView */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/** How far above a finger the checker is drawn, in pixels, so that the finger does not hide it. */
const FINGER_PIXELS = 26;

/** @template Choice the result of dropping the checker on a place */
export class Drag {
  /** @type {Place | null} */
  #over = null;

  /**
   * @param {BoardView} boardView
   * @param {Position} position
   * @param {Place} origin
   * @param {Map<Place, Choice>} choices
   * @param {{showsAll: boolean}} how whether all targets are highlighted; if so, a drop near a target counts as well
   */
  constructor(boardView, position, origin, choices, { showsAll }) {
    this.boardView = boardView;
    this.position = position;
    this.origin = origin;
    this.choices = choices;
    this.showsAll = showsAll;
    this.#highlight();
  }

  /** @param {Spot} spot @param {boolean} isTouch */
  moveTo(spot, isTouch) {
    const above = isTouch ? CHECKER_RADIUS + FINGER_PIXELS / this.boardView.layout.scale : 0;
    this.boardView.checkers.dragTo({ x: spot.x, y: spot.y - above }, isTouch ? 1.25 : 1.1);
    const over = this.#targetAt(spot);
    if (over === this.#over) return;
    this.#over = over;
    this.#highlight();
  }

  /** The result of dropping the checker here, or null. @param {Spot} spot @returns {Choice | null} */
  choiceAt(spot) {
    const target = this.#targetAt(spot);
    return target === null ? null : (this.choices.get(target) ?? null);
  }

  /** The target at a spot, or the nearest one within reach of a finger. @param {Spot} spot @returns {Place | null} */
  #targetAt(spot) {
    const { layout } = this.boardView;
    const here = layout.placeAt(spot);
    if (here === this.origin) return null;
    if (here && this.choices.has(here)) return here;
    if (!this.showsAll) return null;
    const near = [...this.choices.keys()].map((place) => ({ place, distance: layout.distance(place, spot) }));
    const best = near.sort((one, two) => one.distance - two.distance)[0];
    return best && best.distance < CHECKER_RADIUS ? best.place : null;
  }

  #highlight() {
    const { boardView, position, origin } = this;
    const lifted = pileOn(position, origin);
    const landing = (/** @type {Place} */ place) => {
      const pile = pileOn(position, place);
      return { place, number: pile && pile.player === lifted?.player ? pile.count : 0 };
    };
    const targets = [...this.choices.keys()].filter((place) => this.showsAll || place === this.#over).map(landing);
    const height = lifted?.count ?? 1;
    const ghost = height <= boardView.layout.capacity(origin) ? { place: origin, number: height - 1 } : null;
    boardView.highlights.draw(boardView.layout, { targets, over: this.#over, ghost });
  }
}
