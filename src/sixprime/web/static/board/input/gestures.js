/**
 * Recognises taps, long presses and drags by mouse, finger or pen, and reports them in places and in units of the
 * picture. A drag starts after three pixels; one that ends near its start counts as a tap, because fingers tremble.
 */

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * What to do on each gesture.
 * @typedef {object} Handlers
 * @property {(pixels: Spot) => Spot} toUnits convert pixels within the board to units of the picture
 * @property {(place: Place, spot: Spot) => Place} resolvePlace the place that a pointer on the button of `place` means
 * @property {(place: Place | null, spot: Spot, isAlternate: boolean) => void} tap `isAlternate`: right button, Ctrl, or a long press
 * @property {(place: Place, spot: Spot) => boolean} lift start to drag a checker; false if there is none to drag
 * @property {(spot: Spot, isTouch: boolean) => void} dragTo
 * @property {(spot: Spot) => boolean} drop end the drag; false if the checker could not be dropped there and has gone back
 * @property {() => void} cancelDrag the drag was interrupted
 * @property {(place: Place | null) => void} hover
 */

/**
 * A pointer that is down: where it went down, and what the gesture has become.
 * @typedef {object} Press
 * @property {number} id
 * @property {Place | null} place
 * @property {number} x
 * @property {number} y
 * @property {boolean} isAlternate
 * @property {boolean} isTouch
 * @property {boolean} isDrag
 * @property {boolean} isCancelled it has moved without anything to drag, and is neither a tap nor a drag any more
 */

const DRAG_PIXELS = 3;
const TAP_TOLERANCE_PIXELS = 14;
const HOLD_MILLISECONDS = 480;

/** Listens to the pointer events of one board. */
export class Gestures {
  /** @type {Press | null} */
  #press = null;
  /** @type {DOMRect | null} */
  #bounds = null;
  #holdTimer = 0;
  #sawPointer = false;
  /** @type {Place | null} */
  #hovered = null;
  #forgetBounds = () => {
    this.#bounds = null;
  };

  /** @param {HTMLElement} surface @param {Handlers} handlers */
  constructor(surface, handlers) {
    this.surface = surface;
    this.handlers = handlers;
    surface.addEventListener("pointerdown", this.#onDown);
    surface.addEventListener("pointermove", this.#onMove);
    surface.addEventListener("pointerup", this.#onUp);
    surface.addEventListener("pointercancel", this.#onCancel);
    surface.addEventListener("pointerleave", () => this.#hover(null));
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Listen for events that move the board on the page. */
  watch() {
    addEventListener("scroll", this.#forgetBounds, { capture: true, passive: true });
    addEventListener("resize", this.#forgetBounds, { passive: true });
  }

  unwatch() {
    removeEventListener("scroll", this.#forgetBounds, { capture: true });
    removeEventListener("resize", this.#forgetBounds);
    this.cancel();
  }

  /** Call this when the board has got another size. */
  resized() {
    this.#bounds = null;
  }

  /** Whether a click has already been handled as a tap. @param {MouseEvent} event */
  wasHandled(event) {
    const known = this.#sawPointer && event.detail > 0;
    this.#sawPointer = false;
    return known;
  }

  /** Cancel the present gesture; true if it was a drag. */
  cancel() {
    const isDrag = this.#press?.isDrag ?? false;
    clearTimeout(this.#holdTimer);
    this.#press = null;
    if (isDrag) this.handlers.cancelDrag();
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
    return place === null ? null : this.handlers.resolvePlace(place, this.#spot(event));
  }

  /** @param {Place | null} place */
  #hover(place) {
    if (place === this.#hovered) return;
    this.#hovered = place;
    this.handlers.hover(place);
  }

  #onDown = (/** @type {PointerEvent} */ event) => {
    if (!event.isTrusted || !event.isPrimary || event.button === 1) return;
    this.cancel();
    this.#forgetBounds();
    this.#sawPointer = event.button === 0;
    const isTouch = event.pointerType !== "mouse";
    const isAlternate = event.button === 2 || event.ctrlKey;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.#press = { id, place: this.#place(event), x, y, isAlternate, isTouch, isDrag: false, isCancelled: false };
    if (isTouch) this.#holdTimer = setTimeout(() => this.#onHold(event), HOLD_MILLISECONDS);
  };

  /** @param {PointerEvent} event */
  #onHold(event) {
    const press = this.#press;
    if (!press || press.isDrag || press.isCancelled) return;
    this.#press = null;
    this.handlers.tap(press.place, this.#spot(event), true);
  }

  #onMove = (/** @type {PointerEvent} */ event) => {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse" && event.isTrusted) this.#hover(this.#place(event));
      return;
    }
    if (event.pointerId !== press.id || press.isCancelled) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag && distance >= DRAG_PIXELS) {
      if (press.place === null || press.isAlternate || !this.handlers.lift(press.place, this.#spot(event))) {
        press.isCancelled = distance > TAP_TOLERANCE_PIXELS;
        return;
      }
      clearTimeout(this.#holdTimer);
      press.isDrag = true;
      this.surface.setPointerCapture(press.id);
    }
    if (press.isDrag) this.handlers.dragTo(this.#spot(event), press.isTouch);
  };

  #onUp = (/** @type {PointerEvent} */ event) => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    clearTimeout(this.#holdTimer);
    this.#press = null;
    const spot = this.#spot(event);
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag) {
      if (!press.isCancelled) this.handlers.tap(press.place, spot, press.isAlternate);
    } else if (!this.handlers.drop(spot) && distance < TAP_TOLERANCE_PIXELS) this.handlers.tap(press.place, spot, false);
  };

  #onCancel = (/** @type {PointerEvent} */ event) => {
    if (this.#press?.id !== event.pointerId) return;
    this.#sawPointer = false;
    this.cancel();
  };
}
