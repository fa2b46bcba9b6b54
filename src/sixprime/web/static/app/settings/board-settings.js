/** Applies the user's settings to a board. */

import { THEMES } from "../../board/drawing/themes.js";
import { counted, text } from "../shared/translations.js";
import { settings } from "./settings.js";

/**
 * Set a board's theme, direction, numbering, speed, sounds and language from the settings.
 * @param {import("../../board/element.js").BackgammonBoard} board
 */
export function applyBoardSettings(board) {
  const { home, numbering, speed, sounds, movable } = settings();
  setBoardAttributes(board, { theme: chosenTheme(), direction: home, numbering, speed, sounds: sounds ? "on" : "off", "mark-movable": movable ? "on" : "off" });
  board.words = { text, counted };
  showCheckerColours();
}

/** The attribute `theme` of a board; null to follow the system. */
export function chosenTheme() {
  const { board, appearance } = settings();
  if (board !== "auto") return board;
  return appearance === "system" ? null : appearance === "dark" ? "dark" : "classic";
}

/**
 * Set the attributes of a board that have changed; null removes one.
 * @param {import("../../board/element.js").BackgammonBoard} board
 * @param {Record<string, string | null>} attributes
 */
export function setBoardAttributes(board, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
}

/** The theme that follows the colour scheme of the page. */
function automaticTheme() {
  const { appearance } = settings();
  const isDark = appearance === "dark" || (appearance === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "dark" : "classic";
}

/** Set the colours of the checkers on the board as CSS variables of the page, which shows them beside the board as well. */
function showCheckerColours() {
  const { board } = settings();
  const theme = THEMES[board === "auto" ? automaticTheme() : board];
  document.documentElement.style.setProperty("--white-checker", theme?.white ?? "white");
  document.documentElement.style.setProperty("--black-checker", theme?.black ?? "black");
}
