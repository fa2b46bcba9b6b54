/** The ids of a position, each with a button that copies it. */

import { element, iconButton } from "./dom.js";
import { showToast } from "./shell.js";
import { text } from "./translations.js";

/** The names of the ids, in the order in which they are shown. */
const NAMES = { xgid: "XGID", gnubg_id: "GNUBG ID", ogid: "OGID", position_id: "Position ID", fibs_board: "FIBS" };

/**
 * @param {Record<string, string | null>} ids
 * @returns {HTMLElement}
 */
export function idList(ids) {
  const known = Object.entries(NAMES).filter(([kind]) => ids[kind]);
  return element("dl", { class: "id-list" }, ...known.map(([kind, name]) => idRow(name, String(ids[kind]))));
}

/**
 * @param {string} name
 * @param {string} id
 */
function idRow(name, id) {
  return element(
    "div",
    {},
    element("dt", {}, name),
    element("dd", {}, element("code", {}, id), iconButton(text("Copy {name}", { name }), "copy", { onclick: () => void copyText(id, text("{name} copied.", { name })) })),
  );
}

/**
 * Copy a text and confirm it; where the browser forbids copying, show the text instead.
 * @param {string} words
 * @param {string} said
 */
export async function copyText(words, said) {
  try {
    await navigator.clipboard.writeText(words);
    showToast(said, { kind: "good" });
  } catch {
    showToast(words, { stays: 15000 });
  }
}
