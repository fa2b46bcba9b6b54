/** The ids of a position, each with a button that copies it. */

import { element, iconButton } from "./dom.js";
import { note } from "./shell.js";
import { text } from "./translations.js";

/** What an id is called, in the order in which they are shown. */
const NAMES = { xgid: "XGID", gnubg_id: "GNUBG ID", ogid: "OGID", position_id: "Position ID", fibs_board: "FIBS" };

/**
 * @param {Record<string, string | null>} ids
 * @returns {HTMLElement}
 */
export function idRows(ids) {
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
    element("dd", {}, element("code", {}, id), iconButton(text("Copy {name}", { name }), "copy", { onclick: () => void copyWords(id, text("{name} is copied.", { name })) })),
  );
}

/**
 * Copy something, and say so; where the browser does not allow it, show it to be copied by hand.
 * @param {string} words
 * @param {string} said
 */
export async function copyWords(words, said) {
  try {
    await navigator.clipboard.writeText(words);
    note(said, { kind: "good" });
  } catch {
    note(words, { stays: 15000 });
  }
}
