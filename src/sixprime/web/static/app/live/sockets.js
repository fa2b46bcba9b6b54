/** WebSockets to this server, and how long to wait before the next attempt to connect. */

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
