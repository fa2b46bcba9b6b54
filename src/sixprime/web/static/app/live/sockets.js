/** WebSockets to this server: whether one is still alive, and how long to wait before the next attempt to connect. */

/** @typedef {import("./clock.js").Clock} Clock */

export const PING_INTERVAL = 2500;
export const SILENCE_LIMIT = 9000;
const FIRST_DELAY = 400;
const LONGEST_DELAY = 10000;

/** Open a WebSocket to a path of this server. @param {string} path */
export function openSocket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}

/** The delay before each attempt to reconnect: it doubles every time, and varies so that clients do not come together. */
export class ReconnectDelay {
  #delay = FIRST_DELAY;

  /** The delay before the next attempt, in milliseconds. */
  next() {
    const delay = this.#delay * (0.75 + Math.random() / 2);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    return delay;
  }

  /** Begin with the shortest delay again, after a connection was made. */
  reset() {
    this.#delay = FIRST_DELAY;
  }
}

/** Pings the server over a connection, and notices when nothing comes back. */
export class Heartbeat {
  /**
   * @param {Clock} clock
   * @param {{ping: () => void, silent: () => void}} actions `silent`: nothing was heard for too long
   */
  constructor(clock, { ping, silent }) {
    this.#clock = clock;
    this.#ping = ping;
    this.#silent = silent;
  }

  #clock;
  #ping;
  #silent;
  /** @type {any} */
  #pingTimer = null;
  /** @type {any} */
  #silenceTimer = null;

  /** Something was heard, or a connection is being made. */
  heard() {
    this.#clock.clearTimeout(this.#silenceTimer);
    this.#silenceTimer = this.#clock.setTimeout(this.#silent, SILENCE_LIMIT);
  }

  /** Send the next ping after a while. */
  pingLater() {
    this.#clock.clearTimeout(this.#pingTimer);
    this.#pingTimer = this.#clock.setTimeout(this.#ping, PING_INTERVAL);
  }

  stop() {
    for (const timer of [this.#pingTimer, this.#silenceTimer]) this.#clock.clearTimeout(timer);
  }
}
