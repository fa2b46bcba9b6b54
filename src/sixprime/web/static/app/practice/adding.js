/** Making a card of a position. */

import { errorMessage, post } from "../shared/api.js";
import { showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @param {string | null} id of the position; null: there is none that can be played */
export async function addToPractice(id) {
  if (id === null) return showToast(text("This position cannot be played, so there is nothing to practise."), { kind: "bad" });
  try {
    await post("/api/practice/cards", { position: id });
    showToast(text("Added to your cards."), { kind: "good", action: { label: text("Practise"), run: () => location.assign("/practice/cards") } });
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
  }
}
