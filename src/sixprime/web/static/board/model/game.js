/**
 * What a board knows of the match: the state that came last, the turn under way, and what has been asked for and not
 * been answered yet. No pictures, no events.
 */

import { isRace, rearmost } from "./places.js";
import { hasCube, makeScene, mayDo, positionOf } from "./scene.js";
import { Turn } from "./turn.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").State} State */

/**
 * What is new about a state.
 * @typedef {object} News
 * @property {State} before
 * @property {boolean} isOther whether it is not just the same state again
 * @property {boolean} isLater whether something has happened, and nothing was taken back
 * @property {boolean} isNewRoll
 * @property {boolean} isNewTurn whether a turn begins, or has ended
 * @property {boolean} wasSent whether an answer to a play of this board was awaited
 */

export class Game {
  /** @type {Turn | null} */
  turn = null;
  /** Whether the play has gone out and its answer has not come. */
  isSent = false;
  /** Whether a roll has been asked for and has not come. */
  isAsked = false;
  /** The dice of the turn before. @type {{player: Player, dice: readonly number[]} | null} */
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
   * Another state: steps made on the board stay if it is the same one again, because somebody came or went; if an
   * answer was awaited, it is the answer, and the same one again is a refusal.
   * @param {State} next
   * @returns {News}
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
    this.isAsked = this.isSent = false;
    this.turn = this.#begun(played);
    if (!isSame && next.phase === "opening") this.lastRoll = null;
    if (next.roll && next.on_roll) this.lastRoll = { player: next.on_roll, dice: next.roll };
    const isNewTurn = !isSame || (played === null && this.turn !== null);
    return {
      before,
      isOther: !isSame,
      isLater,
      isNewRoll: isLater && Boolean(next.roll) && isRolled,
      isNewTurn,
      wasSent,
    };
  }

  /** @param {Turn | null} played what has been played of it already @returns {Turn | null} */
  #begun(played) {
    const { turn, roll, on_roll: mover, phase } = this.state;
    if (!turn || !roll || !mover || phase !== "to-play" || !this.seats.includes(mover)) return null;
    if (!played) return Turn.begin(turn, roll);
    const fresh = new Turn(turn, played.dice);
    return fresh.making(played.made) ?? fresh;
  }

  /**
   * The seats that may be moved for: those of the state, unless the page says otherwise.
   * @returns {readonly Player[]}
   */
  get seats() {
    return this.#seats ?? this.state.you ?? [];
  }

  /** @param {readonly Player[] | null} seats */
  set seats(seats) {
    this.#seats = seats;
    this.turn = this.#begun(this.turn);
  }

  /** A turn that can be played on, and whose it is. */
  get live() {
    const mover = this.state.on_roll;
    return this.turn && mover && !this.isSent ? { turn: this.turn, mover } : null;
  }

  /** The seat that may roll, and what the roll is called. */
  get mayRoll() {
    return this.isAsked ? null : mayDo(this.state, this.seats, "roll", "open");
  }

  /** The seat that may double. @returns {Player | null} */
  get mayDouble() {
    return hasCube(this.state) ? (mayDo(this.state, this.seats, "double")?.seat ?? null) : null;
  }

  get scene() {
    const { turn, isSent, lastRoll } = this;
    return makeScene(this.state, { turn, isSent, lastRoll, mayRoll: this.mayRoll !== null });
  }

  /**
   * What can be played for the player: the only play there is, or a bear-off without contact.
   * @param {{autoForced: "off" | "show" | "play", autoBearOff: "off" | "greedy" | "best"}} wishes
   * @returns {{turn: Turn | null, isSent: boolean} | null} no turn: somebody who knows the best one should be asked
   */
  help({ autoForced, autoBearOff }) {
    const { live } = this;
    if (!live) return null;
    const position = positionOf(this.state);
    const isBearOff = autoBearOff !== "off" && isRace(position) && rearmost(position, live.mover) <= 6;
    const forced = autoForced === "off" && !isBearOff ? null : live.turn.forced;
    if (forced) return { turn: forced, isSent: isBearOff || autoForced === "play" };
    if (!isBearOff) return null;
    return { turn: autoBearOff === "best" ? null : live.turn.greediest, isSent: true };
  }
}
