/** How a board looks and sounds: as the settings say. */

import { THEMES } from "../../board/drawing/themes.js";
import { settings } from "./settings.js";
import { counted, text } from "../shared/translations.js";

/**
 * Give a board the looks that were chosen, and its words.
 * @param {import("../../board/element.js").BackgammonBoard} board
 */
export function showLook(board) {
  const { board: theme, appearance, home, numbering, speed, sounds } = settings();
  const automatic = appearance === "system" ? null : appearance === "dark" ? "dark" : "classic";
  const attributes = {
    theme: theme === "auto" ? automatic : theme,
    direction: home,
    numbering,
    speed,
    sounds: sounds ? "on" : "off",
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else if (board.getAttribute(name) !== value) board.setAttribute(name, value);
  }
  board.words = { text, counted };
  showCheckers();
}

/** The theme of the board, where it is left to light and dark. */
function automaticTheme() {
  const { appearance } = settings();
  const isDark = appearance === "dark" || (appearance === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "dark" : "classic";
}

/** Beside the board, checkers have the colours that they have on it. */
function showCheckers() {
  const { board } = settings();
  const theme = THEMES[board === "auto" ? automaticTheme() : board];
  document.documentElement.style.setProperty("--white-checker", theme?.white ?? "white");
  document.documentElement.style.setProperty("--black-checker", theme?.black ?? "black");
}
