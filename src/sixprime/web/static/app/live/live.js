/**
 * The live connection to one match (docs/protocol.md). It says hello with the last version it knows, detects gaps and
 * silence, reconnects by itself, and resends commands until they are answered, which their keys make safe.
 * It knows nothing of pages. Tests can supply their own clock and sockets.
 */

import { toHex } from "../dice/hex.js";
import { BROWSER_CLOCK } from "./clock.js";
import { Heartbeat, openSocket, ReconnectDelay } from "./sockets.js";

/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {{code: string, message: string}} Refusal */
/** @typedef {{key: string, version: number, seat: Player, action: string, [more: string]: unknown}} Command */
/** @typedef {{command: Command, resolve: (answer: any) => void, reject: (refusal: Refusal) => void, timer: unknown}} PendingCommand */
/** @typedef {import("./clock.js").Clock} Clock */

export const RESEND_AFTER = 2500;
/** The code with which the server closes the connection to a match that has been deleted. */
const DELETED = 4404;

/**
 * The callbacks of a page.
 * @typedef {object} Listener
 * @property {(state: MatchState, entries: Entry[]) => void} state there are new entries, or the connection was made
 * @property {(connected: boolean) => void} connection
 * @property {(seats: Record<Player, boolean>, away: Partial<import("../shared/answer-types.js").AbsencesAnswer>) => void} [presence]
 * @property {(seat: Player) => void} [thinking]
 * @property {(rematch: import("../shared/answer-types.js").RematchAnswer | null) => void} [rematch] a player has asked for one
 * @property {() => void} [deleted] the match is there no more, and the connection has ended
 */

/** The connection of a page to its match. */
export class Live {
  /**
   * @param {string} match
   * @param {Listener} listener
   * @param {{language?: string, version?: number | null, open?: (path: string) => WebSocket, clock?: Clock, key?: () => string}} [options]
   */
  constructor(match, listener, options = {}) {
    this.match = match;
    this.listener = listener;
    this.language = options.language ?? "en";
    /** @type {number | null} */
    this.version = options.version ?? null;
    this.open = options.open ?? openSocket;
    /** @type {Clock} */
    this.clock = options.clock ?? BROWSER_CLOCK;
    this.newKey = options.key ?? randomKey;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, PendingCommand>} */
    this.pending = new Map();
    this.welcomed = false;
    /** Entries of a long log whose last part has not come yet. @type {Entry[]} */
    this.partial = [];
    this.reconnectDelay = new ReconnectDelay();
    this.stopped = false;
    this.heartbeat = new Heartbeat(this.clock, { ping: () => this.#send({ type: "ping" }), silent: () => this.#reconnectLater() });
    /** @type {any} */
    this.reconnectTimer = null;
  }

  /** Connect now, without waiting for the reconnect delay. */
  connect() {
    if (this.stopped) return;
    this.#disconnect();
    const socket = this.open(`/api/matches/${this.match}/live`);
    this.socket = socket;
    this.heartbeat.heard();
    socket.onopen = () => {
      if (socket === this.socket) this.#send({ type: "hello", version: this.version, language: this.language });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.#receive(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event?.code === DELETED) {
        this.close();
        this.listener.deleted?.();
      } else {
        this.#reconnectLater();
      }
    };
  }

  /** Stop for good. */
  close() {
    this.stopped = true;
    this.#disconnect();
  }

  /**
   * Send a command for a seat. The promise is fulfilled when the command is acknowledged and rejected when it is refused.
   * @param {Player} seat
   * @param {string} action
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<{version: number, entries: Entry[]}>}
   */
  command(seat, action, more = {}) {
    return new Promise((resolve, reject) => {
      const command = { key: this.newKey(), version: this.version ?? 0, seat, action, ...more };
      const waiting = { command, resolve, reject, timer: null };
      this.pending.set(command.key, waiting);
      if (this.welcomed) this.#sendCommand(waiting);
    });
  }

  /** Whether a command has not been answered yet. */
  get busy() {
    return this.pending.size > 0;
  }

  /** @param {PendingCommand} waiting */
  #sendCommand(waiting) {
    this.clock.clearTimeout(waiting.timer);
    this.#send({ type: "command", ...waiting.command });
    waiting.timer = this.clock.setTimeout(() => {
      if (this.welcomed && this.pending.has(waiting.command.key)) this.#sendCommand(waiting);
    }, RESEND_AFTER);
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} written */
  #receive(written) {
    this.heartbeat.heard();
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(written);
    } catch {
      return;
    }
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "entries":
        this.#addEntries(message.entries, message.state);
        break;
      case "ack":
      case "refused":
        this.#settleCommand(message);
        break;
      case "presence":
        this.listener.presence?.(message.seats, message.away ?? {});
        break;
      case "rematch":
        this.listener.rematch?.(message.rematch);
        break;
      case "thinking":
        this.listener.thinking?.(message.seat);
        break;
      case "pong":
        this.heartbeat.pingLater();
        break;
      case "closing":
        this.#reconnectLater();
        break;
      default:
        break;
    }
  }

  /** @param {{version: number, missed: Entry[], state: MatchState}} message */
  #welcome({ version, missed, state }) {
    this.welcomed = true;
    this.reconnectDelay.reset();
    this.version = version;
    this.listener.connection(true);
    this.#tell(state, missed ?? []);
    for (const waiting of this.pending.values()) this.#sendCommand(waiting);
    this.heartbeat.pingLater();
  }

  /**
   * @param {Entry[]} entries
   * @param {MatchState} state
   */
  #addEntries(entries, state) {
    if (!this.welcomed) return;
    const known = this.version ?? 0;
    const fresh = entries.filter((entry) => entry.seq > known);
    if (fresh.length === 0) return;
    if (fresh.some((entry, index) => entry.seq !== known + 1 + index)) {
      this.connect();
      return;
    }
    this.version = known + fresh.length;
    this.#tell(state, fresh);
  }

  /**
   * Tell the page of new entries. A long log comes in parts, each with the state of now; they are told together.
   * @param {MatchState} state
   * @param {Entry[]} entries
   */
  #tell(state, entries) {
    this.partial.push(...entries);
    if ((this.version ?? 0) < state.version) return;
    const told = this.partial;
    this.partial = [];
    this.listener.state(state, told);
  }

  /** @param {{type: string, key: string, error?: Refusal}} message */
  #settleCommand(message) {
    const waiting = this.pending.get(message.key);
    if (!waiting) return;
    if (message.error?.code === "too-fast" || message.error?.code === "stopping") return; // The timer sends it again.
    this.pending.delete(message.key);
    this.clock.clearTimeout(waiting.timer);
    if (message.type === "ack") waiting.resolve(message);
    else waiting.reject(message.error ?? { code: "unknown", message: "" });
  }

  /** Drop the connection and reconnect after a delay that doubles each time. */
  #reconnectLater() {
    this.#disconnect();
    if (this.stopped) return;
    this.listener.connection(false);
    this.reconnectTimer = this.clock.setTimeout(() => this.connect(), this.reconnectDelay.next());
  }

  #disconnect() {
    this.heartbeat.stop();
    this.clock.clearTimeout(this.reconnectTimer);
    this.welcomed = false;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

/** A random key that identifies a command. */
export function randomKey() {
  return toHex(crypto.getRandomValues(new Uint8Array(12)));
}
