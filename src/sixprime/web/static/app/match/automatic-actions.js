/**
 * What this browser does without being asked: it reveals its seed, makes the opening roll, and rolls where the player has
 * no choice. Automatic plays are made by the board.
 */

import { isBetweenGames, seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {{seat: Player, action: string, delay: number}} AutomaticAction */

/**
 * The next automatic action and its delay in milliseconds; null if the user has to act.
 * @param {MatchState} state
 * @param {{autoroll: boolean}} settings
 * @returns {AutomaticAction | null}
 */
export function nextAutomaticAction(state, { autoroll }) {
  const revealing = seatFor(state, "reveal");
  if (revealing) return { seat: revealing, action: "reveal", delay: 0 };
  const opening = seatFor(state, "open");
  if (opening && !isBetweenGames(state)) return { seat: opening, action: "open", delay: 900 };
  const rolling = seatFor(state, "roll");
  if (rolling && autoroll && !state.actions[rolling].includes("double")) return { seat: rolling, action: "roll", delay: 500 };
  return null;
}

/** Plays whose equities differ by less than this count as equally good. */
const EQUITY_TOLERANCE = 0.0005;

/**
 * The play to bear off with: among the equally good best plays, the one that takes the most checkers off, as a person would.
 * @template {{equity: number, steps: [number, number][]}} P
 * @param {P[]} plays best first
 * @returns {P | undefined}
 */
export function bestBearOff(plays) {
  const off = (/** @type {P} */ play) => play.steps.filter(([, target]) => target === 0).length;
  const good = plays.filter(({ equity }) => equity > /** @type {P} */ (plays[0]).equity - EQUITY_TOLERANCE);
  return good.sort((one, other) => off(other) - off(one))[0];
}
