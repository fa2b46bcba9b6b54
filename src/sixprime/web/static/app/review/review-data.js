/**
 * What is known about a match: the review as it came, and what has been added to it since by messages of its source. The
 * parts of the page listen to it. It asks nobody for anything.
 */

/** @typedef {import("../shared/answer-types.js").AnalysisAnswer} Analysis */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} DecisionAnswer */
/** @typedef {import("../shared/answer-types.js").DecisionSummaryAnswer} Decision */
/** @typedef {import("../shared/answer-types.js").FiguresBySide} Figures */
/** @typedef {import("../shared/answer-types.js").ReviewAnswer} Review */
/** @typedef {import("../shared/answer-types.js").RollLuckAnswer} RollLuck */

/** @typedef {import("../analysis/sources.js").SourceMessage} SourceMessage */

/** What has changed: decisions and rolls by the numbers of their events, or everything. @typedef {{events: ReadonlySet<number> | "all"}} Change */

export class ReviewData {
  /** @type {Map<number, Decision>} */
  #decisions = new Map();
  /** @type {Map<number, RollLuck>} */
  #rolls = new Map();
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  /** The analysis that the review comes from, or that runs. @type {Analysis | null} */
  analysis = null;
  /** @type {Figures | null} */
  figures = null;
  /** The figures of single games. @type {Review["games"]} */
  games = [];
  /** The version of the match that was analysed. @type {number | null} */
  version = null;
  /** All analyses of the match. @type {Analysis[]} */
  available = [];

  /** Replace everything by a review; null if there is none. @param {Review | null} review */
  load(review) {
    this.#decisions = new Map(review?.decisions.map((decision) => [decision.event, decision]));
    this.#rolls = new Map(review?.rolls.map((roll) => [roll.event, roll]));
    this.analysis = review?.analysis ?? null;
    this.figures = review && review.decisions.length > 0 ? review.figures : null;
    this.games = review?.games ?? [];
    this.version = review?.version ?? null;
    this.available = review?.available ?? [];
    this.#tell({ events: "all" });
  }

  /** Add what a message of the source says. @param {SourceMessage} message */
  receive(message) {
    if (message.type === "review") return this.load(message.review);
    if (message.type === "progress") {
      this.analysis = message.analysis;
      this.#tell({ events: new Set() });
    } else if (message.type === "decisions") {
      for (const decision of message.decisions) this.#decisions.set(decision.event, decision);
      for (const roll of message.rolls) this.#rolls.set(roll.event, roll);
      this.figures = message.figures;
      this.games = []; // They are those of an earlier moment; the whole review comes at the end.
      this.#tell({ events: new Set([...message.decisions, ...message.rolls].map(({ event }) => event)) });
    }
  }

  /** Take over the loss of a decision that was looked at once more. @param {DecisionAnswer} result */
  replace(result) {
    const known = result.event === null ? undefined : this.#decisions.get(result.event);
    if (!known || result.loss === null) return;
    this.#decisions.set(known.event, { ...known, loss: result.loss, match_loss: result.match_loss, cube_error: result.cube_error });
    this.#tell({ events: new Set([known.event]) });
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** @param {Change} change */
  #tell(change) {
    for (const listener of this.#listeners) listener(change);
  }

  /** The decision of an event. @param {number} event */
  decision(event) {
    return this.#decisions.get(event) ?? null;
  }

  /** The luck of the roll of an event. @param {number} event */
  roll(event) {
    return this.#rolls.get(event) ?? null;
  }

  /** All decisions in the order of the match. @returns {Decision[]} */
  get decisions() {
    return [...this.#decisions.values()].sort((one, other) => one.event - other.event);
  }

  /** All rolls in the order of the match. @returns {RollLuck[]} */
  get rolls() {
    return [...this.#rolls.values()].sort((one, other) => one.event - other.event);
  }

  get isEmpty() {
    return this.#decisions.size === 0;
  }

  /** Whether an analysis of the match waits or runs. */
  get isRunning() {
    return this.analysis !== null && (this.analysis.state === "waiting" || this.analysis.state === "running");
  }
}
