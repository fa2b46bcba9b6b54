/** The names of players. */

import { PLAYERS } from "../../board/model/places.js";
import { text } from "./translations.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Player} Player */

/** @param {Player} player */
export function colourName(player) {
  return player === "white" ? text("White") : text("Black");
}

/**
 * The names that a board calls the players by; a player without one is called by the colour.
 * @param {Pick<MatchState, "seats" | "you" | "kind">} state
 * @returns {Partial<Record<Player, string>>}
 */
export function boardNames(state) {
  /** @type {Partial<Record<Player, string>>} */
  const names = {};
  for (const player of PLAYERS) if (nameOf(state, player) !== colourName(player)) names[player] = nameOf(state, player);
  return names;
}

/**
 * The name of a player in this match, as this browser's user sees it.
 * @param {Pick<MatchState, "seats" | "you" | "kind">} state
 * @param {Player} player
 */
export function nameOf(state, player) {
  const seat = state.seats[player];
  if (seat.name) return seat.name;
  if (seat.kind === "bot") return text("Bot");
  if (state.you.includes(player) && state.kind !== "screen" && state.kind !== "study") return text("You");
  if (!seat.taken) return text("Free seat");
  return isOpponent(state, player) ? text("Opponent") : colourName(player);
}

/**
 * The name of a player as the subject of a sentence, with an article where the language wants one: "The bot has won".
 * @param {Pick<MatchState, "seats" | "you" | "kind">} state
 * @param {Player} player
 */
export function subjectOf(state, player) {
  const seat = state.seats[player];
  if (!seat.name && seat.kind === "bot") return text("The bot");
  if (!seat.name && seat.taken && isOpponent(state, player)) return text("Your opponent");
  return nameOf(state, player);
}

/** The opponent's wish for a rematch in words, empty without one. @param {MatchState} state */
export function rematchWish(state) {
  const player = rematchWantedBy(state);
  return player ? text("{player} wants a rematch.", { player: subjectOf(state, player) }) : "";
}

/**
 * What there is to say when the wish for a rematch has changed: it is there, or has been taken back; empty if neither.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function rematchNews(before, after) {
  const player = rematchWantedBy(before);
  if (player && !after.rematch) return text("{player} no longer wants a rematch.", { player: subjectOf(after, player) });
  return rematchWish(after);
}

/**
 * The opponent who waits at the board of a rematch, if this browser's user has not come to it.
 * @param {MatchState} state
 * @returns {Player | null}
 */
export function rematchWantedBy({ you, rematch }) {
  if (!rematch || you.length !== 1 || rematch.seated.some((player) => you.includes(player))) return null;
  return rematch.seated[0] ?? null;
}

/**
 * Whether a player is the opponent of this browser's user; a spectator, or who plays both sides, has none.
 * @param {Pick<MatchState, "you" | "kind">} state
 * @param {Player} player
 */
function isOpponent({ you, kind }, player) {
  return kind !== "screen" && kind !== "study" && you.length === 1 && !you.includes(player);
}
