/**
 * Invisible buttons over the picture, for keyboards, screen readers and touch: one for each point, bar and tray, and one
 * each for the dice, the cube and undo. One button is a tab stop; the arrow keys move between them.
 */

import { PLACES } from "../drawing/layout.js";
import { BAR, OFF, opponent, placeOf, pointOf } from "../model/places.js";

/** @typedef {import("../drawing/layout.js").Layout} Layout */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */

/** @typedef {{place: Place, row: number, column: number}} Cell */

const TABLE_MIDDLE = 6;
const TRAY_COLUMN = 13;

/**
 * The order of the buttons for screen readers: dice, cube and undo, then the points in the direction of play of the
 * player at the bottom.
 * @param {Player} bottom
 * @returns {Place[]}
 */
export function readingOrder(bottom) {
  const way = Array.from({ length: 26 }, (_, number) => placeOf(bottom, BAR - number));
  return ["dice", "cube", "undo", ...way, placeOf(opponent(bottom), BAR), placeOf(opponent(bottom), OFF)];
}

/**
 * The cell of a place in the grid that the arrow keys use: points are in rows 0 and 2, dice, cube and undo in row 1.
 * @param {Place} place
 * @param {Layout} layout
 * @returns {Cell}
 */
export function cellOf(place, layout) {
  const mirrored = (/** @type {number} */ column) => (layout.homeRight ? column : 2 * TABLE_MIDDLE - column);
  if (place === "dice") return { place, row: 1, column: TABLE_MIDDLE };
  if (place === "undo") return { place, row: 1, column: mirrored(TABLE_MIDDLE - 1) };
  if (place === "cube") return { place, row: 1, column: mirrored(layout.isNarrow ? TRAY_COLUMN : -1) };
  const row = layout.isAbove(place) ? 0 : 2;
  if (place.endsWith("-off")) return { place, row, column: mirrored(TRAY_COLUMN) };
  if (place.endsWith("-bar")) return { place, row, column: TABLE_MIDDLE };
  return { place, row, column: mirrored(layout.column(pointOf(layout.bottom, place) ?? 1)) };
}

/**
 * The place that an arrow key leads to, or null at the edge.
 * @param {Cell} from
 * @param {string} key
 * @param {readonly Cell[]} cells
 * @returns {Place | null}
 */
export function neighbour(from, key, cells) {
  const nearest = (/** @type {Cell[]} */ some, /** @type {(cell: Cell) => number} */ distance) =>
    some.sort((one, two) => distance(one) - distance(two))[0]?.place ?? null;
  const inRow = cells.filter((cell) => cell.row === from.row);
  if (key === "Home") return nearest(inRow, (cell) => cell.column);
  if (key === "End") return nearest(inRow, (cell) => -cell.column);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const sign = key === "ArrowRight" ? 1 : -1;
    const beyond = (/** @type {Cell} */ cell) => (cell.column - from.column) * sign;
    const found = nearest(
      inRow.filter((cell) => beyond(cell) > 0),
      beyond,
    );
    if (found) return found;
    const rows = from.row === 1 ? [2] : [1];
    return nearest(
      cells.filter((cell) => rows.includes(cell.row) && beyond(cell) > 0),
      beyond,
    );
  }
  const sign = key === "ArrowDown" ? 1 : -1;
  const beyond = cells.filter((cell) => (cell.row - from.row) * sign > 0);
  const straight = beyond.filter((cell) => cell.column === from.column);
  if (straight.length) return nearest(straight, (cell) => Math.abs(cell.row - from.row));
  return nearest(
    beyond.filter((cell) => cell.row !== 1),
    (cell) => Math.abs(cell.column - from.column),
  );
}

/** The buttons of one board. */
export class Buttons {
  node = document.createElement("div");
  /** @type {Map<Place, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Place} */
  #current = "dice";
  /** @type {Layout | null} */
  #layout = null;

  constructor() {
    for (const place of [...PLACES, "dice", "cube", "undo"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["place"] = place;
      button.tabIndex = place === this.#current ? 0 : -1;
      this.#buttons.set(place, button);
    }
    this.node.addEventListener("focusin", (event) => {
      const place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined;
      if (place) this.#makeCurrent(place);
    });
  }

  /** Position the buttons of the points, bars and trays. @param {Layout} layout */
  place(layout) {
    if (layout.bottom !== this.#layout?.bottom) {
      this.node.append(...readingOrder(layout.bottom).map((place) => this.#button(place)));
      const tokens = ["dice", "cube", "undo"].map((place) => this.#button(place));
      for (const token of tokens) token.style.zIndex = "1";
    }
    this.#layout = layout;
    for (const place of PLACES) this.put(place, layout.zone(place));
  }

  /** Position a button, or hide it. @param {Place} place @param {Box | null} box null hides it */
  put(place, box) {
    const button = this.#button(place);
    const loses = box === null && this.focused === place;
    button.hidden = box === null;
    button.style.display = box ? "" : "none";
    if (!box || !this.#layout) {
      if (place === this.#current) this.#makeCurrent("dice");
      if (loses) this.focus("dice");
      return;
    }
    const { width, height } = this.#layout;
    button.style.left = `${(100 * box.x) / width}%`;
    button.style.top = `${(100 * box.y) / height}%`;
    button.style.width = `${(100 * box.width) / width}%`;
    button.style.height = `${(100 * box.height) / height}%`;
  }

  /** @param {Place} place @param {string} label @param {boolean} isPlayable @param {string} [more] */
  setLabel(place, label, isPlayable, more = "") {
    const button = this.#button(place);
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    if (more) button.setAttribute("aria-description", more);
    else button.removeAttribute("aria-description");
    button.classList.toggle("playable", isPlayable);
  }

  /** @param {Place} place */
  focus(place) {
    this.#makeCurrent(place);
    this.#button(place).focus();
  }

  /** Focus the button that is the tab stop. @param {FocusOptions} [options] */
  focusCurrent(options) {
    this.#button(this.#current).focus(options);
  }

  /** The place that has the focus, if it is on the board. @returns {Place | null} */
  get focused() {
    const active = /** @type {ShadowRoot} */ (this.node.getRootNode()).activeElement;
    return active instanceof HTMLElement ? (active.dataset["place"] ?? null) : null;
  }

  /** Move the focus by an arrow key. @param {string} key */
  moveFocus(key) {
    const layout = this.#layout;
    if (!layout) return;
    const cells = [...this.#buttons].filter(([, button]) => !button.hidden).map(([place]) => cellOf(place, layout));
    const next = neighbour(cellOf(this.#current, layout), key, cells);
    if (next) this.focus(next);
  }

  /** @param {Place} place */
  #makeCurrent(place) {
    this.#button(this.#current).tabIndex = -1;
    this.#current = place;
    this.#button(place).tabIndex = 0;
  }

  /** @param {Place} place */
  #button(place) {
    return /** @type {HTMLButtonElement} */ (this.#buttons.get(place));
  }
}
