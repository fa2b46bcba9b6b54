/** Words for what a verification of dice could not compare. */

import { text } from "../shared/translations.js";

/** @param {import("./verify.js").Note} note */
export function noteText(note) {
  if (note === "pins") return text("This match is from before your browser noted the players' fingerprints and where the rolls are counted from, so these could not be compared.");
  return text("Some rolls came while your browser was away; it could not compare them with what was shown.");
}
