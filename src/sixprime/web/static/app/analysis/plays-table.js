/**
 * Tables of ranked plays, for hints, for analyses of the engine and for those that a file brings along. Who shows one
 * chooses the columns. A play that was seen less deeply never stands above one that was seen more deeply.
 */

import { element } from "../shared/dom.js";
import { counted, formatNumber, text } from "../shared/translations.js";
import { formatEquity, formatPercent } from "./equities.js";
import { markOf } from "./marks.js";

/** @typedef {import("../shared/answer-types.js").ChancesAnswer} Chances */
/** @typedef {import("../shared/dom.js").Child} Child */
/** @typedef {[number, number][]} Steps */

/**
 * A play in a table, from the view of who plays.
 * @typedef {object} RankedPlay
 * @property {string} notation
 * @property {Steps} steps
 * @property {number | null} equity
 * @property {number | null} loss how much less than the best play
 * @property {Chances | null} chances
 * @property {number | null} [matchChance] the chance to win the match
 * @property {string} [depth] how far was looked, in words
 * @property {number | null} [error] the standard error of a rollout
 * @property {boolean} [isPlayed]
 * @property {number} [rank] counted from 1, if not all plays are listed
 */

/**
 * How deeply something was seen, in words.
 * @param {{plies: number, games: number}} look
 */
export function depthWords({ plies, games }) {
  return games > 0 ? counted("{count} game", "{count} games", games, { count: formatNumber(games) }) : text("{count}-ply", { count: plies });
}

/**
 * Plays in the order in which they are listed: rollouts first, then by depth, then by equity.
 * @template {{games: number, plies: number, equity: number}} T
 * @param {readonly T[]} plays
 * @returns {T[]}
 */
export function rankedPlays(plays) {
  return [...plays].sort((one, other) => Number(other.games > 0) - Number(one.games > 0) || other.plies - one.plies || other.equity - one.equity);
}

/**
 * @typedef {object} Column
 * @property {() => Child | Child[]} heading
 * @property {(play: RankedPlay, place: number) => Child | Child[]} cell
 * @property {string} kind a class for its cells
 */

/** @typedef {"rank" | "play" | "depth" | "equity" | "difference" | "worth" | "match" | "wins" | "chances"} ColumnName */

/**
 * What a table shows and does.
 * @typedef {object} TableOptions
 * @property {readonly ColumnName[]} columns
 * @property {(play: RankedPlay, place: number) => HTMLElement} button what stands for a play
 * @property {string} [kind] another class of the table
 * @property {string} [caption] for screen readers
 */

/**
 * A table of plays, the best first.
 * @param {readonly RankedPlay[]} plays
 * @param {TableOptions} options
 */
export function playsTable(plays, { columns: names, button, kind = "", caption }) {
  const columns = names.flatMap((name) => columnsNamed(name, button));
  // The roles are spelled out, because narrow screens show a row in two lines and not as the row of a table.
  return element(
    "table",
    { class: `worth-table plays-table ${kind}`.trim(), role: "table" },
    caption ? element("caption", { class: "hidden-words" }, caption) : null,
    element(
      "thead",
      { role: "rowgroup" },
      element("tr", { role: "row" }, ...columns.map(({ heading, kind: cells }) => element("th", { scope: "col", role: "columnheader", class: cells }, heading()))),
    ),
    element(
      "tbody",
      { role: "rowgroup" },
      ...plays.map((play, place) =>
        element(
          "tr",
          { role: "row", class: [place === 0 && "best", play.isPlayed && "played", markOf(play.loss ?? 0)], dataset: { place: String(place) } },
          ...columns.map(({ cell, kind: cells }) =>
            cells === "play-name" ? element("th", { scope: "row", role: "rowheader", class: cells }, cell(play, place)) : element("td", { role: "cell", class: cells }, cell(play, place)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {ColumnName} name
 * @param {TableOptions["button"]} button
 * @returns {Column[]}
 */
function columnsNamed(name, button) {
  switch (name) {
    case "rank":
      return [{ heading: () => hidden(text("rank")), cell: ({ rank }, place) => `${rank ?? place + 1}.`, kind: "rank numbers soft" }];
    case "play":
      return [{ heading: () => text("play"), cell: (play, place) => [button(play, place), play.isPlayed ? element("span", { class: "tag" }, text("played")) : null], kind: "play-name" }];
    case "depth":
      return [{ heading: () => text("depth"), cell: ({ depth }) => depth ?? "", kind: "depth soft" }];
    case "equity":
      return [{ heading: () => text("equity"), cell: ({ equity, error }) => [equity === null ? "" : formatEquity(equity), errorWords(error)], kind: "equity numbers" }];
    case "difference":
      return [{ heading: () => text("difference"), cell: ({ loss }, place) => (place === 0 || loss === null ? "" : formatEquity(-loss)), kind: "difference numbers" }];
    case "worth":
      return [{ heading: () => text("equity"), cell: worthOf, kind: "equity numbers" }];
    case "match":
      return [{ heading: () => text("match"), cell: ({ matchChance }) => (typeof matchChance === "number" ? formatPercent(matchChance, 1) : ""), kind: "match numbers" }];
    case "wins":
      return [{ heading: () => text("wins"), cell: ({ chances }) => (chances ? formatPercent(chances.win, 1) : ""), kind: "wins numbers" }];
    case "chances":
      return chanceColumns();
  }
}

/** Wins and losses, each with its gammons and backgammons. @returns {Column[]} */
function chanceColumns() {
  /** @type {[string, string, string, (chances: Chances) => number][]} */
  const columns = [
    ["win", text("Won"), text("wins"), (chances) => chances.win],
    ["win-gammon", "G", text("gammons won"), (chances) => chances.win_gammon],
    ["win-backgammon", "BG", text("backgammons won"), (chances) => chances.win_backgammon],
    ["lose", text("Lost"), text("losses"), (chances) => 1 - chances.win],
    ["lose-gammon", "G", text("gammons lost"), (chances) => chances.lose_gammon],
    ["lose-backgammon", "BG", text("backgammons lost"), (chances) => chances.lose_backgammon],
  ];
  return columns.map(([kind, short, long, value]) => ({
    heading: () => [element("span", { "aria-hidden": "true", title: long }, short), hidden(long)],
    cell: ({ chances }) => (chances ? formatNumber(100 * value(chances), { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : ""),
    kind: `chance ${kind} numbers`,
  }));
}

/**
 * The worth of a play or, below the best one, how much less it is.
 * @param {RankedPlay} play
 * @param {number} place
 */
function worthOf({ equity, loss, matchChance }, place) {
  if (equity === null) return typeof matchChance === "number" ? formatPercent(matchChance, 2) : "";
  return formatEquity(place === 0 || loss === null ? equity : -loss);
}

/** The standard error of a rollout. @param {number | null | undefined} error */
export function errorWords(error) {
  return typeof error === "number" ? element("small", { class: "soft" }, `± ${formatNumber(error, { minimumFractionDigits: 3, maximumFractionDigits: 3 })}`) : null;
}

/** Words for screen readers. @param {string} words */
function hidden(words) {
  return element("span", { class: "hidden-words" }, words);
}
