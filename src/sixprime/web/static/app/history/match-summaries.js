/** The texts about a match in the history, from the reader's point of view. */

import { opponent } from "../../board/model/places.js";
import { colourName } from "../shared/names.js";
import { counted, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {"open" | "over" | "study"} MatchGroup */

/** The group of a match: in play, over, or imported. @param {MatchSummary} match @returns {MatchGroup} */
export function groupOf(match) {
  if (match.kind === "study") return "study";
  return match.phase === "over" || match.phase === "aborted" ? "over" : "open";
}

/** A player's name, or the colour. @param {MatchSummary} match @param {Player} player */
export function playerName(match, player) {
  const seat = match.seats[player];
  if (seat?.name) return seat.name;
  if (seat?.kind === "bot") return seat.level_title ? text("the bot as {level}", { level: seat.level_title }) : text("the bot");
  return colourName(player);
}

/** The opponent or, in a match of others, both players. @param {MatchSummary} match */
export function opponents(match) {
  if (match.kind === "study" || match.you.length !== 1) {
    return text("{white} against {black}", { white: playerName(match, "white"), black: playerName(match, "black") });
  }
  const other = opponent(/** @type {Player} */ (match.you[0]));
  if (!match.seats[other]?.taken) return text("waiting for an opponent");
  return text("against {name}", { name: playerName(match, other) });
}

/** The kind of a match. @param {MatchSummary} match */
export function kindOf(match) {
  switch (match.kind) {
    case "bot":
      return text("Bot");
    case "screen":
      return text("At one screen");
    case "link":
      return text("By link");
    default:
      return text("Imported");
  }
}

/** The length of a match. @param {MatchSummary} match */
export function lengthOf(match) {
  return match.length === null ? text("money play") : counted("{count} point", "{count} points", match.length);
}

/** The score, the reader's points first. @param {MatchSummary} match @returns {[number, number]} */
export function scoreOf(match) {
  const { white, black } = match.score;
  return match.you.length === 1 && match.you[0] === "black" ? [black, white] : [white, black];
}

/**
 * The result or the state of a match for the reader.
 * @param {MatchSummary} match
 * @returns {{words: string, kind: "won" | "lost" | "turn" | "plain"}}
 */
export function standing(match) {
  if (match.phase === "aborted") return { words: text("broken off"), kind: "plain" };
  if (match.phase === "over") {
    const winner = match.result?.winner ?? null;
    if (winner === null) return { words: text("level"), kind: "plain" };
    if (match.you.length === 1) {
      return match.you[0] === winner ? { words: text("victory"), kind: "won" } : { words: text("defeat"), kind: "lost" };
    }
    return { words: text("{name} won", { name: playerName(match, winner) }), kind: "plain" };
  }
  if (match.kind === "study") return { words: text("not finished"), kind: "plain" };
  if (match.to_act !== null && match.you.includes(match.to_act)) return { words: text("your turn"), kind: "turn" };
  return { words: text("in play"), kind: "plain" };
}
