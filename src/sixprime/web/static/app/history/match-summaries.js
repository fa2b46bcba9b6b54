/** The texts about a match in the history, from the reader's point of view. */

import { opponent } from "../../board/model/places.js";
import { shownScore } from "../match/match-state.js";
import { colourName } from "../shared/names.js";
import { counted, sentence, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {"open" | "over" | "study"} MatchGroup */

/** The group of a match: in play, over, or imported. @param {MatchSummary} match @returns {MatchGroup} */
export function groupOf(match) {
  if (match.kind === "study") return "study";
  return match.phase === "over" || match.phase === "aborted" ? "over" : "open";
}

/** Whether a match may be analysed: one by link only when it is over. @param {MatchSummary} match */
export function canAnalyse(match) {
  return groupOf(match) !== "open" || match.kind !== "link";
}

/**
 * Which matches to show.
 * @typedef {{group: MatchGroup | "all", name: string, days: number | null}} Filter `days`: how long ago the last move may be
 */

/**
 * The query for the matches that a filter lets through.
 * @param {Filter} filter
 * @param {string} [before]
 * @param {number} [now] in milliseconds
 */
export function queryOf({ group, name, days }, before, now = Date.now()) {
  const query = new URLSearchParams();
  if (group === "open") query.set("phase", "open");
  if (group === "over") query.set("phase", "ended");
  const kinds = group === "study" ? ["study"] : group === "all" ? [] : ["bot", "screen", "link"];
  for (const kind of kinds) query.append("kind", kind);
  if (name) query.set("name", name);
  if (days !== null) query.set("since", new Date(now - days * 86_400_000).toISOString());
  if (before) query.set("before", before);
  const written = query.toString();
  return written ? `?${written}` : "";
}

/**
 * What to ask before a match is deleted. A match of two stays with the other player.
 * @param {MatchSummary} match
 * @returns {{question: string, explanation: string, yes: string}}
 */
export function removalText(match) {
  const isShared = match.kind === "link" && match.you.length === 1 && match.seats[opponent(/** @type {Player} */ (match.you[0]))].taken;
  if (!isShared) return { question: text("Delete this match?"), explanation: text("It cannot be brought back."), yes: text("Delete") };
  return {
    question: text("Remove this match from your list?"),
    explanation:
      groupOf(match) === "open"
        ? text("The other player keeps it and can end it when you have been away for a day. You can still go on playing by its link.")
        : text("The other player keeps it. It is deleted when both of you have removed it."),
    yes: text("Remove"),
  };
}

/** A player's name, or the colour. @param {MatchSummary} match @param {Player} player */
export function playerName(match, player) {
  const seat = match.seats[player];
  if (seat?.name) return seat.name;
  if (seat?.kind === "bot") return seat.level_title ? text("the bot ({level})", { level: seat.level_title }) : text("the bot");
  return colourName(player);
}

/** The opponent or, in a match of others, both players. @param {MatchSummary} match */
export function opponents(match) {
  if (match.kind === "study" || match.you.length !== 1) {
    const words = text("{white} against {black}", { white: playerName(match, "white"), black: playerName(match, "black") });
    return withCapital(words, match.seats.white?.name);
  }
  const other = opponent(/** @type {Player} */ (match.you[0]));
  if (!match.seats[other]?.taken) return sentence(text("waiting for an opponent"));
  return withCapital(text("against {name}", { name: playerName(match, other) }), match.seats[other]?.name);
}

/**
 * A title with a capital letter, unless it begins with a name, which stays as it was typed.
 * @param {string} words
 * @param {string | undefined} name
 */
function withCapital(words, name) {
  return name && words.startsWith(name) ? words : sentence(words);
}

/** The kind of a match. @param {MatchSummary} match */
export function kindOf(match) {
  switch (match.kind) {
    case "bot":
      return match.tutored ? text("Bot, with tutor") : text("Bot");
    case "screen":
      return text("On one screen");
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

/** The score as it is shown, the reader's points first. @param {MatchSummary} match @returns {[number, number]} */
export function scoreOf(match) {
  const white = shownScore(match, "white");
  const black = shownScore(match, "black");
  return match.you.length === 1 && match.you[0] === "black" ? [black, white] : [white, black];
}

/**
 * The result or the state of a match for the reader.
 * @param {MatchSummary} match
 * @returns {{words: string, kind: "won" | "lost" | "turn" | "plain"}}
 */
export function standing(match) {
  if (match.phase === "aborted") return { words: text("abandoned"), kind: "plain" };
  if (match.phase === "over") {
    const winner = match.result?.winner ?? null;
    if (winner === null) return { words: text("tied"), kind: "plain" };
    if (match.you.length === 1) {
      return match.you[0] === winner ? { words: text("victory"), kind: "won" } : { words: text("defeat"), kind: "lost" };
    }
    return { words: text("{name} won", { name: playerName(match, winner) }), kind: "plain" };
  }
  if (match.kind === "study") return { words: text("not finished"), kind: "plain" };
  if (match.to_act !== null && match.you.includes(match.to_act)) return { words: text("your turn"), kind: "turn" };
  return { words: text("in play"), kind: "plain" };
}
