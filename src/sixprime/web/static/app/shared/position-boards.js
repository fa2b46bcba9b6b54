/** Boards outside a match: pictures in the rules, and the boards of replay and editor. They follow the user's settings. */

import "../../board/element.js";
import { PLAYERS } from "../../board/model/places.js";
import { chosenTheme, setBoardAttributes } from "../settings/board-settings.js";
import { onSettingsChange, settings } from "../settings/settings.js";
import { element } from "./dom.js";
import { counted, text } from "./translations.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../../board/types.js").State} State */
/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("./types.js").Player} Player */

/** Whether the page is being printed: pictures are printed in light colours. */
const PRINTING = window.matchMedia("print");

/**
 * Create a board that follows the settings. A picture is not animated. Where pips are asked for, they are not shown.
 * @param {Player} view  The player at the bottom.
 * @param {{isPicture?: boolean, hidesPips?: boolean}} [how]
 * @returns {BackgammonBoard}
 */
export function createBoard(view, { isPicture = false, hidesPips = isPicture } = {}) {
  const board = /** @type {BackgammonBoard} */ (document.createElement("backgammon-board"));
  board.words = { text, counted };
  board.setAttribute("view", view);
  const applySettings = () => {
    const { home, numbering, speed, pips } = settings();
    setBoardAttributes(board, {
      theme: isPicture && PRINTING.matches ? "classic" : chosenTheme(),
      direction: home,
      numbering,
      speed: isPicture ? "off" : speed,
      pips: pips && !hidesPips ? "on" : "off",
    });
  };
  applySettings();
  onSettingsChange(applySettings);
  if (isPicture) PRINTING.addEventListener("change", applySettings);
  return board;
}

/**
 * Set the colours of a board's checkers as `--white-checker` and `--black-checker` on another element.
 * @param {BackgammonBoard} board
 * @param {HTMLElement} place
 */
export function shareCheckerColours(board, place) {
  const lend = () => {
    const colours = getComputedStyle(board);
    for (const player of PLAYERS) place.style.setProperty(`--${player}-checker`, colours.getPropertyValue(`--${player}`));
  };
  onSettingsChange(() => requestAnimationFrame(lend));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => requestAnimationFrame(lend));
  requestAnimationFrame(lend);
}

/**
 * A picture of a board: it is inert, and has one label for screen readers.
 * @param {State} state
 * @param {{label: string, arrows?: [number, number][], player?: Player, isWrong?: boolean}} options  `isWrong`: the arrows show an illegal play.
 * @returns {HTMLElement}
 */
export function boardPicture(state, { label, arrows = [], player = "white", isWrong = false }) {
  const board = createBoard("white", { isPicture: true });
  board.inert = true;
  board.setPosition(state.board, state);
  const picture = element("div", { class: ["still", isWrong && "wrong-play"], role: "img", "aria-label": label }, board);
  board.showArrows(arrows, player);
  return picture;
}

/**
 * Show a frame of a replay: the position, the dice, and arrows for the play.
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
let observer = null;

/**
 * Call a function when an element comes near the viewport, or before the page is printed.
 * @param {Element} place
 * @param {() => void} make
 */
export function whenNearlyVisible(place, make) {
  observer ??= startObserving();
  waiting.set(place, make);
  observer.observe(place);
}

function startObserving() {
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
  observer?.unobserve(place);
  make?.();
}
