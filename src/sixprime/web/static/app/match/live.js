/**
 * The live connection to one match (docs/protocol.md). It says hello with the last version it knows, notices gaps and
 * silence, comes back by itself, and sends commands again until they are answered: their keys make that safe.
 * It knows nothing of pages; clock and sockets can be given, for tests.
 */

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {{code: string, message: string}} Refusal */
/** @typedef {{key: string, version: number, seat: Player, action: string, [more: string]: unknown}} Command */
/** @typedef {{command: Command, resolve: (answer: any) => void, reject: (refusal: Refusal) => void, timer: unknown}} Waiting */
/** @typedef {{setTimeout: (run: () => void, wait: number) => any, clearTimeout: (timer: any) => void}} Clock */

export const PING_PAUSE = 2500;
export const SILENCE = 9000;
export const RESEND = 2500;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10000;

/**
 * What a page wants to hear.
 * @typedef {object} Listener
 * @property {(state: MatchState, entries: Entry[]) => void} state the match has grown, or was seen anew
 * @property {(connected: boolean) => void} connection
 * @property {(seats: Record<Player, boolean>) => void} [presence]
 * @property {(seat: Player) => void} [thinking]
 */

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
    this.clock = options.clock ?? { setTimeout: (run, wait) => setTimeout(run, wait), clearTimeout: (timer) => clearTimeout(timer) };
    this.newKey = options.key ?? randomKey;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.welcomed = false;
    this.wait = FIRST_WAIT;
    this.stopped = false;
    /** @type {any} */
    this.pingTimer = null;
    /** @type {any} */
    this.silenceTimer = null;
    /** @type {any} */
    this.returnTimer = null;
  }

  /** Connect, now, whatever is being waited for. */
  connect() {
    if (this.stopped) return;
    this.#leave();
    const socket = this.open(`/api/matches/${this.match}/live`);
    this.socket = socket;
    this.#listenForSilence();
    socket.onopen = () => {
      if (socket === this.socket) this.#say({ type: "hello", version: this.version, language: this.language });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.#hear(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.#lose();
    };
  }

  /** Stop for good. */
  close() {
    this.stopped = true;
    this.#leave();
  }

  /**
   * Send a command for a seat. The promise is kept when it is acknowledged and broken when it is refused.
   * @param {Player} seat
   * @param {string} action
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<{version: number, entries: Entry[]}>}
   */
  command(seat, action, more = {}) {
    return new Promise((resolve, reject) => {
      const command = { key: this.newKey(), version: this.version ?? 0, seat, action, ...more };
      const waiting = { command, resolve, reject, timer: null };
      this.waiting.set(command.key, waiting);
      if (this.welcomed) this.#sendCommand(waiting);
    });
  }

  /** Whether a command still waits for its answer. */
  get busy() {
    return this.waiting.size > 0;
  }

  /** @param {Waiting} waiting */
  #sendCommand(waiting) {
    this.clock.clearTimeout(waiting.timer);
    this.#say({ type: "command", ...waiting.command });
    waiting.timer = this.clock.setTimeout(() => {
      if (this.welcomed && this.waiting.has(waiting.command.key)) this.#sendCommand(waiting);
    }, RESEND);
  }

  /** @param {object} message */
  #say(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} written */
  #hear(written) {
    this.#listenForSilence();
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
        this.#grow(message.entries, message.state);
        break;
      case "ack":
      case "refused":
        this.#answer(message);
        break;
      case "presence":
        this.listener.presence?.(message.seats);
        break;
      case "thinking":
        this.listener.thinking?.(message.seat);
        break;
      case "pong":
        this.#pingLater();
        break;
      case "closing":
        this.#lose();
        break;
      default:
        break;
    }
  }

  /** @param {{version: number, missed: Entry[], state: MatchState}} message */
  #welcome({ version, missed, state }) {
    this.welcomed = true;
    this.wait = FIRST_WAIT;
    this.version = version;
    this.listener.connection(true);
    this.listener.state(state, missed ?? []);
    for (const waiting of this.waiting.values()) this.#sendCommand(waiting);
    this.#pingLater();
  }

  /**
   * @param {Entry[]} entries
   * @param {MatchState} state
   */
  #grow(entries, state) {
    if (!this.welcomed) return;
    const known = this.version ?? 0;
    const fresh = entries.filter((entry) => entry.seq > known);
    if (fresh.length === 0) return;
    if (fresh.some((entry, index) => entry.seq !== known + 1 + index)) {
      this.connect();
      return;
    }
    this.version = known + fresh.length;
    this.listener.state(state, fresh);
  }

  /** @param {{type: string, key: string, error?: Refusal}} message */
  #answer(message) {
    const waiting = this.waiting.get(message.key);
    if (!waiting) return;
    if (message.error?.code === "too-fast" || message.error?.code === "stopping") return; // it is sent again
    this.waiting.delete(message.key);
    this.clock.clearTimeout(waiting.timer);
    if (message.type === "ack") waiting.resolve(message);
    else waiting.reject(message.error ?? { code: "unknown", message: "" });
  }

  #pingLater() {
    this.clock.clearTimeout(this.pingTimer);
    this.pingTimer = this.clock.setTimeout(() => this.#say({ type: "ping" }), PING_PAUSE);
  }

  #listenForSilence() {
    this.clock.clearTimeout(this.silenceTimer);
    this.silenceTimer = this.clock.setTimeout(() => this.#lose(), SILENCE);
  }

  /** The connection is gone: come back after a while, a longer one each time. */
  #lose() {
    this.#leave();
    if (this.stopped) return;
    this.listener.connection(false);
    this.returnTimer = this.clock.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  #leave() {
    for (const timer of [this.pingTimer, this.silenceTimer, this.returnTimer]) this.clock.clearTimeout(timer);
    this.welcomed = false;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

/** @param {string} path */
function openSocket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}

/** A key that no other command has. */
export function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
