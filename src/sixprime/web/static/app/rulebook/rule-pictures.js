/** Small pictures of what is different in a set of rules, for the choice of rules. The words beside them say the same. */

import { svgElement } from "../../board/drawing/svg.js";

/** @typedef {import("./presets.js").DifferenceName} DifferenceName */

const WIDTH = 92;
const HEIGHT = 56;
/** Where the points stand, and how wide they are. */
const FLOOR = 52;
const POINT = 16;
/** The left edge of the tray for checkers that are off. */
const TRAY = 78;

/**
 * A picture of a difference; null for one that a picture would not make clearer.
 * @param {DifferenceName} name
 * @param {number | null} limit the highest number on the cube
 * @returns {SVGSVGElement | null}
 */
export function rulePicture(name, limit = null) {
  const parts = partsOf(name, limit);
  return parts.length > 0 ? svgElement("svg", { class: `rule-picture ${name}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" }, ...parts) : null;
}

/**
 * @param {DifferenceName} name
 * @param {number | null} limit
 * @returns {SVGElement[]}
 */
function partsOf(name, limit) {
  switch (name) {
    case "exact-only":
      // A six, and a checker on a lower point that it does not bear off.
      return [...points(28, 3), tray(), checker(52, 44), die(4, 5, 6), arrow("M52 35V14H76", "no"), slash(64, 14, 6)];
    case "rearmost-only":
      // The checker at the rear leaves, one in front of it does not.
      return [...points(4, 4), tray(), checker(12, 44), checker(12, 30), checker(44, 44), arrow("M12 21V10H76", "yes"), cross(44, 44, 7)];
    case "outside-home":
      // The home board is on the right; one checker has not come there.
      return [...points(4, 2), edge(42), ...points(47, 2), checker(12, 44, "black"), checker(55, 44, "black"), checker(55, 30, "black"), checker(71, 44, "black"), words("×3", 21, 18)];
    case "no-cube":
      return [cube(32, 14, "2"), slash(46, 28, 20)];
    case "cube-limit":
      return [cube(32, 20, String(limit ?? 64)), svgElement("path", { class: "ceiling", d: "M20 10H72" })];
    case "automatic-double":
      return [die(6, 5, 3), die(6, 30, 3), arrow("M34 28H50", "yes"), cube(56, 14, "2")];
    case "beavers":
      return [cube(8, 22, "2", 24), arrow("M34 22C38 10 46 8 52 14", "yes"), cube(54, 18, "4")];
    case "jacoby":
      return [cube(10, 14, "1"), words("×2", 64, 34), slash(64, 28, 14)];
    default:
      return [];
  }
}

/**
 * Some points of a board.
 * @param {number} left
 * @param {number} count
 */
function points(left, count) {
  return Array.from({ length: count }, (_, place) => {
    const x = left + place * POINT;
    return svgElement("path", { class: place % 2 ? "point dark" : "point", d: `M${x} ${FLOOR}h${POINT}l${-POINT / 2} -34z` });
  });
}

/** The edge of a home board. @param {number} x */
function edge(x) {
  return svgElement("path", { class: "edge", d: `M${x} 6V${FLOOR}` });
}

function tray() {
  return svgElement("rect", { class: "tray", x: TRAY, y: 6, width: 10, height: FLOOR - 6, rx: 2 });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {"white" | "black"} [player]
 */
function checker(x, y, player = "white") {
  return svgElement("circle", { class: `checker ${player}`, cx: x, cy: y, r: 7 });
}

/**
 * @param {string} path
 * @param {"yes" | "no"} kind
 */
function arrow(path, kind) {
  const [x = 0, y = 0, dx = 1, dy = 0] = endOf(path);
  const head = `M${x - 5 * dx - 4 * dy} ${y - 5 * dy - 4 * dx}L${x} ${y}L${x - 5 * dx + 4 * dy} ${y - 5 * dy + 4 * dx}`;
  return svgElement("path", { class: `arrow ${kind}`, d: `${path}${head}` });
}

/** The end of a path and its direction there, for the paths above. @param {string} path @returns {number[]} */
function endOf(path) {
  const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
  const last = numbers.at(-1) ?? 0;
  if (/H\d+$/.test(path)) return [last, numbers.at(-2) ?? 0, 1, 0];
  return [numbers.at(-2) ?? 0, last, 0.8, 0.6];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function slash(x, y, size) {
  return svgElement("path", { class: "cross", d: `M${x - size} ${y + size}L${x + size} ${y - size}` });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function cross(x, y, size) {
  return svgElement("path", { class: "cross", d: `M${x - size} ${y - size}L${x + size} ${y + size}M${x + size} ${y - size}L${x - size} ${y + size}` });
}

/** Where the dots of a die are, by number. @type {Record<number, [number, number][]>} */
const DOTS = {
  3: [[5.5, 5.5], [10.5, 10.5], [15.5, 15.5]],
  6: [[6, 5], [6, 10.5], [6, 16], [15, 5], [15, 10.5], [15, 16]],
};

/**
 * @param {number} x
 * @param {number} y
 * @param {number} number
 */
function die(x, y, number) {
  const dots = (DOTS[number] ?? []).map(([dx, dy]) => svgElement("circle", { class: "dot", cx: x + dx, cy: y + dy, r: 2 }));
  return svgElement("g", {}, svgElement("rect", { class: "die", x, y, width: 21, height: 21, rx: 5 }), ...dots);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} number
 * @param {number} [size]
 */
function cube(x, y, number, size = 28) {
  return svgElement(
    "g",
    {},
    svgElement("rect", { class: "cube", x, y, width: size, height: size, rx: 4 }),
    svgElement("text", { class: "number", x: x + size / 2, y: y + size / 2 + 5, "text-anchor": "middle" }, number),
  );
}

/**
 * @param {string} written
 * @param {number} x
 * @param {number} y
 */
function words(written, x, y) {
  return svgElement("text", { class: "factor", x, y, "text-anchor": "middle" }, written);
}
