/** A field for a pasted id, board or any text with one in it. What is pasted is read at once; a refusal is a sentence below. */

import { errorMessage } from "../shared/api.js";
import { button, element } from "../shared/dom.js";
import { text } from "../shared/translations.js";

/** Reports what was pasted or typed. */
export class PasteForm {
  /** @param {(words: string) => Promise<void>} read rejects if the text cannot be read */
  constructor(read) {
    this.#read = read;
    this.element = element(
      "form",
      { class: "panel paste-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.read(this.#field.value)) },
      element("label", { class: "label", for: "pasted-id" }, text("Paste a position ID")),
      element("div", { class: "row" }, this.#field, button(text("Open"), { type: "submit" })),
      element("span", { class: "help soft small-words", id: "pasted-help" }, text("XGID, GNU Backgammon ID, OGID, FIBS board or a board in plain characters, on its own or inside any text.")),
      this.#problem,
    );
  }

  #read;
  #readings = 0; // what was pasted first may be answered last
  #field = element("input", {
    id: "pasted-id",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "pasted-help pasted-problem",
    onpaste: (/** @type {ClipboardEvent} */ event) => this.#onPaste(event),
  });
  #problem = element("span", { id: "pasted-problem", class: "problem-words", role: "alert" });

  /** A field of one line would lose the lines of a board, so the clipboard is read instead. @param {ClipboardEvent} event */
  #onPaste(event) {
    const words = event.clipboardData?.getData("text/plain");
    if (words) setTimeout(() => void this.read(words), 0);
  }

  /** Read a text. @param {string} words */
  async read(words) {
    const reading = ++this.#readings;
    this.#problem.textContent = "";
    if (!words.trim()) return;
    try {
      await this.#read(words);
      this.#field.value = "";
    } catch (problem) {
      if (reading === this.#readings) this.#problem.textContent = errorMessage(problem);
    }
  }
}
