/** What the tutor asked about a move, for its player alone, and the own comment about it: shown to all who have the link, written by who holds a seat or imported the match. */

import { formatEquity } from "../../analysis/equities.js";
import { errorMessage } from "../../shared/api.js";
import { button, element, setChildren } from "../../shared/dom.js";
import { text } from "../../shared/translations.js";

/** @typedef {import("../../replay/frames.js").Frame} Frame */

const LONGEST = 2000;

/** What the tutor asked about, and whether that changed anything. @param {import("../../shared/answer-types.js").FirstChoiceAnswer} first */
function firstChoiceText({ words, lost, changed }) {
  const values = { choice: words, loss: formatEquity(-lost) };
  return changed ? text("Your first choice was {choice} ({loss}); you changed it when the tutor asked.", values) : text("You stuck with {choice} ({loss}) when the tutor asked.", values);
}

export class CommentPart {
  /** @type {Frame | null} */
  #frame = null;

  /**
   * @param {((event: number, words: string) => Promise<unknown>) | undefined} save keeps a comment; missing where nobody can write one
   * @param {(frame: Frame) => void} onChange
   */
  constructor(save, onChange) {
    this.save = save;
    this.onChange = onChange;
    this.element = element("section", { class: "own-comment", "aria-label": text("Comment") });
  }

  /** @param {Frame} frame */
  show(frame) {
    this.#frame = frame;
    const { save } = this;
    const written = frame.ownComment;
    const canWrite = save && frame.events.length > 0;
    const first = frame.firstChoice;
    this.element.hidden = !written && !canWrite && !first;
    setChildren(
      this.element,
      first ? element("p", { class: "first-choice" }, firstChoiceText(first)) : null,
      written ? element("p", { class: "comment" }, written) : null,
      canWrite ? button(written ? text("Edit the comment") : text("Write a comment"), { kind: "small quiet", onclick: () => this.#edit(frame) }) : null,
    );
  }

  /** @param {Frame} frame */
  #edit(frame) {
    const field = element("textarea", { id: "own-comment", rows: 3, maxlength: LONGEST, value: frame.ownComment });
    const problem = element("p", { class: "problem-words", role: "alert" });
    const store = async () => {
      const words = field.value.trim();
      try {
        await this.save?.(frame.events.at(-1)?.event ?? 0, words);
        frame.ownComment = words;
        this.onChange(frame);
        this.#leave(frame);
      } catch (error) {
        problem.textContent = errorMessage(error);
      }
    };
    setChildren(
      this.element,
      element("label", { class: "label", for: "own-comment" }, text("Comment")),
      field,
      element("p", { class: "soft small-words" }, text("Everyone who has the link can read it.")),
      problem,
      element("div", { class: "buttons" }, button(text("Save"), { kind: "small main", onclick: () => void store() }), button(text("Cancel"), { kind: "small", onclick: () => this.#leave(frame) })),
    );
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void store();
      if (event.key === "Escape") this.#leave(frame);
    });
    field.focus();
  }

  /** @param {Frame} frame */
  #leave(frame) {
    if (this.#frame !== frame) return;
    this.show(frame);
    this.element.querySelector("button")?.focus();
  }
}
