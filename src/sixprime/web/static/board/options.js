/**
 * The attributes of the board as properties, so that a page can write `board.theme = "dark"` or
 * `<backgammon-board theme="dark">`.
 */

/** @typedef {import("./types.js").Numbering} Numbering */
/** @typedef {import("./types.js").Player} Player */

/** The duration of an animation in milliseconds, by the name of a speed. @type {Record<string, number>} */
const SPEEDS = { off: 0, fast: 110, normal: 200, slow: 420 };

/** @typedef {"off" | "show" | "play"} Forced "show" makes a forced play on the board, "play" also sends it */
/** @typedef {"off" | "greedy" | "best"} BearOff */

export class BoardOptions extends HTMLElement {
  static observedAttributes = ["view", "direction", "numbering", "theme", "pips", "editable", "mark-movable"];

  /** The player at the bottom: "white", "black", or "" for the player at this board. */
  get view() {
    return this.getAttribute("view") ?? "";
  }

  set view(view) {
    this.#write("view", view);
  }

  /** The side on which the player at the bottom bears off: "right" or "left". */
  get direction() {
    return this.getAttribute("direction") === "left" ? "left" : "right";
  }

  set direction(direction) {
    this.#write("direction", direction);
  }

  /** @returns {Numbering} */
  get numbering() {
    const numbering = this.getAttribute("numbering");
    return numbering === "sheets" || numbering === "off" ? numbering : "points";
  }

  set numbering(numbering) {
    this.#write("numbering", numbering);
  }

  /** The name of a theme; "" follows the system. */
  get theme() {
    return this.getAttribute("theme") ?? "";
  }

  set theme(theme) {
    this.#write("theme", theme);
  }

  /** "off", "fast", "normal", "slow", or milliseconds. */
  get speed() {
    return this.getAttribute("speed") ?? "normal";
  }

  set speed(speed) {
    this.#write("speed", speed);
  }

  /** Whether animations are switched off: "on", "off", or "" to follow the system's preference. */
  get reducedMotion() {
    const value = this.getAttribute("reduced-motion");
    return value === null || value === "auto" ? "" : value === "off" ? "off" : "on";
  }

  set reducedMotion(value) {
    this.#write("reduced-motion", value);
  }

  get sounds() {
    return this.#isOn("sounds");
  }

  set sounds(isOn) {
    this.#write("sounds", isOn);
  }

  /** Whether the pip counts are shown. */
  get pips() {
    return this.#isOn("pips");
  }

  set pips(isOn) {
    this.#write("pips", isOn);
  }

  /** @returns {Forced} */
  get autoForced() {
    const value = this.getAttribute("auto-forced");
    return value === "show" || value === "play" ? value : "off";
  }

  set autoForced(value) {
    this.#write("auto-forced", value);
  }

  /** @returns {BearOff} */
  get autoBearOff() {
    const value = this.getAttribute("auto-bear-off");
    return value === "greedy" || value === "best" ? value : "off";
  }

  set autoBearOff(value) {
    this.#write("auto-bear-off", value);
  }

  /** What a tap on a moved checker does: takes it "back", or plays "on" with it if possible. */
  get tapMoved() {
    return this.getAttribute("tap-moved") === "on" ? "on" : "back";
  }

  set tapMoved(value) {
    this.#write("tap-moved", value);
  }

  /** Whether the user can set up a position by putting checkers anywhere. */
  get editable() {
    return this.#isOn("editable");
  }

  set editable(isOn) {
    this.#write("editable", isOn);
  }

  /** The player whose checkers a tap puts on an editable board. @returns {Player} */
  get brush() {
    return this.getAttribute("brush") === "black" ? "black" : "white";
  }

  set brush(player) {
    this.#write("brush", player);
  }

  /** Whether the checkers that can move are marked. */
  get markMovable() {
    return this.#isOn("mark-movable");
  }

  set markMovable(isOn) {
    this.#write("mark-movable", isOn);
  }

  /** The duration of animations under the present options, in milliseconds. */
  get duration() {
    const value = this.reducedMotion;
    const isStill = value === "" ? matchMedia("(prefers-reduced-motion: reduce)").matches : value === "on";
    return isStill ? 0 : (SPEEDS[this.speed] ?? (Number(this.speed) || 0));
  }

  /** @param {string} name */
  #isOn(name) {
    return this.hasAttribute(name) && this.getAttribute(name) !== "off";
  }

  /** @param {string} name @param {string | boolean} value */
  #write(name, value) {
    if (value === false || value === "") this.removeAttribute(name);
    else this.setAttribute(name, value === true ? "" : value);
  }
}
