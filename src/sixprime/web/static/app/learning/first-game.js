/** The first game after the lessons: a single game against the weakest bot, by the rules that were learned. */

import { beginMatch, defaultChoices } from "../new-game/choices.js";
import { changeSetting, settings } from "../settings/settings.js";

/** The setting that lets the tutor look on; games without it have no tutor. */
const TUTOR = /** @type {keyof import("../settings/settings.js").Settings} */ ("tutor");

/** Whether there is a tutor that can look on. */
export function hasTutor() {
  return TUTOR in settings();
}

/**
 * Create the match, with the tutor on.
 * @param {string} preset
 * @returns {Promise<string>} its address
 */
export async function firstGame(preset) {
  const { state } = await beginMatch({ ...defaultChoices(), level: "beginner", length: 1, preset });
  if (hasTutor()) changeSetting(TUTOR, true);
  return `/match/${state.match}`;
}
