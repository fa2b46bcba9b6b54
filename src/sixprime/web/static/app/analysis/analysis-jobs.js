/**
 * An analysis on the server, followed over its WebSocket until it ends (docs/protocol.md). The connection is made again
 * when it is lost; the analysis goes on meanwhile. Tests can supply their own clock, sockets and requests.
 */

import { BROWSER_CLOCK } from "../live/clock.js";
import { Heartbeat, openSocket, ReconnectDelay } from "../live/sockets.js";
import * as api from "../shared/api.js";
import { language } from "../shared/translations.js";

/** @typedef {import("../live/clock.js").Clock} Clock */
/** @typedef {import("../shared/answer-types.js").AnalysedDecisionsAnswer} AnalysedDecisions */
/** @typedef {import("../shared/answer-types.js").AnalysisAnswer} Analysis */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} Decision */

/**
 * What is told about an analysis.
 * @typedef {object} JobListener
 * @property {(analysis: Analysis) => void} [progress] also when it has ended, after its last result
 * @property {(decision: Decision) => void} [result] of a position or one decision: what was found so far
 * @property {(found: AnalysedDecisions) => void} [decisions] of a match: what was found since the last time
 * @property {(isConnected: boolean) => void} [connection]
 * @property {(problem: unknown) => void} [failed] the analysis cannot be followed any more
 */

/** The requests of a job. @typedef {Pick<typeof api, "get" | "remove">} Requests */

const ENDED = new Set(["done", "cancelled", "failed", "stale"]);

/** Whether an analysis does not go on. @param {Analysis} analysis */
export function hasEnded(analysis) {
  return ENDED.has(analysis.state);
}

/** Follows one analysis. */
export class AnalysisJob {
  /**
   * @param {Analysis} analysis
   * @param {JobListener} listener
   * @param {{open?: (path: string) => WebSocket, clock?: Clock, requests?: Requests}} [options]
   */
  constructor(analysis, listener, { open = openSocket, clock = BROWSER_CLOCK, requests = api } = {}) {
    /** The analysis as it was last heard of. */
    this.analysis = analysis;
    this.#listener = listener;
    this.#open = open;
    this.#clock = clock;
    this.#requests = requests;
    this.#heartbeat = new Heartbeat(clock, { ping: () => this.#ping(), silent: () => this.#reconnectLater() });
  }

  #listener;
  #open;
  #clock;
  #requests;
  #heartbeat;
  #delay = new ReconnectDelay();
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {any} */
  #timer = null;
  #isStopped = false;
  #isConnected = false;

  get #path() {
    return `/api/analyses/${encodeURIComponent(this.analysis.analysis)}`;
  }

  /** Begin to listen. @returns {this} */
  follow() {
    this.#listener.progress?.(this.analysis);
    if (hasEnded(this.analysis)) void this.#end();
    else this.#connect();
    return this;
  }

  /** Stop listening; the analysis goes on. */
  stop() {
    this.#isStopped = true;
    this.#clock.clearTimeout(this.#timer);
    this.#disconnect();
  }

  /** End the analysis on the server. What was found so far stays. */
  async cancel() {
    /** @type {Analysis | null} */
    const after = await this.#requests.remove(this.#path);
    if (after && hasEnded(after) && !this.#isStopped) await this.#end(after);
  }

  #connect() {
    const socket = this.#open(`${this.#path}/live?language=${language()}`);
    this.#socket = socket;
    this.#heartbeat.heard();
    socket.onopen = () => this.#heartbeat.pingLater();
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnectLater();
    };
  }

  #ping() {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify({ type: "ping" }));
  }

  #disconnect() {
    this.#heartbeat.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** @param {string} written */
  #receive(written) {
    this.#heartbeat.heard();
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(written);
    } catch {
      return;
    }
    this.#delay.reset();
    if (!this.#isConnected) this.#listener.connection?.(true);
    this.#isConnected = true;
    switch (message.type) {
      case "progress":
        if (hasEnded(message.analysis)) void this.#end(message.analysis);
        else this.#tell(message.analysis);
        break;
      case "result":
        this.#listener.result?.(message.result);
        break;
      case "decisions":
        this.#listener.decisions?.(message);
        break;
      case "pong":
        this.#heartbeat.pingLater();
        break;
      default:
        break;
    }
  }

  /** @param {Analysis} analysis */
  #tell(analysis) {
    this.analysis = analysis;
    this.#listener.progress?.(analysis);
  }

  /** Tell the last result, then that the analysis has ended. @param {Analysis} [analysis] */
  async #end(analysis = this.analysis) {
    this.stop();
    const hasResult = analysis.match === null || analysis.event !== null;
    if (hasResult && analysis.state === "done") {
      try {
        this.#listener.result?.(await this.#requests.get(`${this.#path}/result`));
      } catch (problem) {
        this.#listener.failed?.(problem);
        return;
      }
    }
    this.#tell(analysis);
  }

  /** Ask how the analysis stands, after a delay, and connect again if it goes on. */
  #reconnectLater() {
    this.#disconnect();
    if (this.#isStopped) return;
    this.#isConnected = false;
    this.#listener.connection?.(false);
    this.#timer = this.#clock.setTimeout(() => void this.#reconnect(), this.#delay.next());
  }

  async #reconnect() {
    try {
      /** @type {Analysis} */
      const analysis = await this.#requests.get(this.#path);
      if (this.#isStopped) return;
      if (hasEnded(analysis)) return await this.#end(analysis);
      this.#tell(analysis);
      this.#connect();
    } catch (problem) {
      if (this.#isStopped) return;
      const isRefused = problem instanceof api.ApiError && problem.status >= 400 && problem.status < 500 && problem.code !== "too-fast";
      if (!isRefused) return this.#reconnectLater();
      this.stop();
      this.#listener.failed?.(problem);
    }
  }
}
