/**
 * One thing after the other: a bot rolls and plays in an instant, but a person wants to see the dice before the checkers
 * move. What comes is shown in order, each for its moment; `hurry` takes the moments away.
 */

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {{state: MatchState, entry: Entry | null}} Sight */
/** @typedef {{setTimeout: (run: () => void, wait: number) => any, clearTimeout: (timer: any) => void}} Clock */

const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5, off: 0.25 };

/** Milliseconds for which what an event brought stays on the table before the next is shown, at normal speed. */
const MOMENTS = /** @type {Record<string, number>} */ ({
  open: 1500,
  roll: 1000,
  play: 650,
  double: 900,
  take: 700,
  beaver: 900,
  raccoon: 900,
  resign: 900,
  decline: 700,
});

/**
 * How long an event stays before the next.
 * @param {Entry | null} entry
 * @param {keyof typeof SPEEDS} speed
 */
export function momentOf(entry, speed) {
  return entry ? (MOMENTS[entry.entry.type] ?? 0) * SPEEDS[speed] : 0;
}

export class Pace {
  /**
   * @param {(sight: Sight) => void} show
   * @param {(sight: Sight) => number} moment how long a sight stays
   * @param {Clock} [clock]
   */
  constructor(show, moment, clock = { setTimeout: (run, wait) => setTimeout(run, wait), clearTimeout: (timer) => clearTimeout(timer) }) {
    this.show = show;
    this.moment = moment;
    this.clock = clock;
    /** @type {Sight[]} */
    this.queue = [];
    /** @type {any} */
    this.timer = null;
  }

  /** Whether something waits to be shown. */
  get behind() {
    return this.queue.length > 0;
  }

  /** @param {...Sight} sights */
  add(...sights) {
    this.queue.push(...sights);
    if (this.timer === null) this.#next();
  }

  /** Show all that waits, now; the last of it stays. */
  hurry() {
    this.clock.clearTimeout(this.timer);
    this.timer = null;
    for (const sight of this.queue.splice(0, Math.max(0, this.queue.length - 1))) this.show(sight);
    if (this.queue.length > 0) this.#next();
  }

  #next() {
    const sight = this.queue.shift();
    if (!sight) {
      this.timer = null;
      return;
    }
    this.timer = this.clock.setTimeout(() => this.#next(), this.moment(sight));
    this.show(sight);
  }
}
