/**
 * The checkers on the board: nodes that stay and only change their place, so that nothing is made or thrown away
 * while they move.
 */

import { RADIUS } from "./layout.js";
import { rearranged } from "./position-diff.js";
import { pilesOf } from "../model/places.js";
import { moveTo, set, shape } from "./svg.js";

/** @typedef {import("./animation.js").Animation} Animation */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./position-diff.js").Standing} Standing */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/** Which way later checkers wait for earlier ones, as a share of the duration. */
const STAGGER = 0.35;

class Checker {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.slab = shape("rect", { class: "slab", rx: 3 });
    this.text = shape("text");
    this.node = shape(
      "g",
      { class: `checker ${player}` },
      shape("circle", { class: "shade", cx: 1.5, cy: 2.8, r: RADIUS }),
      shape("circle", { class: "face", r: RADIUS - 0.9, fill: `url(#${player})` }),
      shape("circle", { class: "ring", r: RADIUS - 7 }),
      this.slab,
      this.text,
      shape("circle", { class: "moved", r: 5 }),
    );
    /** @type {Spot} */
    this.spot = { x: 0, y: 0 };
  }

  /** @param {Spot} spot @param {number} [scale] */
  put(spot, scale = 1) {
    this.spot = spot;
    moveTo(this.node, spot, scale);
  }
}

export class Checkers {
  node = shape("g", { class: "checkers" });
  /** @type {Checker[]} */
  #checkers = [];
  /** @type {Standing} */
  #standing = new Map();
  /** @type {Checker | null} */
  #lifted = null;

  /** @param {Animation} animation */
  constructor(animation) {
    this.animation = animation;
  }

  /**
   * Let the checkers stand as in a position; those that have to move do so from wherever they are now.
   * @param {Position} position
   * @param {Layout} layout
   * @param {{moved: Map<Place, number>, duration: number}} how
   * @returns {number} how many moved
   */
  arrange(position, layout, { moved, duration }) {
    const after = rearranged(this.#standing, pilesOf(position), (number) => this.#checker(number).player);
    const isFirst = this.#checkers.length === 0;
    for (const number of after.gone) this.#checker(number).node.remove();
    for (const { player, place } of after.added) {
      const number = this.#checkers.push(new Checker(player)) - 1;
      after.standing.get(place)?.push(number);
      this.node.append(this.#checker(number).node);
      this.#checker(number).put(layout.spot(place, 0));
    }
    this.#standing = after.standing;
    const setOut = new Map(after.moved.map((number, turn) => [number, turn]));
    for (const number of after.moved) this.node.append(this.#checker(number).node);
    const slab = {
      x: 3 - layout.trayWidth / 2,
      y: 0.75 - layout.slab / 2,
      width: layout.trayWidth - 6,
      height: layout.slab - 1.5,
    };
    for (const [place, numbers] of this.#standing) {
      const isOff = place.endsWith("-off");
      numbers.forEach((number, level) => {
        const checker = this.#checker(number);
        set(checker.slab, slab);
        this.#mark(checker, level, numbers.length, layout.room(place), moved.get(place) ?? 0, isOff);
        const turn = setOut.get(number);
        const target = layout.spot(place, level);
        if (isFirst || (turn === undefined && checker !== this.#lifted)) {
          this.animation.drop(checker);
          checker.node.classList.toggle("off", isOff);
          checker.put(target);
        } else this.#travel(checker, target, isOff, duration, turn ?? 0);
      });
    }
    this.#lifted = null;
    return after.moved.length;
  }

  /**
   * @param {Checker} checker
   * @param {Spot} target
   * @param {boolean} isOff
   * @param {number} duration
   * @param {number} turn
   */
  #travel(checker, target, isOff, duration, turn) {
    const from = { ...checker.spot };
    const draw = (/** @type {number} */ share) => {
      const rise = 1 + 0.14 * Math.sin(Math.PI * share);
      checker.put(
        { x: from.x + (target.x - from.x) * share, y: from.y + (target.y - from.y) * share },
        share === 1 ? 1 : rise,
      );
    };
    checker.node.classList.remove("off", "lifted");
    const end = () => checker.node.classList.toggle("off", isOff);
    this.animation.start(checker, draw, duration, { delay: turn * duration * STAGGER, end });
  }

  /**
   * The number of a high pile, and the mark of the checkers that were moved.
   * @param {Checker} checker
   * @param {number} level
   * @param {number} count
   * @param {number} room
   * @param {number} moved
   * @param {boolean} isOff
   */
  #mark(checker, level, count, room, moved, isOff) {
    const isNumbered = level === count - 1 && count > room && !isOff;
    checker.text.textContent = isNumbered ? String(count) : "";
    checker.node.classList.toggle("was-moved", level >= count - moved);
    checker.node.classList.toggle("numbered", isNumbered);
    checker.node.classList.remove("lifted");
  }

  /** @param {number} number */
  #checker(number) {
    return /** @type {Checker} */ (this.#checkers[number]);
  }

  /** The uppermost checker of a place, to be dragged. @param {Place} place */
  lift(place) {
    const number = this.#standing.get(place)?.at(-1);
    if (number === undefined) return false;
    this.animation.finish();
    const checker = this.#checker(number);
    this.#lifted = checker;
    checker.text.textContent = "";
    checker.node.classList.remove("off");
    checker.node.classList.add("lifted");
    this.node.append(checker.node);
    return true;
  }

  /** @param {Spot} spot @param {number} scale */
  carry(spot, scale) {
    this.#lifted?.put(spot, scale);
  }
}
