/** The board as SVG: frame, points, bar, trays, numbers, pip counts and highlights. */

import { labelOf, OFF, placeOf, PLAYERS } from "../model/places.js";
import { CHECKER_RADIUS, POINT_WIDTH } from "./layout.js";
import { polygonPath, setAttributes, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./layout.js").Layout} Layout */

/** The gradients that shade the frame and the checkers. */
export function gradients() {
  const lights = PLAYERS.map((player) =>
    svgElement(
      "radialGradient",
      { id: player, cx: 0.36, cy: 0.3, r: 0.78 },
      svgElement("stop", { offset: 0, class: `${player}-light` }),
      svgElement("stop", { offset: 0.5, class: `${player}-mid` }),
      svgElement("stop", { offset: 1, class: `${player}-deep` }),
    ),
  );
  const frame = svgElement(
    "linearGradient",
    { id: "frame", x1: 0, y1: 0, x2: 0.6, y2: 1 },
    svgElement("stop", { offset: 0, class: "frame-from" }),
    svgElement("stop", { offset: 0.45, class: "frame-to" }),
    svgElement("stop", { offset: 1, class: "frame-from" }),
  );
  return svgElement("defs", {}, frame, ...lights);
}

/** The parts that change only with the layout. @param {Layout} layout */
export function boardParts(layout) {
  return [
    frame(layout),
    ...fields(layout),
    ...points(layout),
    ...borders(layout),
    ...trays(layout),
  ];
}

/** @param {Box} box @param {Record<string, string | number>} more */
function rectangle(box, more) {
  return svgElement("rect", { x: box.x, y: box.y, width: box.width, height: box.height, ...more });
}

/** @param {Layout} layout */
function frame({ width, height }) {
  return rectangle(
    { x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5 },
    { rx: 11, class: "frame", fill: "url(#frame)" },
  );
}

/** The two halves of the board, with the shadow of the frame. @param {Layout} layout */
function fields(layout) {
  return layout.halves.flatMap((half) => [
    rectangle(half, { class: "field" }),
    rectangle({ ...half, height: 4 }, { class: "depth" }),
    rectangle({ ...half, width: 3 }, { class: "depth" }),
  ]);
}

/** @param {Layout} layout */
function points(layout) {
  return Array.from({ length: 24 }, (_, number) => {
    const point = number + 1;
    const colour = point % 2 ? "light" : "dark";
    return svgElement("path", { class: `point ${colour}`, d: triangle(layout, point) });
  });
}

/** The path of a point. @param {Layout} layout @param {number} point in the view of the player at the bottom */
export function triangle(layout, point) {
  const x = layout.pointX(point);
  const half = POINT_WIDTH / 2 - 2;
  const [base, away] = point > 12 ? [layout.top, layout.pointHeight] : [layout.end, -layout.pointHeight];
  return polygonPath([
    { x: x - half, y: base },
    { x: x + half, y: base },
    { x, y: base + away },
  ]);
}

/** @param {Layout} layout */
function borders(layout) {
  const hinge = { x1: layout.barX, x2: layout.barX, y1: layout.top, y2: layout.end };
  return [
    ...layout.halves.map((half) => rectangle(half, { class: "field-line" })),
    svgElement("line", { ...hinge, class: "hinge" }),
  ];
}

/** @param {Layout} layout */
function trays(layout) {
  return PLAYERS.map((player) => rectangle(layout.tray(player), { rx: 5, class: "tray" }));
}

/** The numbers of the points, as a player counts them. @param {Layout} layout @param {Numbering} numbering @param {Player} player */
export function numbers(layout, numbering, player) {
  return Array.from({ length: numbering === "off" ? 0 : 24 }, (_, number) => {
    const point = number + 1;
    const y = point > 12 ? layout.top - layout.edge / 2 : layout.end + layout.edge / 2;
    const label = labelOf(player === layout.bottom ? point : 25 - point, player, numbering);
    return svgElement("text", { x: layout.pointX(point), y }, label);
  });
}

/** The pip counts, each on a plate at its player's end of the bar, so that they are not taken for point numbers. */
export class PipCounts {
  node = svgElement("g", { class: "pips" });
  #texts = { white: svgElement("text"), black: svgElement("text") };
  #plates = { white: svgElement("rect", { class: "plate" }), black: svgElement("rect", { class: "plate" }) };

  constructor() {
    for (const player of PLAYERS) this.node.append(this.#plates[player], this.#texts[player]);
  }

  /** @param {Layout} layout @param {Record<Player, number> | null} pips */
  draw(layout, pips) {
    this.node.style.display = pips ? "" : "none";
    for (const player of PLAYERS) {
      const { x, y, width, height } = layout.pipPlate(player);
      setAttributes(this.#plates[player], { x, y, width, height, rx: 6 });
      setAttributes(this.#texts[player], { x: x + width / 2, y: y + height / 2 });
      this.#texts[player].textContent = pips ? String(pips[player]) : "";
    }
  }
}

/** @typedef {{place: string, number: number}} Level A place and the index of a checker in its pile, from 0. */

/** The highlights: during a drag where the checker can go, where it would land now, where it came from. */
export class Highlights {
  node = svgElement("g");

  /**
   * @param {Layout} layout
   * @param {{targets: Level[], over: string | null, ghost: Level | null}} lit
   */
  draw(layout, { targets, over, ghost }) {
    const parts = [];
    for (const { place, number } of targets) {
      const spot = layout.landing(place, number);
      const zone = layout.zone(place);
      const isOver = place === over;
      if (place.endsWith("-off")) {
        const tray = layout.tray(place === placeOf("white", OFF) ? "white" : "black");
        parts.push(rectangle(tray, { rx: 5, class: `lit${isOver ? " over" : ""}` }));
      } else if (isOver) parts.push(rectangle(zone, { class: "lit over" }));
      parts.push(
        svgElement("circle", { class: "landing", cx: spot.x, cy: spot.y, r: isOver ? CHECKER_RADIUS * 0.5 : CHECKER_RADIUS * 0.36 }),
      );
    }
    if (ghost) {
      const spot = layout.spot(ghost.place, ghost.number);
      parts.push(svgElement("circle", { class: "ghost", cx: spot.x, cy: spot.y, r: CHECKER_RADIUS - 1.5 }));
    }
    this.node.replaceChildren(...parts);
  }

  /** Mark a place from which nothing can be played. @param {Layout} layout @param {string} place */
  refuse(layout, place) {
    this.node.replaceChildren(rectangle(layout.zone(place), { rx: 5, class: "refused" }));
  }

  endRefusal() {
    if (this.node.querySelector(".refused")) this.clear();
  }

  clear() {
    this.node.replaceChildren();
  }
}
