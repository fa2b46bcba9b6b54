/**
 * Where each part of the board is drawn, for the size of its container. All results are in units of the picture.
 * A wide board has a column for the cube opposite the trays. A narrow one (a phone held upright) has the cube between
 * the trays, so that the points stay wide enough for a finger. A high board has longer points and more space between.
 */

import { BAR, OFF, placeOf, PLAYERS, pointOf } from "../model/places.js";

/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Spot} Spot */

export const CHECKER_RADIUS = 21;
export const POINT_WIDTH = 46;
/** The side of a die before it is scaled by `Layout.dieScale`. */
export const DIE = 42;
export const CUBE = 44;
const HALF = 6 * POINT_WIDTH;
const BAR_WIDTH = 52;
const FIELD_WIDTH = 2 * HALF + BAR_WIDTH;
const EDGE = 26;
const MIN_FIELD_HEIGHT = 486;
const MAX_FIELD_HEIGHT = 700;
/** The smallest target that a finger can hit, in pixels. */
const MIN_TARGET_PIXELS = 24;
/** A board is narrow below this width in pixels, or if it is higher than wide. */
const NARROW_BELOW = 520;

/** @typedef {{width: number, height: number, homeRight: boolean, bottom: Player}} BoardSize the size in pixels, and the orientation */

/** The layout of a board of one size and orientation. */
export class Layout {
  /** @param {BoardSize} size */
  constructor({ width, height, homeRight, bottom }) {
    this.homeRight = homeRight;
    this.bottom = bottom;
    this.isNarrow = width < NARROW_BELOW || height > width * 1.05;
    this.edge = EDGE;
    /** The width of the column with the trays, and of the one opposite. */
    this.traySide = this.isNarrow ? 56 : 66;
    this.cubeSide = this.isNarrow ? 9 : 66;
    this.width = FIELD_WIDTH + this.traySide + this.cubeSide;
    const wanted = (height / Math.max(width, 1)) * this.width - 2 * EDGE;
    this.fieldHeight = Math.min(Math.max(wanted, MIN_FIELD_HEIGHT), MAX_FIELD_HEIGHT);
    this.height = this.fieldHeight + 2 * EDGE;
    /** How many pixels a unit of the picture has. */
    this.scale = Math.min(width / this.width, height / this.height);
    this.left = homeRight ? this.cubeSide : this.traySide;
    this.top = EDGE;
    this.end = EDGE + this.fieldHeight;
    this.middle = EDGE + this.fieldHeight / 2;
    this.barX = this.left + HALF + BAR_WIDTH / 2;
    this.barWidth = BAR_WIDTH;
    this.half = HALF;
    /** How many checkers of a pile are drawn; a higher pile has its count on the last one. */
    this.shown = this.fieldHeight > 590 ? 6 : 5;
    this.pointHeight = Math.min(2 * CHECKER_RADIUS * this.shown - 4, this.fieldHeight / 2 - 38);
    this.dieScale = this.isNarrow ? 1.24 : 1.06;
    this.slab = this.isNarrow ? 9.5 : 12.2;
    this.trayWidth = this.traySide - (this.isNarrow ? 12 : 20);
    this.trayHeight = 15 * this.slab + 12;
    this.key = [this.isNarrow, homeRight, bottom, Math.round(this.fieldHeight)].join(" ");
  }

  /** An x coordinate on the field, mirrored if the home board is on the left. @param {number} x */
  #mirrored(x) {
    return this.left + (this.homeRight ? x : FIELD_WIDTH - x);
  }

  /**
   * The column of a point in the view of the player at the bottom: 0 is farthest from the trays, 6 is the bar.
   * @param {number} point
   */
  column(point) {
    if (point === BAR) return 6;
    const column = point <= 12 ? 12 - point : point - 13;
    return column < 6 ? column : column + 1;
  }

  /** The x coordinate of the middle of a point, in the view of the player at the bottom. @param {number} point */
  pointX(point) {
    const column = point <= 12 ? 12 - point : point - 13;
    return this.#mirrored((column + 0.5) * POINT_WIDTH + (column < 6 ? 0 : BAR_WIDTH));
  }

  get trayX() {
    return this.homeRight ? this.width - this.traySide / 2 : this.traySide / 2;
  }

  /** Whether a place is in the upper half of the board. @param {Place} place */
  isAbove(place) {
    const point = pointOf(this.bottom, place);
    if (place.endsWith("-bar")) return point === BAR;
    if (place.endsWith("-off")) return point !== OFF;
    return point !== null && point > 12;
  }

  /**
   * The centre of a checker on a place; `number` counts from 0 at the edge of the board.
   * @param {Place} place
   * @param {number} number
   * @returns {Spot}
   */
  spot(place, number) {
    const isAbove = this.isAbove(place);
    const level = Math.min(number, this.shown - 1);
    if (place.endsWith("-bar")) {
      const away = 30 + 2 * CHECKER_RADIUS * Math.min(number, 3);
      return { x: this.barX, y: this.middle + (isAbove ? -away : away) };
    }
    if (place.endsWith("-off")) {
      const depth = 7 + (number + 0.5) * this.slab;
      return { x: this.trayX, y: isAbove ? this.top + depth : this.end - depth };
    }
    const depth = (2 * level + 1) * CHECKER_RADIUS + 1;
    return { x: this.pointX(pointOf(this.bottom, place) ?? 1), y: isAbove ? this.top + depth : this.end - depth };
  }

  /**
   * The centre of the mark where a checker would land; on a full pile it lies beyond the last checker.
   * @param {Place} place
   * @param {number} number
   * @returns {Spot}
   */
  landing(place, number) {
    const spot = this.spot(place, number);
    const beyond = place.startsWith("p") && number >= this.shown ? CHECKER_RADIUS + 10 : 0;
    return { x: spot.x, y: spot.y + (this.isAbove(place) ? beyond : -beyond) };
  }

  /** How many checkers on a place are drawn side by side before a count is shown. @param {Place} place */
  capacity(place) {
    return place.endsWith("-off") ? 15 : place.endsWith("-bar") ? 4 : this.shown;
  }

  /** The area of a place that reacts to taps. @param {Place} place @returns {Box} */
  zone(place) {
    const high = this.fieldHeight / 2;
    const y = this.isAbove(place) ? this.top : this.middle;
    if (place.endsWith("-bar")) return { x: this.barX - BAR_WIDTH / 2, y, width: BAR_WIDTH, height: high };
    if (place.endsWith("-off")) {
      const x = this.homeRight ? this.width - this.traySide : 0;
      const zoneHigh = this.isNarrow ? this.trayHeight + 8 : high;
      return { x, y: this.isAbove(place) ? this.top : this.end - zoneHigh, width: this.traySide, height: zoneHigh };
    }
    return { x: this.pointX(pointOf(this.bottom, place) ?? 1) - POINT_WIDTH / 2, y, width: POINT_WIDTH, height: high };
  }

  /** The frame of a tray. @param {Player} player @returns {Box} */
  tray(player) {
    const x = this.trayX - this.trayWidth / 2;
    const y = this.isAbove(`${player}-off`) ? this.top : this.end - this.trayHeight;
    return { x, y, width: this.trayWidth, height: this.trayHeight };
  }

  /** The plate of a player's pip count: at the end of the bar, away from the checkers on it. @param {Player} player @returns {Box} */
  pipPlate(player) {
    const [width, height] = [BAR_WIDTH - 10, 26];
    const y = player === this.bottom ? this.end - height - 5 : this.top + 5;
    return { x: this.barX - width / 2, y, width, height };
  }

  /** The two halves of the field. @returns {Box[]} */
  get halves() {
    return [this.left, this.left + HALF + BAR_WIDTH].map((x) => {
      return { x, y: this.top, width: HALF, height: this.fieldHeight };
    });
  }

  /** The x coordinate of the middle of the half in which a player's dice lie. @param {Player} player */
  halfX(player) {
    const isNear = player === this.bottom;
    return this.#mirrored(isNear ? HALF + BAR_WIDTH + HALF / 2 : HALF / 2);
  }

  /** The centres of a player's dice. @param {Player} player @param {number} count @returns {Spot[]} */
  diceSpots(player, count) {
    const gap = this.dieScale * DIE + (count > 2 ? 9 : 14);
    return Array.from({ length: count }, (_, number) => {
      return { x: this.halfX(player) + (number - (count - 1) / 2) * gap, y: this.middle };
    });
  }

  /**
   * Whether a spot is on the dice themselves, enlarged where they are too small for a finger. Two dice are one target;
   * four dice, which cannot be swapped, are four targets.
   * @param {Spot} spot
   * @param {Player} player
   * @param {number} count
   */
  isOnDice(spot, player, count) {
    const side = Math.max(this.dieScale * DIE + 4, MIN_TARGET_PIXELS / this.scale);
    const spots = this.diceSpots(player, count);
    const reach = count > 2 ? 0 : (spots.at(-1)?.x ?? 0) - (spots[0]?.x ?? 0);
    return (reach ? spots.slice(0, 1) : spots).some(({ x, y }) =>
      isWithin({ x: x - side / 2, y: y - side / 2, width: side + reach, height: side }, spot),
    );
  }

  /** The area of the button for the dice. @param {Player} player @param {number} count @returns {Box} */
  diceZone(player, count) {
    const die = this.dieScale * DIE;
    const wide = Math.min(Math.max(count, 2) * (die + 14) + 12, HALF - 4);
    const high = die + 22;
    return { x: this.halfX(player) - wide / 2, y: this.middle - high / 2, width: wide, height: high };
  }

  /** The area of the undo button, in the half without dice. @param {Player} player @returns {Box} */
  undoZone(player) {
    const x = 2 * this.barX - this.halfX(player);
    return { x: x - 29, y: this.middle - 29, width: 58, height: 58 };
  }

  /** The centre of the cube. @param {{owner: Player | null, offeredTo: Player | null}} cube @returns {Spot} */
  cubeSpot({ owner, offeredTo }) {
    if (offeredTo) return { x: this.halfX(offeredTo), y: this.middle };
    const side = owner === null ? 0 : owner === this.bottom ? 1 : -1;
    if (this.isNarrow) return { x: this.trayX, y: this.middle + side * (this.fieldHeight / 2 - this.trayHeight - 30) };
    const x = this.homeRight ? this.cubeSide / 2 : this.width - this.cubeSide / 2;
    return { x, y: this.middle + side * (this.fieldHeight / 2 - 30) };
  }

  /** The place at a spot: a point, a bar or a tray; null on the frame. @param {Spot} spot @returns {Place | null} */
  placeAt({ x, y }) {
    return PLACES.find((place) => isWithin(this.zone(place), { x, y })) ?? null;
  }

  /** The distance of a spot from a place; 0 within it. @param {Place} place @param {Spot} spot */
  distance(place, { x, y }) {
    const zone = this.zone(place);
    const dx = Math.max(zone.x - x, 0, x - zone.x - zone.width);
    const dy = Math.max(zone.y - y, 0, y - zone.y - zone.height);
    return Math.hypot(dx, dy);
  }
}

/** All places that can hold checkers. @type {readonly Place[]} */
export const PLACES = [
  ...Array.from({ length: 24 }, (_, number) => `p${number + 1}`),
  ...PLAYERS.map((player) => placeOf(player, BAR)),
  ...PLAYERS.map((player) => placeOf(player, OFF)),
];

/** @param {Box} box @param {Spot} spot */
export function isWithin(box, { x, y }) {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}
