/**
 * Functions of the state of a match that need no page: whose move it is, what may be offered, and the state after events
 * for which the server has sent no state of their own.
 */

import { afterSteps, opponent, pipCounts } from "../../board/model/places.js";
import { storedItem, storeItem } from "../shared/storage.js";

/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * The seat of this browser that may take an action now, or null.
 * @param {MatchState} state
 * @param {string} action
 * @returns {Player | null}
 */
export function seatFor(state, action) {
  const mine = state.you.filter((seat) => /** @type {readonly string[]} */ (state.actions[seat]).includes(action));
  return mine.find((seat) => seat === state.to_act) ?? mine.find((seat) => seat === state.on_roll) ?? mine[0] ?? null;
}

/**
 * The player at the bottom: the user, or White when two play at one screen and for spectators.
 * @param {MatchState} state
 * @returns {Player}
 */
export function viewOf(state) {
  return state.you.length === 1 ? /** @type {Player} */ (state.you[0]) : "white";
}

/** @param {string} match */
const turnedKey = (match) => `sixprime.turned.${match}`;

/** Whether this browser shows a match with the board turned round. @param {string} match */
export function isTurned(match) {
  return storedItem(turnedKey(match)) !== null;
}

/** @param {string} match @param {boolean} isTurnedRound */
export function rememberTurned(match, isTurnedRound) {
  storeItem(turnedKey(match), isTurnedRound ? "yes" : null);
}

/** Whether a player is this browser's only seat. @param {Pick<MatchState, "you">} state @param {Player} player */
export function isYou({ you }, player) {
  return you.length === 1 && you[0] === player;
}

/**
 * A player's points as they are shown: who has won a match has reached its length, by however much.
 * @param {Pick<MatchState, "score" | "length">} state
 * @param {Player} player
 */
export function shownScore({ score, length }, player) {
  return length === null ? score[player] : Math.min(score[player], length);
}

/** Whether a seat of this browser is to act. @param {MatchState} state */
export function isMine(state) {
  return state.to_act !== null && state.you.includes(state.to_act);
}

/** Whether a game has just ended and the next one waits for its opening roll. @param {MatchState} state */
export function isBetweenGames(state) {
  const last = state.last?.entry.type;
  return state.phase === "opening" && state.results.length > 0 && last !== "open" && last !== "set-up";
}

/** Whether the match is over, with or without a result. @param {MatchState} state */
export function isOver(state) {
  return state.phase === "over" || state.phase === "aborted";
}

/**
 * The player who is away and is waited for: the opponent or, for a spectator, whoever is away.
 * @param {MatchState} state
 * @returns {Player | null}
 */
export function absentPlayer({ you, seats }) {
  const mine = you.length === 1 ? /** @type {Player} */ (you[0]) : null;
  const waited = mine ? [opponent(mine)] : /** @type {Player[]} */ (["white", "black"]);
  return waited.find((player) => seats[player].away && !you.includes(player)) ?? null;
}

/**
 * Whether the match can be ended without asking, because the opponent has been away for long.
 * @param {MatchState} state
 * @param {number} [now] in milliseconds
 */
export function opponentIsGone(state, now = Date.now()) {
  const player = state.you.length === 1 ? absentPlayer(state) : null;
  const away = player && state.seats[player].away;
  return Boolean(away && new Date(away.abort_from).getTime() <= now);
}

/** Whether the opponent has to agree before the match ends without a result. @param {MatchState} state */
export function abortNeedsConsent(state) {
  const hasBegun = !["seats", "seeds", "opening"].includes(state.phase) || state.results.length > 0;
  return state.kind === "link" && hasBegun && !state.abort_asked && !opponentIsGone(state);
}

/**
 * The player who has just declined to end the match without a result, as everybody else is told; null for none.
 * @param {MatchState} state
 * @returns {Player | null}
 */
export function abortDeclinedBy({ last, you }) {
  const player = last?.entry.declined_by ?? null;
  return player && !you.includes(player) ? player : null;
}

/**
 * The state after an event, derived from the one before it. It allows no actions: it is only shown, between two states
 * of the server.
 * @param {MatchState} state
 * @param {Entry} entry
 * @returns {MatchState}
 */
export function stateAfter(state, { seq, entry }) {
  /** @type {MatchState} */
  const next = { ...state, version: seq, actions: { white: [], black: [] }, turn: null, last: { seq, entry, words: "" } };
  const player = /** @type {Player} */ (entry.player);
  switch (entry.type) {
    case "open": {
      const white = entry.white ?? 0;
      const black = entry.black ?? 0;
      if (white === black) return next;
      const starter = white > black ? "white" : "black";
      return { ...next, phase: "to-play", on_roll: starter, to_act: starter, roll: [Math.max(white, black), Math.min(white, black)] };
    }
    case "roll":
      return { ...next, phase: "to-play", on_roll: player, to_act: player, roll: entry.dice ?? null };
    case "play": {
      const after = afterSteps(state, player, entry.steps ?? []);
      const other = opponent(player);
      const pips = pipCounts(after);
      if (pips[player] === 0) return { ...next, ...after, phase: "over", on_roll: other, to_act: null, roll: null, pips }; // all borne off
      return { ...next, ...after, phase: "to-roll", on_roll: other, to_act: other, roll: null, pips };
    }
    case "double":
    case "beaver":
    case "raccoon": {
      const before = state.cube.offered?.value ?? state.cube.value;
      const beavers = (state.cube.offered?.beavers ?? 0) + (entry.type === "double" ? 0 : 1);
      const offered = { by: player, value: before * 2, beavers };
      return { ...next, phase: "to-answer-cube", to_act: opponent(player), cube: { ...state.cube, offered } };
    }
    case "resign":
      return {
        ...next,
        phase: "to-answer-resignation",
        to_act: opponent(player),
        resignation: { by: player, value: entry.value ?? 1 },
      };
    default:
      return next;
  }
}

/**
 * The state to show when a game has ended; the server's state is already that of the next game.
 * @param {MatchState} before the state that was shown last
 * @param {readonly Entry[]} entries the events since then
 * @returns {MatchState}
 */
export function stateAtGameEnd(before, entries) {
  let shown = before;
  for (const entry of entries) {
    if (["roll", "play", "double", "beaver", "raccoon"].includes(entry.entry.type)) shown = stateAfter(shown, entry);
  }
  return { ...shown, actions: { white: [], black: [] }, turn: null, roll: null, phase: "over", to_act: null, resignation: null };
}
