/**
 * The checkers on the board. Their nodes are kept and only moved, so that nothing is created or removed during an
 * animation.
 */

import { pilesOf } from "../model/places.js";
import { between } from "./animation.js";
import { CHECKER_RADIUS } from "./layout.js";
import { diffPositions } from "./position-diff.js";
import { setAttributes, setTransform, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./animation.js").Animation} Animation */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./position-diff.js").Placement} Placement */

/** How much later each further checker starts, as a fraction of the duration. */
const STAGGER = 0.35;

/** How far a checker that cannot move is shaken, in units of the picture. */
const SHAKE = 7;

/** The SVG node of one checker. */
class Checker {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.slab = svgElement("rect", { class: "slab", rx: 3 });
    this.text = svgElement("text");
    this.node = svgElement(
      "g",
      { class: `checker ${player}` },
      svgElement("circle", { class: "shade", cx: 1.5, cy: 2.8, r: CHECKER_RADIUS }),
      svgElement("circle", { class: "face", r: CHECKER_RADIUS - 0.9, fill: `url(#${player})` }),
      svgElement("circle", { class: "ring", r: CHECKER_RADIUS - 7 }),
      this.slab,
      this.text,
      svgElement("circle", { class: "moved", r: 5 }),
    );
    /** @type {Spot} */
    this.spot = { x: 0, y: 0 };
  }

  /** @param {Spot} spot @param {number} [scale] */
  put(spot, scale = 1) {
    this.spot = spot;
    setTransform(this.node, spot, scale);
  }
}

/** All checkers of a board. */
export class Checkers {
  node = svgElement("g", { class: "checkers" });
  /** @type {Checker[]} */
  #checkers = [];
  /** @type {Placement} */
  #placement = new Map();
  /** @type {Checker | null} */
  #lifted = null;

  /** @param {Animation} animation */
  constructor(animation) {
    this.animation = animation;
  }

  /**
   * Arrange the checkers as in a position. Those that have to move start from wherever they are now.
   * @param {Position} position
   * @param {Layout} layout
   * @param {{moved: Map<Place, number>, movable: ReadonlySet<Place>, duration: number}} how
   * @returns {number} how many moved
   */
  arrange(position, layout, { moved, movable, duration }) {
    const after = diffPositions(this.#placement, pilesOf(position), (number) => this.#checker(number).player);
    const isFirst = this.#checkers.length === 0;
    for (const number of after.gone) this.#checker(number).node.remove();
    for (const { player, place } of after.added) {
      const number = this.#checkers.push(new Checker(player)) - 1;
      after.standing.get(place)?.push(number);
      this.node.append(this.#checker(number).node);
      this.#checker(number).put(layout.spot(place, 0));
    }
    this.#placement = after.standing;
    const setOut = new Map(after.moved.map((number, turn) => [number, turn]));
    for (const number of after.moved) this.node.append(this.#checker(number).node);
    const slab = {
      x: 3 - layout.trayWidth / 2,
      y: 0.75 - layout.slab / 2,
      width: layout.trayWidth - 6,
      height: layout.slab - 1.5,
    };
    for (const [place, numbers] of this.#placement) {
      const isOff = place.endsWith("-off");
      numbers.forEach((number, level) => {
        const checker = this.#checker(number);
        setAttributes(checker.slab, slab);
        this.#showMarks(checker, level, numbers.length, layout.capacity(place), moved.get(place) ?? 0, isOff);
        checker.node.classList.toggle("movable", movable.has(place) && level === numbers.length - 1);
        const turn = setOut.get(number);
        const target = layout.spot(place, level);
        if (isFirst || (turn === undefined && checker !== this.#lifted)) {
          this.animation.cancel(checker);
          checker.node.classList.toggle("off", isOff);
          checker.put(target);
        } else this.#animate(checker, target, isOff, duration, turn ?? 0);
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
  #animate(checker, target, isOff, duration, turn) {
    const from = { ...checker.spot };
    const draw = (/** @type {number} */ progress) => {
      const rise = 1 + 0.14 * Math.sin(Math.PI * progress);
      checker.put(between(from, target, progress), progress === 1 ? 1 : rise);
    };
    checker.node.classList.remove("off", "lifted");
    const end = () => checker.node.classList.toggle("off", isOff);
    this.animation.start(checker, draw, duration, { delay: turn * duration * STAGGER, end });
  }

  /**
   * Show the count on a high pile, and the dot on checkers that were moved in this turn.
   * @param {Checker} checker
   * @param {number} level
   * @param {number} count
   * @param {number} capacity
   * @param {number} moved
   * @param {boolean} isOff
   */
  #showMarks(checker, level, count, capacity, moved, isOff) {
    const isNumbered = level === count - 1 && count > capacity && !isOff;
    checker.text.textContent = isNumbered ? String(count) : "";
    checker.node.classList.toggle("was-moved", level >= count - moved);
    checker.node.classList.toggle("numbered", isNumbered);
    checker.node.classList.remove("lifted");
  }

  /** Shake the top checker of a place, which cannot move. @param {Place} place @param {number} duration */
  shake(place, duration) {
    const number = this.#placement.get(place)?.at(-1);
    if (number === undefined || duration === 0) return;
    this.animation.finishAll();
    const checker = this.#checker(number);
    const { x, y } = checker.spot;
    const draw = (/** @type {number} */ progress) => checker.put({ x: x + SHAKE * Math.sin(6 * Math.PI * progress) * (1 - progress), y });
    this.animation.start(checker, draw, 2 * duration);
  }

  /** @param {number} number */
  #checker(number) {
    return /** @type {Checker} */ (this.#checkers[number]);
  }

  /** Pick up the top checker of a place to drag it; false if there is none. @param {Place} place */
  lift(place) {
    const number = this.#placement.get(place)?.at(-1);
    if (number === undefined) return false;
    this.animation.finishAll();
    const checker = this.#checker(number);
    this.#lifted = checker;
    checker.text.textContent = "";
    checker.node.classList.remove("off");
    checker.node.classList.add("lifted");
    this.node.append(checker.node);
    return true;
  }

  /** @param {Spot} spot @param {number} scale */
  dragTo(spot, scale) {
    this.#lifted?.put(spot, scale);
  }
}
