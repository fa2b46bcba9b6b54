/**
 * Where pages get analyses from: the server, or data inside the page (a file that was saved and opens without a server).
 * The components of the review take a source and never send requests by themselves.
 */

import { ApiError, get, post } from "../shared/api.js";
import { AnalysisJob, hasEnded } from "./analysis-jobs.js";

/** @typedef {import("./analysis-jobs.js").JobListener} JobListener */
/** @typedef {import("../shared/answer-types.js").AnalysisAnswer} Analysis */
/** @typedef {import("../shared/answer-types.js").AnalysedDecisionsAnswer} AnalysedDecisions */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} Decision */
/** @typedef {import("../shared/answer-types.js").AnalysisAnswer["depth"]} DepthName */
/** @typedef {import("../shared/answer-types.js").ReviewAnswer} Review */

/**
 * Roll out a decision of a match, by the number of its event, or a position (null). Results come while it runs.
 * @typedef {(event: number | null, listener: JobListener) => Promise<AnalysisJob>} RollOut
 */

/**
 * What a source tells while a match is analysed: `decisions` is what was found since the last message; `review` is a
 * review to take the place of the present one, when the analysis has ended or messages may have been missed.
 * @typedef {{type: "progress", analysis: Analysis} | AnalysedDecisions | {type: "review", review: Review}
 *   | {type: "connection", isConnected: boolean} | {type: "problem", problem: unknown}} SourceMessage
 */

/**
 * The analysis of a match.
 * @typedef {object} ReviewSource
 * @property {(depth?: DepthName) => Promise<Review | null>} review the best one there is; null where there is none
 * @property {(event: number) => Promise<Decision>} decision everything about one decision of the review
 * @property {(listener: (message: SourceMessage) => void) => () => void} subscribe returns a function that ends it
 * @property {(depth: DepthName) => Promise<Analysis>} [analyse] begin an analysis, or follow the one that runs
 * @property {() => Promise<void>} [cancel] end the analysis that runs
 * @property {RollOut} [rollOut]
 * @property {() => void} close
 */

/** The analyses of a match on the server. @implements {ReviewSource} */
export class ServerSource {
  /** @param {string} match */
  constructor(match) {
    this.#match = match;
  }

  #match;
  /** The depth of the review that is shown. @type {DepthName | null} */
  #depth = null;
  /** @type {AnalysisJob | null} */
  #job = null;
  /** @type {Set<(message: SourceMessage) => void>} */
  #listeners = new Set();
  /** @type {Map<number, Promise<Decision>>} */
  #decisions = new Map();

  get #path() {
    return `/api/matches/${encodeURIComponent(this.#match)}/analysis`;
  }

  /** @param {DepthName} [depth] @returns {Promise<Review | null>} */
  async review(depth) {
    try {
      /** @type {Review} */
      const review = await get(depth ? `${this.#path}?depth=${depth}` : this.#path);
      this.#depth = review.depth;
      this.#decisions.clear();
      if (!hasEnded(review.analysis)) this.#follow(review.analysis);
      return review;
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) return null;
      throw problem;
    }
  }

  /** @param {number} event @returns {Promise<Decision>} */
  decision(event) {
    let found = this.#decisions.get(event);
    if (!found) {
      found = get(`${this.#path}/decisions/${event}${this.#depth ? `?depth=${this.#depth}` : ""}`);
      found.catch(() => this.#decisions.delete(event));
      this.#decisions.set(event, found);
    }
    return found;
  }

  /** @param {(message: SourceMessage) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {DepthName} depth @returns {Promise<Analysis>} */
  async analyse(depth) {
    /** @type {Analysis} */
    const analysis = await post("/api/analyses", { match: this.#match, depth });
    this.#depth = depth;
    this.#decisions.clear();
    this.#follow(analysis);
    return analysis;
  }

  async cancel() {
    await this.#job?.cancel();
  }

  /** @type {RollOut} */
  async rollOut(event, listener) {
    const analysis = await post("/api/analyses", { match: this.#match, event, depth: "rollout" });
    const keep = (/** @type {Decision} */ decision) => {
      if (event !== null) this.#decisions.set(event, Promise.resolve(decision));
      listener.result?.(decision);
    };
    return new AnalysisJob(analysis, { ...listener, result: keep }).follow();
  }

  /** Stop listening. */
  close() {
    this.#job?.stop();
    this.#listeners.clear();
  }

  /** @param {Analysis} analysis */
  #follow(analysis) {
    if (this.#job?.analysis.analysis === analysis.analysis && !hasEnded(this.#job.analysis)) return;
    this.#job?.stop();
    let wasLost = false;
    this.#job = new AnalysisJob(analysis, {
      progress: (now) => {
        this.#tell({ type: "progress", analysis: now });
        if (hasEnded(now)) void this.#tellReview(now.depth);
      },
      decisions: (found) => {
        for (const { event } of found.decisions) this.#decisions.delete(event);
        this.#tell(found);
      },
      connection: (isConnected) => {
        this.#tell({ type: "connection", isConnected });
        if (isConnected && wasLost) void this.#tellReview(analysis.depth);
        wasLost = !isConnected;
      },
      failed: (problem) => this.#tell({ type: "problem", problem }),
    });
    this.#job.follow();
  }

  /** @param {DepthName} depth */
  async #tellReview(depth) {
    try {
      const review = await this.review(depth);
      if (review) this.#tell({ type: "review", review });
    } catch (problem) {
      this.#tell({ type: "problem", problem });
    }
  }

  /** @param {SourceMessage} message */
  #tell(message) {
    for (const listener of this.#listeners) listener(message);
  }
}

/** What a page brings along: a review and its decisions, by the numbers of their events. @typedef {{review: Review | null, decisions: Record<string, Decision>}} EmbeddedReview */

/** An analysis inside the page. It is complete, and nothing can be rolled out. @implements {ReviewSource} */
export class EmbeddedSource {
  /** @param {EmbeddedReview} embedded */
  constructor(embedded) {
    this.#embedded = embedded;
  }

  #embedded;

  /** The data in the page's `<script type="application/json">` with this id. @param {string} [id] */
  static inPage(id = "analysis") {
    return new EmbeddedSource(JSON.parse(document.getElementById(id)?.textContent ?? "null"));
  }

  async review() {
    return this.#embedded.review;
  }

  /** @param {number} event */
  async decision(event) {
    const found = this.#embedded.decisions[event];
    if (!found) throw new Error(`no decision ${event} in this file`);
    return found;
  }

  subscribe() {
    return () => {};
  }

  close() {}
}

/** The analysis of a position that belongs to no match, on the server. */
export class PositionSource {
  /** @param {string} position an id, or any text that has a position in it */
  constructor(position) {
    this.position = position;
  }

  /**
   * Analyse the position.
   * @param {DepthName} depth
   * @param {JobListener} listener
   */
  async analyse(depth, listener) {
    return new AnalysisJob(await post("/api/analyses", { position: this.position, depth }), listener).follow();
  }

  /** @type {RollOut} */
  rollOut = (_, listener) => this.analyse("rollout", listener);
}
