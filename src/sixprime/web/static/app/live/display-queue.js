/**
 * Shows the states of a match one after another. A bot rolls and plays at once, but a person wants to see the dice before
 * the checkers move: each state stays for a while before the next is shown. `flush` skips these delays.
 */

import { BROWSER_CLOCK } from "./clock.js";

/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {{state: MatchState, entry: Entry | null}} Snapshot */
/** @typedef {import("./clock.js").Clock} Clock */

const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5, off: 0.25 };

/** How many milliseconds the result of each event stays before the next is shown, at normal speed. */
const DISPLAY_TIMES = /** @type {Record<string, number>} */ ({
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
 * How many milliseconds the result of an event stays before the next is shown.
 * @param {Entry | null} entry
 * @param {keyof typeof SPEEDS} speed
 */
export function displayTime(entry, speed) {
  return entry ? (DISPLAY_TIMES[entry.entry.type] ?? 0) * SPEEDS[speed] : 0;
}

/** A queue of states, each shown for its time. */
export class DisplayQueue {
  /**
   * @param {(snapshot: Snapshot) => void} show
   * @param {(snapshot: Snapshot) => number} timeFor for how many milliseconds a snapshot is shown
   * @param {Clock} [clock]
   */
  constructor(show, timeFor, clock = BROWSER_CLOCK) {
    this.show = show;
    this.timeFor = timeFor;
    this.clock = clock;
    /** @type {Snapshot[]} */
    this.queue = [];
    /** @type {any} */
    this.timer = null;
  }

  /** Whether states are waiting to be shown. */
  get isBehind() {
    return this.queue.length > 0;
  }

  /** @param {...Snapshot} snapshots */
  add(...snapshots) {
    this.queue.push(...snapshots);
    if (this.timer === null) this.#next();
  }

  /** Show all waiting states at once; the last one stays. */
  flush() {
    this.clock.clearTimeout(this.timer);
    this.timer = null;
    for (const snapshot of this.queue.splice(0, Math.max(0, this.queue.length - 1))) this.show(snapshot);
    if (this.queue.length > 0) this.#next();
  }

  #next() {
    const snapshot = this.queue.shift();
    if (!snapshot) {
      this.timer = null;
      return;
    }
    this.timer = this.clock.setTimeout(() => this.#next(), this.timeFor(snapshot));
    this.show(snapshot);
  }
}
