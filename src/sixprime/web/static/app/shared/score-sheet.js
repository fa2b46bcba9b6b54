/** A score sheet: numbered rows, White's moves on the left and Black's on the right, as players write a game down. */

import { element } from "./dom.js";

/** @typedef {import("./types.js").Player} Player */

export class Sheet {
  /** @type {HTMLElement | null} */
  #row = null;
  /** How many columns of the row are taken. */
  #taken = 0;

  /** @param {Record<string, unknown>} props */
  constructor(props) {
    this.list = element("ol", { ...props, class: `sheet ${props.class ?? ""}` });
  }

  /**
   * Write something down: beside what the other player did before it, or in a row of its own.
   * @param {HTMLElement} cell
   * @param {Player | null} player null for what concerns both
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

  clear() {
    this.list.replaceChildren();
    this.#row = null;
    this.#taken = 0;
  }
}

/**
 * Dice as they are written before a play, the higher one first.
 * @param {readonly number[] | null | undefined} roll
 */
export function writtenRoll(roll) {
  return roll ? [...roll].sort((one, other) => other - one).join("") : "";
}
