/**
 * One loop for everything that moves on the board. A motion knows where to draw itself for a share of its way between
 * 0 and 1; it is over, or cut short, without anybody waiting for it.
 */

/** @typedef {(share: number) => void} Motion */

/** Shorter than this is not seen, only felt as a delay. */
const SHORTEST = 70;

export class Animation {
  /** @type {Map<unknown, {draw: Motion, begin: number, duration: number, end?: () => void}>} */
  #running = new Map();
  #frame = 0;

  get isRunning() {
    return this.#running.size > 0;
  }

  /**
   * Begin a motion; one that runs already for the same thing gives way.
   * @param {unknown} thing
   * @param {Motion} draw
   * @param {number} duration in milliseconds
   * @param {{delay?: number, end?: () => void}} [more]
   */
  start(thing, draw, duration, { delay = 0, end } = {}) {
    this.#running.delete(thing);
    if (duration < SHORTEST) {
      draw(1);
      end?.();
      return;
    }
    draw(0);
    this.#running.set(thing, { draw, begin: performance.now() + delay, duration, end });
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#step);
  }

  /** Let a thing be where it is. @param {unknown} thing */
  drop(thing) {
    this.#running.delete(thing);
  }

  /** Bring everything to where it was going. */
  finish() {
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
      const share = Math.min(Math.max((now - motion.begin) / motion.duration, 0), 1);
      motion.draw(eased(share));
      if (share === 1) {
        this.#running.delete(thing);
        motion.end?.();
      }
    }
    if (this.#running.size && !this.#frame) this.#frame = requestAnimationFrame(this.#step);
  };
}

/** Quick to set out, gentle to arrive. @param {number} share */
function eased(share) {
  return 1 - (1 - share) ** 3;
}
