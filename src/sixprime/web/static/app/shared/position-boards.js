/** Boards outside a match: pictures in a text, and boards that show one position after another. Settings apply to all. */

import "../../board/element.js";
import { element } from "./dom.js";
import { onChange, settings } from "../settings/settings.js";
import { counted, text } from "./translations.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../../board/types.js").State} State */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("../replay/frames.js").Frame} Frame */

/** Pictures are printed in light colours, whatever the screen looks like. */
const PAPER = window.matchMedia("print");

/**
 * A board that looks as its reader wishes. In a picture nothing moves, and White and Black are white and black, also by
 * night, unless the reader has chosen other colours.
 * @param {Player} view  Who sits below.
 * @param {{isPicture?: boolean}} [how]
 * @returns {BackgammonBoard}
 */
export function boardFor(view, { isPicture = false } = {}) {
  const board = /** @type {BackgammonBoard} */ (document.createElement("backgammon-board"));
  board.words = { text, counted };
  board.setAttribute("view", view);
  const dress = () => {
    const { board: chosen, appearance, home, numbering, speed, pips } = settings();
    const automatic = appearance === "system" ? null : appearance === "dark" ? "dark" : "classic";
    const theme = isPicture && PAPER.matches ? "classic" : chosen === "auto" ? automatic : chosen;
    if (theme === null) board.removeAttribute("theme");
    else board.setAttribute("theme", theme);
    board.classList.toggle("true-colours", isPicture && chosen === "auto");
    board.setAttribute("direction", home);
    board.setAttribute("numbering", numbering);
    board.setAttribute("speed", isPicture ? "off" : speed);
    board.setAttribute("pips", pips && !isPicture ? "on" : "off");
  };
  dress();
  onChange(dress);
  if (isPicture) PAPER.addEventListener("change", dress);
  return board;
}

/**
 * Give the colours of a board's checkers to what stands beside it, as `--white-checker` and `--black-checker`.
 * @param {BackgammonBoard} board
 * @param {HTMLElement} place
 */
export function lendColours(board, place) {
  const lend = () => {
    const colours = getComputedStyle(board);
    for (const player of ["white", "black"]) place.style.setProperty(`--${player}-checker`, colours.getPropertyValue(`--${player}`));
  };
  onChange(() => requestAnimationFrame(lend));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => requestAnimationFrame(lend));
  requestAnimationFrame(lend);
}

/**
 * A picture of a board: nothing in it can be pressed, and it has one sentence for those who do not see it.
 * @param {State} state
 * @param {{label: string, arrows?: [number, number][], player?: Player, isWrong?: boolean}} options  `isWrong`: the arrows show what is not allowed.
 * @returns {HTMLElement}
 */
export function stillBoard(state, { label, arrows = [], player = "white", isWrong = false }) {
  const board = boardFor("white", { isPicture: true });
  board.inert = true;
  board.setPosition(state.board, state);
  const picture = element("div", { class: ["still", isWrong && "wrong-play"], role: "img", "aria-label": label }, board);
  if (arrows.length > 0) keepArrows(board, arrows, player);
  return picture;
}

/**
 * Draw arrows again whenever the board has got another size: it forgets them then.
 * @param {BackgammonBoard} board
 * @param {[number, number][]} steps
 * @param {Player} player
 */
export function keepArrows(board, steps, player) {
  const observer = new ResizeObserver(() => requestAnimationFrame(() => board.showArrows(steps, player)));
  observer.observe(board);
  return observer;
}

/**
 * Show a frame of a replay: the position, the dice, and the play as arrows.
 * @param {BackgammonBoard} board
 * @param {Frame} frame
 * @param {{rules: Record<string, unknown>, length: number | null, checkers: number}} match
 * @param {boolean} isCrawford
 */
export function showFrame(board, frame, { rules, length, checkers }, isCrawford) {
  const { cube, roll, player, steps } = frame;
  board.setPosition(frame.board, {
    phase: "shown",
    on_roll: player,
    roll,
    cube,
    rules,
    length,
    checkers,
    crawford: isCrawford,
  });
  board.showArrows(steps, player ?? "white");
}

/** @type {Map<Element, () => void>} */
const waiting = new Map();
/** @type {IntersectionObserver | null} */
let watcher = null;

/**
 * Make something when its place comes near the window, or the page is printed.
 * @param {Element} place
 * @param {() => void} make
 */
export function onShow(place, make) {
  watcher ??= beginWatching();
  waiting.set(place, make);
  watcher.observe(place);
}

function beginWatching() {
  const made = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) show(entry.target);
    },
    { rootMargin: "600px" },
  );
  window.addEventListener("beforeprint", () => {
    for (const place of [...waiting.keys()]) show(place);
  });
  return made;
}

/** @param {Element} place */
function show(place) {
  const make = waiting.get(place);
  waiting.delete(place);
  watcher?.unobserve(place);
  make?.();
}
