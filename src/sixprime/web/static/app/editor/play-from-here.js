/** Buttons that start a match from a position, or make a card of it. */

import { rememberTurned } from "../match/match-state.js";
import { beginMatch, lastChoices } from "../new-game/choices.js";
import { addToPractice } from "../practice/adding.js";
import { errorMessage } from "../shared/api.js";
import { button } from "../shared/dom.js";
import { showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("./setups.js").Setup} Setup */

/**
 * The buttons; the first is the main one if `isMain`.
 * @param {() => {setup: Setup, id: string | null}} position what to play from; no id: it cannot be played
 * @param {{isMain?: boolean}} [how]
 */
export function playButtons(position, { isMain = false } = {}) {
  return [
    button(text("Play from here against the bot"), { icon: "bot", kind: isMain ? "main wide" : "wide", onclick: () => void playFrom(position(), "bot") }),
    button(text("Play from here on one screen"), { icon: "screen", kind: "wide", onclick: () => void playFrom(position(), "screen") }),
    button(text("Add to practice"), { icon: "add", kind: "wide", onclick: () => void addToPractice(position().id) }),
  ];
}

/**
 * @param {{setup: Setup, id: string | null}} position
 * @param {"bot" | "screen"} kind
 */
async function playFrom({ setup, id }, kind) {
  const choices = { ...lastChoices(), kind, seat: setup.on_roll, length: setup.length };
  try {
    const { state } = await beginMatch(choices, {}, { position: id });
    if (kind === "screen" && setup.on_roll === "black") rememberTurned(state.match, true);
    location.assign(`/match/${state.match}`);
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad", stays: 9000 });
  }
}

/**
 * The id that describes a setup best: XGID, or OGID if there are not 15 checkers, which XGID cannot say.
 * @param {Pick<Setup, "checkers">} setup
 * @param {Partial<Record<string, string | null>>} ids
 * @returns {string | null}
 */
export function bestId({ checkers }, ids) {
  return (checkers === 15 ? ids["xgid"] : (ids["ogid"] ?? ids["xgid"])) ?? ids["gnubg_id"] ?? null;
}
