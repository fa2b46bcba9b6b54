/** The first game after the lessons: a single game against the weakest bot, with the tutor on, by the rules that were learned. */

import { beginMatch, defaultChoices } from "../new-game/choices.js";
import { changeSetting } from "../settings/settings.js";

/**
 * Create the match.
 * @param {string} preset
 * @returns {Promise<string>} its address
 */
export async function firstGame(preset) {
  const { state } = await beginMatch({ ...defaultChoices(), level: "beginner", length: 1, preset });
  changeSetting("tutor", true);
  return `/match/${state.match}`;
}
