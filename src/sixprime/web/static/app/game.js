/**
 * What can be read off the state of a match, without a page: whose move it is, what may be offered, and
 * what the board looks like after events whose own state is not (or not yet) there.
 */

import { afterSteps, opponent, pipsOf } from "../board/places.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Entry} Entry */

/**
 * The seat of this browser that may do something now; none if it may not.
 * @param {MatchState} state
 * @param {string} action
 * @returns {Player | null}
 */
export function seatFor(state, action) {
  const mine = state.you.filter((seat) => /** @type {readonly string[]} */ (state.actions[seat]).includes(action));
  return mine.find((seat) => seat === state.to_act) ?? mine.find((seat) => seat === state.on_roll) ?? mine[0] ?? null;
}

/**
 * Whose home is at the bottom: one's own, and White's for two at one screen and for who watches.
 * @param {MatchState} state
 * @returns {Player}
 */
export function viewOf(state) {
  return state.you.length === 1 ? /** @type {Player} */ (state.you[0]) : "white";
}

/** Whether it is this browser's decision. @param {MatchState} state */
export function isMine(state) {
  return state.to_act !== null && state.you.includes(state.to_act);
}

/** Whether a game has just ended and the next one waits for its opening roll. @param {MatchState} state */
export function isBetweenGames(state) {
  const last = state.last?.entry.type;
  return state.phase === "opening" && state.results.length > 0 && last !== "open" && last !== "set-up";
}

/** Whether the match has come to its end, in one way or the other. @param {MatchState} state */
export function isOver(state) {
  return state.phase === "over" || state.phase === "aborted";
}

/** Whether the other side has to agree before the match ends without a result. @param {MatchState} state */
export function asksToAbort(state) {
  const hasBegun = !["seats", "seeds", "opening"].includes(state.phase) || state.results.length > 0;
  return state.kind === "link" && hasBegun && !state.abort_asked;
}

/**
 * The state to show after an event, made from the one before it. Nobody may do anything in it: it fills the moment
 * until the server's own state comes, or the step between two that came at once.
 * @param {MatchState} state
 * @param {Entry} entry
 * @returns {MatchState}
 */
export function follow(state, { seq, entry }) {
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
      const pips = { white: pipsOf(after, "white"), black: pipsOf(after, "black") };
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
 * The board at the end of a game: the server's state is already that of the next one.
 * @param {MatchState} before what was seen last
 * @param {readonly Entry[]} entries what has happened since
 * @returns {MatchState}
 */
export function lastSight(before, entries) {
  let shown = before;
  for (const entry of entries) {
    if (["roll", "play", "double", "beaver", "raccoon"].includes(entry.entry.type)) shown = follow(shown, entry);
  }
  return { ...shown, actions: { white: [], black: [] }, turn: null, roll: null, phase: "over", to_act: null, resignation: null };
}
