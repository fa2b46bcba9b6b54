/** How hard the problems of each drill are for this browser: three right in a row go up a level, two wrong go down. */

import { storedItem, storeItem } from "../shared/storage.js";

/** @typedef {{level: number, run: number}} Standing `run`: right answers in a row at this level; negative: wrong ones */

const KEY = "sixprime.drills";
const UP = 3;
const DOWN = 2;

/** @returns {Record<string, Standing>} */
function stored() {
  try {
    const found = JSON.parse(storedItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

/**
 * Where a drill stands.
 * @param {string} drill
 * @param {number} most the highest level
 * @returns {Standing}
 */
export function standingOf(drill, most) {
  const { level, run } = stored()[drill] ?? {};
  return {
    level: typeof level === "number" && Number.isInteger(level) && level >= 1 && level <= most ? level : 1,
    run: typeof run === "number" && Number.isInteger(run) ? run : 0,
  };
}

/**
 * The standing after an answer.
 * @param {Standing} standing
 * @param {boolean} right
 * @param {number} most
 * @returns {Standing}
 */
export function afterAnswer({ level, run }, right, most) {
  const next = right ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1;
  if (next >= UP && level < most) return { level: level + 1, run: 0 };
  if (next <= -DOWN && level > 1) return { level: level - 1, run: 0 };
  return { level, run: next };
}

/** @param {string} drill @param {Standing} standing */
export function storeStanding(drill, standing) {
  storeItem(KEY, JSON.stringify({ ...stored(), [drill]: standing }));
}
