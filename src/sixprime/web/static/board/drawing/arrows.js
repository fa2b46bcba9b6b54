/** The arrows of a play, one for each checker that moves, drawn over the position before the play. */

import { legsOf } from "../model/notation.js";
import { checkersOn, OFF, placeOf } from "../model/places.js";
import { polygonPath, round, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./layout.js").Layout} Layout */

const HEAD = 18;

/**
 * @param {Position} position
 * @param {Player} player
 * @param {readonly (readonly number[])[]} steps
 * @param {Layout} layout
 */
export function arrowParts(position, player, steps, layout) {
  /** @type {Map<number, number>} */
  const shift = new Map();
  const height = (/** @type {number} */ point) => checkersOn(position, player, point) + (shift.get(point) ?? 0);
  return legsOf(steps).map(({ stops }) => {
    const [source = OFF] = stops;
    const target = stops.at(-1) ?? OFF;
    const from = layout.spot(placeOf(player, source), Math.max(height(source) - 1, 0));
    const to = layout.spot(placeOf(player, target), height(target));
    shift.set(source, (shift.get(source) ?? 0) - 1);
    shift.set(target, (shift.get(target) ?? 0) + 1);
    return arrow(from, to, layout);
  });
}

/** @param {Spot} from @param {Spot} to @param {Layout} layout */
function arrow(from, to, layout) {
  const crest = crestOf(from, to, layout);
  const dx = to.x - crest.x;
  const dy = to.y - crest.y;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: to.x - HEAD * 0.8 * ux, y: to.y - HEAD * 0.8 * uy };
  const [start, bend, end] = [from, crest, neck].map(({ x, y }) => `${round(x)} ${round(y)}`);
  const line = `M${start}Q${bend} ${end}`;
  const head = polygonPath([
    { x: to.x + 4 * ux, y: to.y + 4 * uy },
    { x: to.x - HEAD * ux - (HEAD / 2) * uy, y: to.y - HEAD * uy + (HEAD / 2) * ux },
    { x: to.x - HEAD * ux + (HEAD / 2) * uy, y: to.y - HEAD * uy - (HEAD / 2) * ux },
  ]);
  return svgElement(
    "g",
    { class: "arrow" },
    svgElement("path", { class: "edge", d: line }),
    svgElement("path", { class: "head", d: head }),
    svgElement("path", { class: "line", d: line }),
  );
}

/**
 * The control point of an arrow's curve, which bends towards the middle of the board.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Layout} layout
 * @returns {Spot}
 */
function crestOf(from, to, layout) {
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  const isSameSide = from.y < layout.middle === to.y < layout.middle;
  const rise = isSameSide ? 24 + 0.3 * Math.abs(from.x - to.x) : 0;
  return { x: isSameSide ? x : x + 0.12 * (to.y - from.y), y: y + (y < layout.middle ? rise : -rise) };
}
