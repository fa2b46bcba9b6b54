/** The dialogs of the match page: resigning, hints, the rules of this match, keyboard shortcuts, settings. */

import { differences } from "../rulebook/presets.js";
import { boardFields } from "../settings/settings-form.js";
import { errorMessage, get } from "../shared/api.js";
import { openDialog } from "../shared/dialogs.js";
import { button, element, setChildren } from "../shared/dom.js";
import { counted, formatNumber, text } from "../shared/translations.js";
import { seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * Ask how much to resign; the opponent may decline if it is too little.
 * @param {MatchState} state
 * @param {(seat: Player, value: number) => void} resign
 */
export function askResignation(state, resign) {
  const seat = seatFor(state, "resign");
  if (!seat) return;
  // A player who has borne off a checker cannot lose more than a single game.
  const isSingle = !state.gammons_count || state.off[seat] > 0;
  const offers = [text("A single game"), text("A gammon"), text("A backgammon")].slice(0, isSingle ? 1 : 3);
  const dialog = openDialog(text("Resign this game?"), [
    element("p", {}, text("You offer to lose. The other side accepts, or plays on if more is to be won.")),
    element(
      "div",
      { class: "buttons stacked" },
      ...offers.map((label, place) => {
        const points = (place + 1) * state.cube.value;
        return button([label, counted("{count} point", "{count} points", points)].join(" · "), {
          kind: "wide",
          onclick: () => {
            dialog.close();
            resign(seat, place + 1);
          },
        });
      }),
      button(text("Keep playing"), { kind: "main wide", onclick: () => dialog.close() }),
    ),
  ]);
}

/** The settings of the board, in a drawer beside the game. Changes apply at once. */
export function settingsPanel() {
  openDialog(text("Board and settings"), [...boardFields(), element("p", {}, element("a", { href: "/settings" }, text("All settings")))], { kind: "drawer" });
}

/** The keyboard shortcuts, which are the same in every language. */
export function keysPanel() {
  const keys = [
    ["r", text("roll")],
    ["← → ↑ ↓", text("go from point to point")],
    ["1 … 24", text("go to the point of that number")],
    ["Enter", text("play from this point with the left die; with Shift, the other one")],
    ["s", text("swap the dice")],
    ["u", text("take a step back")],
    ["Esc", text("take the whole turn back")],
    ["c", text("done: send the play")],
    ["d", text("double")],
    ["p", text("say the pip counts")],
    ["l", text("say the last words again")],
  ];
  openDialog(text("Keys"), [
    element("p", { class: "soft" }, text("Points and dice are buttons: Tab leads to the board.")),
    element("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)])),
  ]);
}

/** @param {MatchState} state */
export function rulesPanel(state) {
  const lines = differences(state.rules, { money: state.length === null });
  openDialog(text("Rules of this match"), [
    element("p", {}, element("b", {}, state.preset_title)),
    lines.length
      ? element("ul", {}, ...lines.map((line) => element("li", {}, line)))
      : element("p", {}, text("As the game is played everywhere today.")),
    element(
      "p",
      {},
      state.length === null
        ? text("Money play: each game for itself, {stake} a point.", { stake: String(state.rules.stake ?? "1") })
        : counted("A match to {count} point.", "A match to {count} points.", state.length),
    ),
    element("p", {}, element("a", { href: "/rules" }, text("All rules, with pictures"))),
  ]);
}

/**
 * What the engine would do here.
 * @param {MatchState} state
 * @param {import("../../board/element.js").BackgammonBoard} board
 */
export async function hintPanel(state, board) {
  const place = element("div", { class: "hint", "aria-live": "polite" }, text("Thinking…"));
  const dialog = openDialog(text("Hint"), [place], { kind: "drawer" });
  try {
    const hint = await get(`/api/matches/${state.match}/hint`);
    setChildren(place, ...(hint.plays ? playRows(hint.plays, (steps) => (dialog.close(), board.playSteps(steps))) : cubeRows(hint.cube)));
  } catch (problem) {
    setChildren(place, element("p", { class: "problem-words" }, errorMessage(problem)));
  }
}

/** @param {number} value */
const equity = (value) => formatNumber(value, { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** @param {number} value */
const percent = (value) => formatNumber(value, { style: "percent", maximumFractionDigits: 0 });

/**
 * @param {any[]} plays best first
 * @param {(steps: [number, number][]) => void} show put a play on the board, where the player can still undo it
 */
function playRows(plays, show) {
  if (plays.length === 0) return [element("p", {}, text("No move is possible"))];
  const best = plays[0]?.equity ?? 0;
  const rows = plays.slice(0, 6).map((play, place) =>
    element(
      "tr",
      {},
      element("td", {}, button(play.notation, { kind: place === 0 ? "small main" : "small", onclick: () => show(play.steps) })),
      element("td", { class: "numbers" }, place === 0 ? equity(play.equity) : equity(play.equity - best)),
      element("td", { class: "numbers" }, percent(winOf(play))),
    ),
  );
  return [
    element(
      "table",
      { class: "hint-table" },
      element(
        "thead",
        {},
        element("tr", {}, element("th", { scope: "col" }, text("play")), element("th", { scope: "col" }, text("Worth")), element("th", { scope: "col" }, text("Wins"))),
      ),
      element("tbody", {}, ...rows),
    ),
    element("p", { class: "soft small-words" }, text("Press one to see it on the board. Worth is in points at the present cube; below the first stands what the others give up.")),
  ];
}

/** @param {any} play */
function winOf(play) {
  return play.chances?.win ?? 0;
}

/** @param {any} cube */
function cubeRows(cube) {
  return [
    element("p", { class: "advice" }, cube.words),
    element("p", { class: "soft" }, text("You win {chance} of the games from here, {gammons} of them with a gammon.", { chance: percent(winOf(cube)), gammons: percent((cube.chances?.win_gammon ?? 0) / (winOf(cube) || 1)) })),
  ];
}
