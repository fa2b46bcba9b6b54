/** A score sheet: numbered rows with White's moves on the left and Black's on the right. */

import { element } from "./dom.js";
import { text } from "./translations.js";

/** @typedef {import("./types.js").Player} Player */

/** The score sheet of one game, as an ordered list. */
export class ScoreSheet {
  /** @type {HTMLElement | null} */
  #row = null;
  /** How many columns of the last row are taken. */
  #taken = 0;

  /** @param {Record<string, unknown>} props */
  constructor(props) {
    this.list = element("ol", { ...props, class: `sheet ${props.class ?? ""}` });
  }

  /**
   * Add a cell beside the opponent's previous move, or in a new row.
   * @param {HTMLElement} cell
   * @param {Player | null} player null for a cell that spans both columns
   */
  add(cell, player) {
    const column = player === "black" ? 2 : 1;
    if (!this.#row || column <= this.#taken || player === null) {
      this.#row = element("li");
      this.list.append(this.#row);
    }
    cell.classList.add(player ?? "both");
    this.#row.append(cell);
    this.#taken = player === null ? 2 : column;
  }

  /** The cell that was added last. */
  get lastCell() {
    return this.#row?.lastElementChild ?? null;
  }

  clear() {
    this.list.replaceChildren();
    this.#row = null;
    this.#taken = 0;
  }
}

/**
 * The dice as written before a play, the higher one first: `31`.
 * @param {readonly number[] | null | undefined} roll
 */
export function rollNotation(roll) {
  return roll ? [...roll].sort((one, other) => other - one).join("") : "";
}

/**
 * The text of an action that is no play; null for other events.
 * @param {string} type
 * @param {number} cube the value of the cube before it
 */
export function actionText(type, cube) {
  switch (type) {
    case "double":
      return text("doubles to {value}", { value: cube * 2 });
    case "beaver":
      return text("Beaver");
    case "raccoon":
      return text("Raccoon");
    case "take":
      return text("takes");
    case "drop":
      return text("drops");
    case "accept":
      return text("accepts");
    case "decline":
      return text("declines");
    default:
      return null;
  }
}
