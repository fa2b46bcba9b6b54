/** Swipes: a finger that moves quickly to the left or to the right over an element. */

/** How far it has to move, in pixels, and for how long it may, in milliseconds. */
const FAR = 45;
const LONG = 600;

/**
 * Call a function with 1 for a swipe to the left, which leads forward, and -1 for one to the right.
 * @param {HTMLElement} place
 * @param {(step: 1 | -1) => void} onSwipe
 */
export function addSwipes(place, onSwipe) {
  /** @type {{id: number, x: number, y: number, time: number} | null} */
  let start = null;
  place.addEventListener("touchstart", (event) => {
    const [touch] = event.changedTouches;
    start = event.touches.length === 1 && touch ? { id: touch.identifier, x: touch.clientX, y: touch.clientY, time: event.timeStamp } : null;
  }, { passive: true });
  place.addEventListener("touchend", (event) => {
    const touch = [...event.changedTouches].find(({ identifier }) => identifier === start?.id);
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (Math.abs(x) >= FAR && Math.abs(x) > 2 * Math.abs(y) && event.timeStamp - start.time < LONG) onSwipe(x < 0 ? 1 : -1);
    start = null;
  }, { passive: true });
  place.addEventListener("touchcancel", () => (start = null), { passive: true });
}
