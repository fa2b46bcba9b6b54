/** What happens by itself: the seed is revealed, the opening is thrown, and rolls without a choice. Plays are the board's. */

import { isBetweenGames, seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
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

/** Plays whose worth differs by less, in points, are as good as each other. */
const EQUAL = 0.0005;

/**
 * The play to bear off with: of those as good as the best the one that takes most checkers off, as a person would.
 * @template {{equity: number, steps: [number, number][]}} P
 * @param {P[]} plays best first
 * @returns {P | undefined}
 */
export function bearingOff(plays) {
  const off = (/** @type {P} */ play) => play.steps.filter(([, target]) => target === 0).length;
  const good = plays.filter(({ equity }) => equity > /** @type {P} */ (plays[0]).equity - EQUAL);
  return good.sort((one, other) => off(other) - off(one))[0];
}
