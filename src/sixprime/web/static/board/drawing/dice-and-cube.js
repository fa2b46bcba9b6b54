/** The dice, the cube, the undo icon and the roll prompt. */

import { between } from "./animation.js";
import { CUBE, DIE } from "./layout.js";
import { setAttributes, setTransform, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./animation.js").Animation} Animation */
/** @typedef {import("./layout.js").Layout} Layout */

/** @type {Record<number, [number, number][]>} */
const DOTS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {number} side @param {string} name @param {number} corner */
function square(side, name, corner) {
  return svgElement("rect", { class: name, x: -side / 2, y: -side / 2, width: side, height: side, rx: corner });
}

/** @param {number} value @param {Player} player */
function die(value, player) {
  const shade = square(DIE, "shade", 9);
  setAttributes(shade, { transform: "translate(1.5 2.8)" });
  const dots = (DOTS[value] ?? []).map(([x, y]) => svgElement("circle", { class: "dot", cx: 11 * x, cy: 11 * y, r: 4 }));
  return svgElement("g", { class: `die ${player}` }, shade, square(DIE, "body", 9), ...dots);
}

/** The dice on the board. */
export class Dice {
  node = svgElement("g", { class: "dice" });
  #drawnKey = "";

  /** @param {Animation} animation */
  constructor(animation) {
    this.animation = animation;
  }

  /** @param {Scene} scene @param {Layout} layout @param {{duration: number, isNew: boolean}} how */
  draw({ dice, roller, diceState }, layout, { duration, isNew }) {
    this.node.setAttribute("class", `dice ${diceState}`);
    const key = JSON.stringify([dice, roller, layout.key]);
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    if (!roller) {
      this.node.replaceChildren();
      return;
    }
    const spots = layout.diceSpots(roller, dice.length);
    const nodes = dice.map(({ value, isPlayed }, number) => {
      const node = die(value, roller);
      node.classList.toggle("played", isPlayed);
      const spot = /** @type {Spot} */ (spots[number]);
      setTransform(node, spot, layout.dieScale);
      if (isNew) this.#tumble(node, spot, layout, duration, number);
      return node;
    });
    const zone = layout.diceZone(roller, dice.length);
    const ring = {
      class: "ready-ring",
      x: zone.x + 3,
      y: zone.y + 1,
      width: zone.width - 6,
      height: zone.height - 2,
      rx: 15,
    };
    const tick = svgElement(
      "g",
      { class: "tick" },
      svgElement("circle", { r: 14 }),
      svgElement("path", { d: "M-6.5 .5L-1.8 5.2 6.8-4.6" }),
    );
    setTransform(tick, { x: zone.x + zone.width - 6, y: zone.y + 4 });
    this.node.replaceChildren(svgElement("rect", ring), ...nodes, tick);
  }

  /**
   * Animate a die that rolls in from the player's side.
   * @param {Element} node
   * @param {Spot} spot
   * @param {Layout} layout
   * @param {number} duration
   * @param {number} number
   */
  #tumble(node, spot, layout, duration, number) {
    const away = spot.x < layout.barX ? -90 : 90;
    const turn = number % 2 ? 200 : -160;
    const draw = (/** @type {number} */ progress) => {
      const rest = 1 - progress;
      const y = spot.y - 26 * rest * Math.sin(Math.PI * progress);
      setTransform(node, { x: spot.x + away * rest, y }, layout.dieScale, turn * rest);
    };
    this.animation.start(node, draw, duration * 1.6);
  }
}

/** The doubling cube on the board. */
export class CubeToken {
  #text = svgElement("text");
  node = svgElement("g", { class: "cube" });
  #drawnKey = "";
  /** @type {Spot} */
  #position = { x: 0, y: 0 };

  /** @param {Animation} animation */
  constructor(animation) {
    this.animation = animation;
    const shade = square(CUBE, "shade", 8);
    setAttributes(shade, { transform: "translate(1.5 2.8)" });
    this.node.append(
      square(CUBE + 14, "offer", 13),
      shade,
      square(CUBE, "body", 8),
      square(CUBE - 10, "inner", 5),
      this.#text,
    );
  }

  /** @param {Scene["cube"]} cube @param {Layout} layout @param {number} duration */
  draw(cube, layout, duration) {
    this.node.style.display = cube ? "" : "none";
    if (!cube) {
      this.#drawnKey = "";
      return;
    }
    const digits = String(cube.value);
    this.#text.textContent = digits;
    this.#text.style.fontSize = `${{ 1: 24, 2: 22, 3: 17, 4: 14 }[digits.length] ?? 60 / digits.length}px`;
    this.node.classList.toggle("offered", cube.offeredTo !== null);
    const target = layout.cubeSpot(cube);
    const key = JSON.stringify([cube.owner, cube.offeredTo]);
    const from = { ...this.#position };
    const isMoving = this.#drawnKey !== "" && this.#drawnKey !== key;
    this.#drawnKey = key;
    this.animation.start(
      this,
      (progress) => {
        this.#position = between(from, target, progress);
        setTransform(this.node, this.#position);
      },
      isMoving ? duration * 1.5 : 0,
    );
  }
}

/** The icon of the undo button. */
export class UndoIcon {
  node = svgElement(
    "g",
    { class: "undo-sign" },
    svgElement("circle", { r: 21 }),
    svgElement("path", { d: "M-9-3h12a6.5 6.5 0 0 1 0 13h-6M-4-8.5L-9.5-3-4 2.5" }),
  );

  /** @param {Layout} layout @param {Player | null} mover */
  draw(layout, mover) {
    this.node.classList.toggle("shown", mover !== null);
    if (!mover) return;
    const zone = layout.undoZone(mover);
    setTransform(this.node, { x: zone.x + zone.width / 2, y: zone.y + zone.height / 2 });
  }
}

/** The prompt on the board that asks for a tap: "Roll". */
export class RollPrompt {
  #pill = svgElement("rect", { class: "pill", rx: 21, height: 42, y: -21 });
  #text = svgElement("text");
  node = svgElement("g", { class: "invitation" }, this.#pill, this.#text);

  /** @param {Layout} layout @param {Player | null} player @param {string} words */
  draw(layout, player, words) {
    this.node.classList.toggle("shown", player !== null);
    if (!player) return;
    this.#text.textContent = words;
    const width = Math.min(Math.max(words.length * 10.5 + 44, 110), layout.half - 20);
    setAttributes(this.#pill, { x: -width / 2, width });
    setTransform(this.node, { x: layout.halfX(player), y: layout.middle });
  }
}
