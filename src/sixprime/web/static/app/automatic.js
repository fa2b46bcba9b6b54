/** What happens by itself: the seed is revealed, the opening is thrown, and rolls without a choice. Plays are the board's. */

import { isBetweenGames, seatFor } from "./game.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {{seat: Player, action: string, wait: number}} Deed */

/**
 * What this browser does next without being asked, and after how many milliseconds; null if it waits for its user.
 * @param {MatchState} state
 * @param {{autoroll: boolean}} wishes
 * @returns {Deed | null}
 */
export function nextDeed(state, { autoroll }) {
  const revealing = seatFor(state, "reveal");
  if (revealing) return { seat: revealing, action: "reveal", wait: 0 };
  const opening = seatFor(state, "open");
  if (opening && !isBetweenGames(state)) return { seat: opening, action: "open", wait: 900 };
  const rolling = seatFor(state, "roll");
  if (rolling && autoroll && !state.actions[rolling].includes("double")) return { seat: rolling, action: "roll", wait: 500 };
  return null;
}
