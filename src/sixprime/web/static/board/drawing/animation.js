/**
 * One animation loop for everything that moves on the board. A motion draws itself for a progress between 0 and 1.
 * Nothing waits for a motion to end, so each can be cut short at any time.
 */

/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {(progress: number) => void} Motion */

/** Animations shorter than this, in milliseconds, would only be felt as a delay: they are skipped. */
const MIN_DURATION = 70;

/** Runs the motions of one board. */
export class Animation {
  /** @type {Map<unknown, {draw: Motion, begin: number, duration: number, end?: () => void}>} */
  #running = new Map();
  #frame = 0;

  get isRunning() {
    return this.#running.size > 0;
  }

  /**
   * Start a motion; it replaces a running motion of the same thing.
   * @param {unknown} thing
   * @param {Motion} draw
   * @param {number} duration in milliseconds
   * @param {{delay?: number, end?: () => void}} [more]
   */
  start(thing, draw, duration, { delay = 0, end } = {}) {
    this.#running.delete(thing);
    if (duration < MIN_DURATION) {
      draw(1);
      end?.();
      return;
    }
    draw(0);
    this.#running.set(thing, { draw, begin: performance.now() + delay, duration, end });
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#step);
  }

  /** Stop the motion of a thing without finishing it. @param {unknown} thing */
  cancel(thing) {
    this.#running.delete(thing);
  }

  /** End all motions at once, each in its final position. */
  finishAll() {
    const motions = [...this.#running.values()];
    this.#running.clear();
    for (const motion of motions) {
      motion.draw(1);
      motion.end?.();
    }
  }

  #step = (/** @type {number} */ now) => {
    this.#frame = 0;
    for (const [thing, motion] of [...this.#running]) {
      const progress = Math.min(Math.max((now - motion.begin) / motion.duration, 0), 1);
      motion.draw(easeOut(progress));
      if (progress === 1) {
        this.#running.delete(thing);
        motion.end?.();
      }
    }
    if (this.#running.size && !this.#frame) this.#frame = requestAnimationFrame(this.#step);
  };
}

/**
 * The spot at a progress between two others.
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} progress
 * @returns {Spot}
 */
export function between(from, to, progress) {
  return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress };
}

/** Cubic easing: starts fast and slows down. @param {number} progress */
function easeOut(progress) {
  return 1 - (1 - progress) ** 3;
}
