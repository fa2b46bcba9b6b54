/**
 * Functions of the state of a match that need no page: whose move it is, what may be offered, and the state after events
 * for which the server has sent no state of their own.
 */

import { afterSteps, opponent, pipCounts } from "../../board/model/places.js";

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

/** Whether the opponent has to agree before the match ends without a result. @param {MatchState} state */
export function abortNeedsConsent(state) {
  const hasBegun = !["seats", "seeds", "opening"].includes(state.phase) || state.results.length > 0;
  return state.kind === "link" && hasBegun && !state.abort_asked;
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
      return { ...next, ...after, phase: "to-roll", on_roll: other, to_act: other, roll: null, pips: pipCounts(after) };
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
