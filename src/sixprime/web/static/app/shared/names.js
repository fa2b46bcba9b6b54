/** The names of players and levels. */

import { text } from "./translations.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Player} Player */

/** @param {Player} player */
export function colourName(player) {
  return player === "white" ? text("White") : text("Black");
}

/** A level's title, by its name. @param {string | null} level */
export function levelName(level) {
  switch (level) {
    case "beginner":
      return text("beginner");
    case "casual":
      return text("casual player");
    case "club":
      return text("club player");
    case "expert":
      return text("expert");
    case "master":
      return text("master");
    case "champion":
      return text("champion");
    default:
      return level ?? "";
  }
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
