/** The board as it is seen: picture, buttons over it and live regions, drawn from a scene. It decides nothing. */

import { Animation } from "./animation.js";
import { arrowParts } from "./arrows.js";
import { Buttons } from "../input/buttons.js";
import { Lights, PipCounts, boardParts, definitions } from "./board-parts.js";
import { CUBE, Layout } from "./layout.js";
import { Checkers } from "./checkers.js";
import { set, shape } from "./svg.js";
import { boardStyles } from "./styles.js";
import { CubeToken, Dice, Invitation, UndoSign } from "./dice-and-cube.js";

/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Words} Words */

/**
 * @typedef {object} Look
 * @property {Player} bottom
 * @property {boolean} homeRight
 * @property {Numbering} numbering
 * @property {boolean} pips whether the pip counts are shown
 * @property {number} duration of an animation, in milliseconds
 * @property {Player | null} undoFor whose steps can be taken back
 * @property {Player | null} rollFor who is asked to roll
 * @property {boolean} isNewRoll
 * @property {boolean} isLive whether checkers can be moved
 * @property {Words} words
 */

export class Table {
  animation = new Animation();
  buttons = new Buttons();
  lights = new Lights();
  checkers = new Checkers(this.animation);
  surface = document.createElement("div");
  layout = new Layout({ width: 800, height: 600, homeRight: true, bottom: "white" });
  #room = document.createElement("div");
  #svg = shape("svg", { "aria-hidden": "true", focusable: "false" });
  #still = shape("g");
  #pips = new PipCounts();
  #dice = new Dice(this.animation);
  #cube = new CubeToken(this.animation);
  #undo = new UndoSign();
  #invitation = new Invitation();
  #arrows = shape("g");
  #polite = document.createElement("div");
  #assertive = document.createElement("div");
  #size = { width: 800, height: 600 };
  #drawn = "";

  /** @param {ShadowRoot} root */
  constructor(root) {
    root.adoptedStyleSheets = [boardStyles()];
    this.#room.className = "room";
    this.surface.className = "table";
    this.surface.setAttribute("role", "application");
    this.#polite.className = this.#assertive.className = "aside";
    set(this.#polite, { role: "status", "aria-live": "polite" });
    set(this.#assertive, { role: "alert", "aria-live": "assertive" });
    this.#svg.append(
      definitions(),
      this.#still,
      this.#pips.node,
      this.lights.node,
      this.#dice.node,
      this.#invitation.node,
      this.#undo.node,
      this.#cube.node,
      this.checkers.node,
      this.#arrows,
    );
    this.surface.append(this.#svg, this.buttons.node);
    this.#room.append(this.surface);
    root.append(this.#room, this.#polite, this.#assertive);
  }

  /** The room has another size. @param {number} width @param {number} height */
  resize(width, height) {
    this.#size = { width, height };
  }

  /** @param {Scene} scene @param {Look} look */
  draw(scene, look) {
    const { bottom, homeRight, numbering } = look;
    this.layout = new Layout({ ...this.#size, homeRight, bottom });
    const { layout } = this;
    const key = `${layout.key} ${numbering} ${layout.scale}`;
    const isSameRoom = key === this.#drawn;
    if (!isSameRoom) this.#drawBoard(numbering);
    this.#drawn = key;
    const duration = isSameRoom ? look.duration : 0;
    this.#pips.draw(layout, look.pips ? scene.pips : null);
    const count = this.checkers.arrange(scene.position, layout, { moved: scene.moved, duration });
    this.#dice.draw(scene, layout, { duration, isNew: look.isNewRoll && isSameRoom });
    this.#cube.draw(scene.cube, layout, duration);
    this.#undo.draw(layout, look.undoFor);
    const { text } = look.words;
    this.#invitation.draw(layout, look.rollFor, text("Roll"));
    this.surface.setAttribute("aria-label", text("Backgammon board"));
    this.surface.classList.toggle("live", look.isLive);
    this.#placeTokens(scene, look);
    return count;
  }

  /** @param {Numbering} numbering */
  #drawBoard(numbering) {
    const { layout, surface } = this;
    set(this.#svg, { viewBox: `0 0 ${layout.width} ${layout.height}` });
    surface.style.width = `${layout.width * layout.scale}px`;
    surface.style.height = `${layout.height * layout.scale}px`;
    this.#still.replaceChildren(...boardParts(layout, numbering));
    this.#arrows.replaceChildren();
    this.buttons.place(layout);
  }

  /** @param {Scene} scene @param {Look} look */
  #placeTokens({ cube, dice, roller }, { bottom, undoFor, rollFor }) {
    const { layout, buttons } = this;
    buttons.put("dice", layout.diceZone(rollFor ?? roller ?? bottom, rollFor ? 2 : dice.length));
    buttons.put("undo", undoFor ? layout.undoZone(undoFor) : null);
    const spot = cube ? layout.cubeSpot(cube) : null;
    const side = CUBE + 8;
    buttons.put("cube", spot && { x: spot.x - side / 2, y: spot.y - side / 2, width: side, height: side });
  }

  /**
   * Arrows over the position that is shown.
   * @param {Position} position
   * @param {Player} player
   * @param {readonly (readonly number[])[]} steps
   */
  showArrows(position, player, steps) {
    this.#arrows.replaceChildren(...arrowParts(position, player, steps, this.layout));
  }

  /**
   * Say something to those who listen. The same again gets a trailing space, or it would not be read.
   * @param {string} words
   * @param {boolean} isUrgent
   */
  say(words, isUrgent) {
    const region = isUrgent ? this.#assertive : this.#polite;
    region.textContent = region.textContent === words ? `${words}\u00a0` : words;
  }
}
