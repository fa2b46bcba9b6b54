/**
 * Mouse, finger and pen on the board: taps, holds and drags, told in places and in units of the picture. A drag starts
 * after three pixels; one that ends where it began is a tap after all, because fingers tremble.
 */

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * What the board does with them.
 * @typedef {object} Handlers
 * @property {(pixels: Spot) => Spot} toUnits from pixels within the table
 * @property {(place: Place, spot: Spot) => Place} aim what is meant by a pointer on the button of a place
 * @property {(place: Place | null, spot: Spot, isOther: boolean) => void} tap `isOther`: right button, Ctrl, or held
 * @property {(place: Place, spot: Spot) => boolean} lift whether a checker there can be dragged; it is then
 * @property {(spot: Spot, isTouch: boolean) => void} carry
 * @property {(spot: Spot) => boolean} drop whether the checker could be put down there; else it has gone back
 * @property {() => void} letGo the drag came to nothing
 * @property {(place: Place | null) => void} hover
 */

/**
 * A finger or button that is down: where it went down, and what has become of it.
 * @typedef {object} Press
 * @property {number} id
 * @property {Place | null} place
 * @property {number} x
 * @property {number} y
 * @property {boolean} isOther
 * @property {boolean} isTouch
 * @property {boolean} isDrag
 * @property {boolean} isVoid it has moved where nothing can be dragged: neither a tap nor a drag any more
 */

const DRAG_PIXELS = 3;
const TREMBLE_PIXELS = 14;
const HOLD_MILLISECONDS = 480;

export class Gestures {
  /** @type {Press | null} */
  #press = null;
  /** @type {DOMRect | null} */
  #bounds = null;
  #hold = 0;
  #sawPointer = false;
  /** @type {Place | null} */
  #hovered = null;
  #forget = () => {
    this.#bounds = null;
  };

  /** @param {HTMLElement} surface @param {Handlers} handlers */
  constructor(surface, handlers) {
    this.surface = surface;
    this.handlers = handlers;
    surface.addEventListener("pointerdown", this.#down);
    surface.addEventListener("pointermove", this.#move);
    surface.addEventListener("pointerup", this.#up);
    surface.addEventListener("pointercancel", this.#cancel);
    surface.addEventListener("pointerleave", () => this.#hover(null));
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Listen to what moves the table on the page. */
  watch() {
    addEventListener("scroll", this.#forget, { capture: true, passive: true });
    addEventListener("resize", this.#forget, { passive: true });
  }

  unwatch() {
    removeEventListener("scroll", this.#forget, { capture: true });
    removeEventListener("resize", this.#forget);
    this.cancel();
  }

  /** The table has another size. */
  resized() {
    this.#bounds = null;
  }

  /** Whether a click has been dealt with already, as a tap. @param {MouseEvent} event */
  isKnown(event) {
    const known = this.#sawPointer && event.detail > 0;
    this.#sawPointer = false;
    return known;
  }

  /** Give up what is under way; whether that was a drag. */
  cancel() {
    const isDrag = this.#press?.isDrag ?? false;
    clearTimeout(this.#hold);
    this.#press = null;
    if (isDrag) this.handlers.letGo();
    return isDrag;
  }

  /** @param {PointerEvent} event @returns {Spot} */
  #spot(event) {
    this.#bounds ??= this.surface.getBoundingClientRect();
    return this.handlers.toUnits({ x: event.clientX - this.#bounds.left, y: event.clientY - this.#bounds.top });
  }

  /** @param {PointerEvent} event */
  #place(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const place = button?.dataset["place"] ?? null;
    return place === null ? null : this.handlers.aim(place, this.#spot(event));
  }

  /** @param {Place | null} place */
  #hover(place) {
    if (place === this.#hovered) return;
    this.#hovered = place;
    this.handlers.hover(place);
  }

  #down = (/** @type {PointerEvent} */ event) => {
    if (!event.isTrusted || !event.isPrimary || event.button === 1) return;
    this.cancel();
    this.#forget();
    this.#sawPointer = event.button === 0;
    const isTouch = event.pointerType !== "mouse";
    const isOther = event.button === 2 || event.ctrlKey;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.#press = { id, place: this.#place(event), x, y, isOther, isTouch, isDrag: false, isVoid: false };
    if (isTouch) this.#hold = setTimeout(() => this.#held(event), HOLD_MILLISECONDS);
  };

  /** @param {PointerEvent} event */
  #held(event) {
    const press = this.#press;
    if (!press || press.isDrag || press.isVoid) return;
    this.#press = null;
    this.handlers.tap(press.place, this.#spot(event), true);
  }

  #move = (/** @type {PointerEvent} */ event) => {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse" && event.isTrusted) this.#hover(this.#place(event));
      return;
    }
    if (event.pointerId !== press.id || press.isVoid) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag && distance >= DRAG_PIXELS) {
      if (press.place === null || press.isOther || !this.handlers.lift(press.place, this.#spot(event))) {
        press.isVoid = distance > TREMBLE_PIXELS;
        return;
      }
      clearTimeout(this.#hold);
      press.isDrag = true;
      this.surface.setPointerCapture(press.id);
    }
    if (press.isDrag) this.handlers.carry(this.#spot(event), press.isTouch);
  };

  #up = (/** @type {PointerEvent} */ event) => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    clearTimeout(this.#hold);
    this.#press = null;
    const spot = this.#spot(event);
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag) {
      if (!press.isVoid) this.handlers.tap(press.place, spot, press.isOther);
    } else if (!this.handlers.drop(spot) && distance < TREMBLE_PIXELS) this.handlers.tap(press.place, spot, false);
  };

  #cancel = (/** @type {PointerEvent} */ event) => {
    if (this.#press?.id !== event.pointerId) return;
    this.#sawPointer = false;
    this.cancel();
  };
}
