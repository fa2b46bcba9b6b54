/** Carries out moves and commands from the text box, and keyboard shortcuts outside the board, which has its own. */

import { ANSWER_KEYS } from "../../board/input/keyboard.js";
import { describePips } from "../../board/speech/phrases.js";
import { boardNames } from "../shared/names.js";
import { announce, showToast } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";
import { statusText, typedCommands } from "./controls.js";
import { seatFor } from "./match-state.js";

/**
 * The parts of the match page that typed commands use.
 * @typedef {object} TypingHost
 * @property {import("../../board/element.js").BackgammonBoard} board
 * @property {import("./controls.js").Controls} controls
 * @property {import("./move-list.js").MoveList} moves
 * @property {import("../shared/types.js").MatchState} shown
 * @property {import("./controls.js").TurnProgress} turn
 * @property {boolean} connected
 * @property {import("./tutor.js").Tutor} tutor
 * @property {() => unknown} double
 * @property {(action: string) => boolean} sendIf
 */

/**
 * Carry out the content of the text box: a command or a play.
 * @param {TypingHost} page
 * @param {string} written
 */
export function runTyped(page, written) {
  const { board, controls, moves, shown } = page;
  const typed = written.toLowerCase();
  const [command] = Object.entries(typedCommands()).find(([name, word]) => typed === name || typed === word.toLowerCase()) ?? [];
  let isDone = true;
  const [way] = Object.entries(tutorWords()).find(([name, word]) => typed === name || typed === word.toLowerCase()) ?? [];
  if (way && page.tutor.answer(/** @type {"again" | "show" | "anyway"} */ (way))) return controls.clearTyped();
  if (command === "undo") board.undo();
  else if (command === "done") board.confirm();
  else if (command === "double") page.double();
  else if (command === "pips") announce(describePips(shown.pips, { seats: shown.you, names: boardNames(shown) }, { text, counted }));
  else if (command === "last") announce(board.lastNews || moves.lastWords || status(page));
  else if (command) isDone = page.sendIf(command);
  else isDone = playTyped(page, written);
  if (isDone) controls.clearTyped();
  else if (command) showToast(status(page), { kind: "bad" });
}

/** The words that answer the tutor's question, by their English names. @returns {Record<string, string>} */
function tutorWords() {
  return { again: text("again"), show: text("show"), anyway: text("anyway") };
}

/** @param {TypingHost} page */
function status({ shown, turn, connected }) {
  return statusText(shown, turn, connected);
}

/**
 * @param {TypingHost} page
 * @param {string} written
 */
function playTyped(page, written) {
  if (!seatFor(page.shown, "play")) {
    showToast(status(page), { kind: "bad" });
    return false;
  }
  const { isPlayed, reason } = page.board.playNotation(written, { confirm: true });
  if (!isPlayed) showToast(reason, { kind: "bad", stays: 8000 });
  return isPlayed;
}

/**
 * @param {TypingHost} page
 * @param {KeyboardEvent} event
 */
export function handleKey(page, event) {
  const { board, turn } = page;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog, backgammon-board, [popover]:popover-open")) return;
  if (event.key === "Escape" && turn.started) board.undoAll();
  else if (event.key === "u") board.undo();
  else if (event.key === "c") board.confirm();
  else if (event.key === "d") page.double();
  else if (event.key === "r") board.roll();
  else if (event.repeat || !(ANSWER_KEYS[event.key] ?? []).some((action) => page.sendIf(action))) return;
  event.preventDefault();
}
