/** The view of the board, drawn from a scene: the picture, the buttons over it and the live regions. It has no logic. */

import { Buttons } from "../input/buttons.js";
import { Animation } from "./animation.js";
import { arrowParts } from "./arrows.js";
import { boardParts, gradients, Highlights, numbers, PipCounts } from "./board-parts.js";
import { Checkers } from "./checkers.js";
import { CubeToken, Dice, RollPrompt, UndoIcon } from "./dice-and-cube.js";
import { CUBE, Layout } from "./layout.js";
import { boardStyles } from "./styles.js";
import { setAttributes, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").ShownPlay} ShownPlay */
/** @typedef {import("../types.js").Translator} Translator */

/** For how long a place from which nothing can be played is marked. */
const REFUSAL_MILLISECONDS = 900;

/**
 * @typedef {object} ViewOptions
 * @property {Player} bottom the player at the bottom
 * @property {boolean} homeRight whether that player bears off on the right
 * @property {Numbering} numbering
 * @property {Player} counter the player from whose home the points are numbered
 * @property {ReadonlySet<string>} movable the places whose top checker is marked as movable
 * @property {boolean} pips whether the pip counts are shown
 * @property {number} duration of an animation, in milliseconds
 * @property {Player | null} undoFor the player whose steps can be taken back
 * @property {Player | null} rollFor the player who is asked to roll
 * @property {boolean} isNewRoll
 * @property {boolean} isLive whether checkers can be moved
 * @property {Translator} words
 */

/** Everything inside the element's shadow root. */
export class BoardView {
  animation = new Animation();
  buttons = new Buttons();
  highlights = new Highlights();
  checkers = new Checkers(this.animation);
  surface = document.createElement("div");
  layout = new Layout({ width: 800, height: 600, homeRight: true, bottom: "white" });
  #container = document.createElement("div");
  #svg = svgElement("svg", { "aria-hidden": "true", focusable: "false" });
  #background = svgElement("g");
  #numbers = svgElement("g", { class: "numbers" });
  #pips = new PipCounts();
  #dice = new Dice(this.animation);
  #cube = new CubeToken(this.animation);
  #undo = new UndoIcon();
  #rollPrompt = new RollPrompt();
  #arrows = svgElement("g");
  /** The plays whose arrows are shown. @type {{position: Position, player: Player, plays: readonly ShownPlay[]} | null} */
  #shownPlays = null;
  #polite = document.createElement("div");
  #assertive = document.createElement("div");
  #size = { width: 800, height: 600 };
  #drawnKey = "";
  #numbersKey = "";
  #refusalTimer = 0;

  /** @param {ShadowRoot} root */
  constructor(root) {
    root.adoptedStyleSheets = [boardStyles()];
    this.#container.className = "room";
    this.surface.className = "table";
    this.surface.setAttribute("role", "application");
    this.#polite.className = this.#assertive.className = "aside";
    setAttributes(this.#polite, { role: "status", "aria-live": "polite" });
    setAttributes(this.#assertive, { role: "alert", "aria-live": "assertive" });
    this.#svg.append(
      gradients(),
      this.#background,
      this.#numbers,
      this.#pips.node,
      this.highlights.node,
      this.#dice.node,
      this.#rollPrompt.node,
      this.#undo.node,
      this.#cube.node,
      this.checkers.node,
      this.#arrows,
    );
    this.surface.append(this.#svg, this.buttons.node);
    this.#container.append(this.surface);
    root.append(this.#container, this.#polite, this.#assertive);
  }

  /** Set the size of the container in pixels. @param {number} width @param {number} height */
  resize(width, height) {
    this.#size = { width, height };
  }

  /** @param {Scene} scene @param {ViewOptions} options @returns {number} how many checkers moved */
  draw(scene, options) {
    const { bottom, homeRight, numbering, counter } = options;
    this.layout = new Layout({ ...this.#size, homeRight, bottom });
    const { layout } = this;
    const key = `${layout.key} ${layout.scale}`;
    const isSameLayout = key === this.#drawnKey;
    if (!isSameLayout) this.#drawBoard();
    this.#drawnKey = key;
    const numbersKey = `${key} ${numbering} ${counter}`;
    if (numbersKey !== this.#numbersKey) this.#numbers.replaceChildren(...numbers(layout, numbering, counter));
    this.#numbersKey = numbersKey;
    const duration = isSameLayout ? options.duration : 0;
    this.#pips.draw(layout, options.pips ? scene.pips : null);
    const count = this.checkers.arrange(scene.position, layout, { moved: scene.moved, movable: options.movable, duration });
    this.#dice.draw(scene, layout, { duration, isNew: options.isNewRoll && isSameLayout });
    this.#cube.draw(scene.cube, layout, duration);
    this.#undo.draw(layout, options.undoFor);
    const { text } = options.words;
    this.#rollPrompt.draw(layout, options.rollFor, text("Roll"));
    this.surface.setAttribute("aria-label", text("Backgammon board"));
    this.surface.classList.toggle("live", options.isLive);
    this.#placeTokenButtons(scene, options);
    return count;
  }

  #drawBoard() {
    const { layout, surface } = this;
    setAttributes(this.#svg, { viewBox: `0 0 ${layout.width} ${layout.height}` });
    surface.style.width = `${layout.width * layout.scale}px`;
    surface.style.height = `${layout.height * layout.scale}px`;
    this.#background.replaceChildren(...boardParts(layout));
    this.#drawArrows();
    this.buttons.place(layout);
  }

  /** @param {Scene} scene @param {ViewOptions} options */
  #placeTokenButtons({ cube, dice, roller }, { bottom, undoFor, rollFor }) {
    const { layout, buttons } = this;
    buttons.put("dice", layout.diceZone(rollFor ?? roller ?? bottom, rollFor ? 2 : dice.length));
    buttons.put("undo", undoFor ? layout.undoZone(undoFor) : null);
    const spot = cube ? layout.cubeSpot(cube) : null;
    const side = CUBE + 8;
    buttons.put("cube", spot && { x: spot.x - side / 2, y: spot.y - side / 2, width: side, height: side });
  }

  /** Show for a moment that nothing can be played from a place. @param {string} place @param {number} duration */
  refuse(place, duration) {
    clearTimeout(this.#refusalTimer);
    this.highlights.refuse(this.layout, place);
    this.checkers.shake(place, duration);
    this.#refusalTimer = setTimeout(() => this.highlights.endRefusal(), REFUSAL_MILLISECONDS);
  }

  /**
   * Draw the arrows of plays over the position that is shown.
   * @param {Position} position
   * @param {Player} player
   * @param {readonly ShownPlay[]} plays
   */
  showPlays(position, player, plays) {
    this.#shownPlays = { position, player, plays };
    this.#drawArrows();
  }

  #drawArrows() {
    const { position, player, plays } = this.#shownPlays ?? {};
    this.#arrows.replaceChildren(...(position && player && plays ? arrowParts(position, player, plays, this.layout) : []));
  }

  /**
   * Announce something in a live region. A repeated text gets a trailing space, or screen readers would ignore it.
   * @param {string} words
   * @param {boolean} isUrgent
   */
  say(words, isUrgent) {
    const region = isUrgent ? this.#assertive : this.#polite;
    region.textContent = region.textContent === words ? `${words}\u00a0` : words;
  }
}
