/** The names of players. */

import { text } from "./translations.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Player} Player */

/** @param {Player} player */
export function colourName(player) {
  return player === "white" ? text("White") : text("Black");
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
  if (state.kind === "screen" || state.kind === "study") return colourName(player);
  if (state.you.includes(player)) return text("You");
  return seat.taken ? text("Opponent") : text("Free seat");
}
