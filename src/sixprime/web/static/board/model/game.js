/**
 * The board's model of the match: the latest state, the turn being played, and the requests that have not been answered
 * yet. It draws nothing and emits no events.
 */

import { isRace, rearmost } from "./places.js";
import { allowedAction, hasCube, makeScene, positionOf } from "./scene.js";
import { Turn } from "./turn.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").State} State */

/**
 * How a new state differs from the one before it.
 * @typedef {object} StateChange
 * @property {State} before
 * @property {boolean} isNewState false if the same state came again
 * @property {boolean} isLater whether the match has moved forward; false when a turn was taken back
 * @property {boolean} isNewRoll
 * @property {boolean} isNewTurn whether a turn has begun or ended
 * @property {boolean} wasSent whether this board was waiting for the answer to a play
 */

/** The match as one board knows it. */
export class Game {
  /** @type {Turn | null} */
  turn = null;
  /** Whether the play has been sent and not been answered yet. */
  isSent = false;
  /** Whether a roll has been requested and has not come yet. */
  isRollRequested = false;
  /** The roll of the previous turn. @type {{player: Player, dice: readonly number[]} | null} */
  lastRoll = null;
  /** @type {readonly Player[] | null} */
  #seats = null;
  /** @type {{match: string | undefined, version: number}} */
  #seen = { match: undefined, version: -1 };

  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  /**
   * Take in a state from the server. Steps made on the board are kept if the same state comes again, which happens when
   * a player connects or disconnects. While a play waits for its answer, the same state again means that it was refused.
   * @param {State} next
   * @returns {StateChange}
   */
  receive(next) {
    const before = this.state;
    const wasSent = this.isSent;
    const { match, version } = next;
    const isSame = version !== undefined && version === before.version && match === before.match && !wasSent;
    const isLater = !isSame && (version === undefined || match !== this.#seen.match || version > this.#seen.version);
    const played = isSame ? this.turn : null;
    const isRolled = !(before.roll && before.on_roll === next.on_roll && before.phase === next.phase);
    if (isLater) this.#seen = { match, version: version ?? -1 };
    this.state = next;
    this.isRollRequested = this.isSent = false;
    this.turn = this.#startTurn(played);
    if (!isSame && next.phase === "opening") this.lastRoll = null;
    if (next.roll && next.on_roll) this.lastRoll = { player: next.on_roll, dice: next.roll };
    const isNewTurn = !isSame || (played === null && this.turn !== null);
    return {
      before,
      isNewState: !isSame,
      isLater,
      isNewRoll: isLater && Boolean(next.roll) && isRolled,
      isNewTurn,
      wasSent,
    };
  }

  /** The turn of the present state. @param {Turn | null} played the steps made so far, if any @returns {Turn | null} */
  #startTurn(played) {
    const { turn, roll, on_roll: mover, phase } = this.state;
    if (!turn || !roll || !mover || phase !== "to-play" || !this.seats.includes(mover)) return null;
    if (!played) return Turn.begin(turn, roll);
    const fresh = new Turn(turn, played.dice);
    return fresh.withSteps(played.made) ?? fresh;
  }

  /**
   * The seats that this board may act for: those in the state, unless the page has set others.
   * @returns {readonly Player[]}
   */
  get seats() {
    return this.#seats ?? this.state.you ?? [];
  }

  /** @param {readonly Player[] | null} seats */
  set seats(seats) {
    this.#seats = seats;
    this.turn = this.#startTurn(this.turn);
  }

  /** The turn that the user can play on, with its player; null if there is none or it has been sent. */
  get activeTurn() {
    const mover = this.state.on_roll;
    return this.turn && mover && !this.isSent ? { turn: this.turn, mover } : null;
  }

  /** The seat that may roll, and the name of the action (`roll` or `open`). */
  get mayRoll() {
    return this.isRollRequested ? null : allowedAction(this.state, this.seats, "roll", "open");
  }

  /** The seat that may double. @returns {Player | null} */
  get mayDouble() {
    return hasCube(this.state) ? (allowedAction(this.state, this.seats, "double")?.seat ?? null) : null;
  }

  get scene() {
    const { turn, isSent, lastRoll } = this;
    return makeScene(this.state, { turn, isSent, lastRoll, mayRoll: this.mayRoll !== null });
  }

  /**
   * A play that the board can make for the player: a forced one, or a bear-off without contact.
   * @param {{autoForced: "off" | "show" | "play", autoBearOff: "off" | "greedy" | "best"}} options
   * @returns {{turn: Turn | null, isSent: boolean} | null} `turn` is null if the page should be asked for the best play
   */
  automaticPlay({ autoForced, autoBearOff }) {
    const { activeTurn } = this;
    if (!activeTurn) return null;
    const position = positionOf(this.state);
    const isBearOff = autoBearOff !== "off" && isRace(position) && rearmost(position, activeTurn.mover) <= 6;
    const forced = autoForced === "off" && !isBearOff ? null : activeTurn.turn.forced;
    if (forced) return { turn: forced, isSent: isBearOff || autoForced === "play" };
    if (!isBearOff) return null;
    return { turn: autoBearOff === "best" ? null : activeTurn.turn.greediest, isSent: true };
  }
}
