/** Which lessons this browser has solved. */

import { storedItem, storeItem } from "../shared/storage.js";

const KEY = "sixprime.lessons";
const RULES_KEY = "sixprime.lessons.rules";

/** The names of the lessons that are solved. @returns {Set<string>} */
export function solvedLessons() {
  try {
    const found = JSON.parse(storedItem(KEY) ?? "[]");
    return new Set(Array.isArray(found) ? found.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

/** Remember that a lesson is solved. @param {string} name */
export function rememberSolved(name) {
  storeItem(KEY, JSON.stringify([...solvedLessons().add(name)]));
}

/** Forget everything. */
export function forgetSolved() {
  storeItem(KEY, null);
}

/** The preset of rules that lessons were last learned by, if one was chosen. */
export function lessonRules() {
  return storedItem(RULES_KEY);
}

/** Learn by these rules from now on. @param {string} preset */
export function rememberRules(preset) {
  storeItem(RULES_KEY, preset);
}
