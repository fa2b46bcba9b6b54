/** The board itself as SVG: frame, field, points, bar, trays and their numbers. It changes only when the room does. */

import { PITCH, RADIUS } from "./layout.js";
import { OFF, PLAYERS, labelOf, placeOf } from "../model/places.js";
import { polygon, set, shape } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */

/** The light on frame and checkers. */
export function definitions() {
  const lights = PLAYERS.map((player) =>
    shape(
      "radialGradient",
      { id: player, cx: 0.36, cy: 0.3, r: 0.78 },
      shape("stop", { offset: 0, class: `${player}-light` }),
      shape("stop", { offset: 0.5, class: `${player}-mid` }),
      shape("stop", { offset: 1, class: `${player}-deep` }),
    ),
  );
  const frame = shape(
    "linearGradient",
    { id: "frame", x1: 0, y1: 0, x2: 0.6, y2: 1 },
    shape("stop", { offset: 0, class: "frame-from" }),
    shape("stop", { offset: 0.45, class: "frame-to" }),
    shape("stop", { offset: 1, class: "frame-from" }),
  );
  return shape("defs", {}, frame, ...lights);
}

/** @param {Layout} layout @param {Numbering} numbering */
export function boardParts(layout, numbering) {
  return [
    frame(layout),
    ...fields(layout),
    ...points(layout),
    ...borders(layout),
    ...trays(layout),
    numbers(layout, numbering),
  ];
}

/** @param {Box} box @param {Record<string, string | number>} more */
function rectangle(box, more) {
  return shape("rect", { x: box.x, y: box.y, width: box.width, height: box.height, ...more });
}

/** @param {Layout} layout */
function frame({ width, height }) {
  return rectangle(
    { x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5 },
    { rx: 11, class: "frame", fill: "url(#frame)" },
  );
}

/** The two halves, with the shadow of the frame on them. @param {Layout} layout */
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
    return shape("path", { class: `point ${colour}`, d: triangle(layout, point) });
  });
}

/** @param {Layout} layout @param {number} point of the player at the bottom */
export function triangle(layout, point) {
  const x = layout.pointX(point);
  const half = PITCH / 2 - 2;
  const [base, away] = point > 12 ? [layout.top, layout.pointHeight] : [layout.end, -layout.pointHeight];
  return polygon([
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
    shape("line", { ...hinge, class: "hinge" }),
  ];
}

/** @param {Layout} layout */
function trays(layout) {
  return PLAYERS.map((player) => rectangle(layout.tray(player), { rx: 5, class: "tray" }));
}

/** @param {Layout} layout @param {Numbering} numbering */
function numbers(layout, numbering) {
  const labels = Array.from({ length: numbering === "off" ? 0 : 24 }, (_, number) => {
    const point = number + 1;
    const y = point > 12 ? layout.top - layout.edge / 2 : layout.end + layout.edge / 2;
    return shape("text", { x: layout.pointX(point), y }, labelOf(point, layout.bottom, numbering));
  });
  return shape("g", { class: "numbers" }, ...labels);
}

/** The pip counts, each on a plate at its player's end of the bar, so that nobody takes them for numbers of points. */
export class PipCounts {
  node = shape("g", { class: "pips" });
  #texts = { white: shape("text"), black: shape("text") };
  #plates = { white: shape("rect", { class: "plate" }), black: shape("rect", { class: "plate" }) };

  constructor() {
    for (const player of PLAYERS) this.node.append(this.#plates[player], this.#texts[player]);
  }

  /** @param {Layout} layout @param {Record<Player, number> | null} pips */
  draw(layout, pips) {
    this.node.style.display = pips ? "" : "none";
    for (const player of PLAYERS) {
      const { x, y, width, height } = layout.pipPlate(player);
      set(this.#plates[player], { x, y, width, height, rx: 6 });
      set(this.#texts[player], { x: x + width / 2, y: y + height / 2 });
      this.#texts[player].textContent = pips ? String(pips[player]) : "";
    }
  }
}

/** @typedef {{place: string, number: number}} Level A place in a pile, counted from 0. */

/** What is lit up on the board: where a checker can go, where it would land now, where it came from. */
export class Lights {
  node = shape("g");

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
        shape("circle", { class: "landing", cx: spot.x, cy: spot.y, r: isOver ? RADIUS * 0.5 : RADIUS * 0.36 }),
      );
    }
    if (ghost) {
      const spot = layout.spot(ghost.place, ghost.number);
      parts.push(shape("circle", { class: "ghost", cx: spot.x, cy: spot.y, r: RADIUS - 1.5 }));
    }
    this.node.replaceChildren(...parts);
  }

  clear() {
    this.node.replaceChildren();
  }
}
