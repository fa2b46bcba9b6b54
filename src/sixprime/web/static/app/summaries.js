/** What the list of matches says about one of them, from the reader's side. No page is needed. */

import { colourName } from "./names.js";
import { counted, text } from "./words.js";

/** @typedef {import("./types.js").MatchSummary} MatchSummary */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {"open" | "over" | "study"} Shelf */

/** On which shelf a match stands: still to be played, over, or only to be looked at. @param {MatchSummary} match @returns {Shelf} */
export function shelfOf(match) {
  if (match.kind === "study") return "study";
  return match.phase === "over" || match.phase === "aborted" ? "over" : "open";
}

/** What a player is called: by name, or by colour. @param {MatchSummary} match @param {Player} player */
export function nameOf(match, player) {
  const seat = match.seats[player];
  if (seat?.name) return seat.name;
  if (seat?.kind === "bot") return seat.level_title ? text("the bot as {level}", { level: seat.level_title }) : text("the bot");
  return colourName(player);
}

/** Against whom, or who against whom. @param {MatchSummary} match */
export function opponents(match) {
  if (match.kind === "study" || match.you.length !== 1) {
    return text("{white} against {black}", { white: nameOf(match, "white"), black: nameOf(match, "black") });
  }
  const other = match.you[0] === "white" ? "black" : "white";
  if (!match.seats[other]?.taken) return text("waiting for an opponent");
  return text("against {name}", { name: nameOf(match, other) });
}

/** What kind of match it is. @param {MatchSummary} match */
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

/** How long it is. @param {MatchSummary} match */
export function lengthOf(match) {
  return match.length === null ? text("money play") : counted("{count} point", "{count} points", match.length);
}

/** The score, the reader's points first. @param {MatchSummary} match @returns {[number, number]} */
export function scoreOf(match) {
  const { white, black } = match.score;
  return match.you.length === 1 && match.you[0] === "black" ? [black, white] : [white, black];
}

/**
 * How it stands for the reader.
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
    return { words: text("{name} won", { name: nameOf(match, winner) }), kind: "plain" };
  }
  if (match.kind === "study") return { words: text("not finished"), kind: "plain" };
  if (match.to_act !== null && match.you.includes(match.to_act)) return { words: text("your turn"), kind: "turn" };
  return { words: text("in play"), kind: "plain" };
}
