/** What is typed: moves and commands in the box for them, and single keys outside the board, which has its own. */

import { statusWords, typedCommands } from "./controls.js";
import { seatFor } from "./match-state.js";
import { announce, note } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/**
 * What typing needs of the game page.
 * @typedef {object} Page
 * @property {import("../../board/element.js").BackgammonBoard} board
 * @property {import("./controls.js").Controls} controls
 * @property {import("../shared/types.js").MatchState} shown
 * @property {import("./controls.js").TurnSight} turn
 * @property {boolean} connected
 * @property {() => unknown} double
 * @property {(action: string) => boolean} sendIf
 */

/**
 * Do what stands in the box: a command, or a play.
 * @param {Page} page
 * @param {string} written
 */
export function obeyTyped(page, written) {
  const { board, controls, shown } = page;
  const wish = written.toLowerCase();
  const [command] = Object.entries(typedCommands()).find(([name, word]) => wish === name || wish === word.toLowerCase()) ?? [];
  let isDone = true;
  if (command === "undo") board.undo();
  else if (command === "done") board.confirm();
  else if (command === "double") page.double();
  else if (command === "pips") announce(text("Pips: White {white}, Black {black}", shown.pips));
  else if (command === "last") announce(shown.last?.words || status(page));
  else if (command) isDone = page.sendIf(command);
  else isDone = playTyped(page, written);
  if (isDone) controls.clearTyped();
  else if (command) note(status(page), { kind: "bad" });
}

/** @param {Page} page */
function status({ shown, turn, connected }) {
  return statusWords(shown, turn, connected);
}

/**
 * @param {Page} page
 * @param {string} written
 */
function playTyped(page, written) {
  if (!seatFor(page.shown, "play")) {
    note(status(page), { kind: "bad" });
    return false;
  }
  const { isPlayed, reason } = page.board.playNotation(written, { confirm: true });
  if (!isPlayed) note(reason, { kind: "bad", stays: 8000 });
  return isPlayed;
}

/**
 * @param {Page} page
 * @param {KeyboardEvent} event
 */
export function obeyKey(page, event) {
  const { board, turn } = page;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog, backgammon-board, [popover]:popover-open")) return;
  if (event.key === "Escape" && turn.started) board.undoAll();
  else if (event.key === "u") board.undo();
  else if (event.key === "c") board.confirm();
  else if (event.key === "d") page.double();
  else if (event.key === "r") board.roll();
  else return;
  event.preventDefault();
}
