/** The keyboard shortcuts of the board. The letters are the same in every language and are listed in the page's help. */

/**
 * @typedef {object} KeyActions
 * @property {(isAlternate: boolean) => void} press do what a tap on the focused place does
 * @property {() => void} undo
 * @property {() => boolean} undoAll returns whether there was anything to undo
 * @property {() => void} roll
 * @property {() => void} swap
 * @property {() => void} confirm
 * @property {() => void} double
 * @property {(action: Answer) => void} answer answer a double or a resignation
 * @property {() => void} pips
 * @property {() => void} repeat repeat the last announcement
 * @property {(key: string) => void} arrow
 * @property {(digits: string) => void} digits focus the point with this number; 0 is the bar
 */

/** @typedef {"take" | "drop" | "beaver" | "raccoon" | "accept" | "decline"} Answer */

/** The keys that answer a double or a resignation; several actions: whichever is allowed. @type {Record<string, readonly Answer[]>} */
export const ANSWER_KEYS = { t: ["take"], x: ["drop"], b: ["beaver", "raccoon"], a: ["accept"], n: ["decline"] };

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const DIGITS_MILLISECONDS = 700;

/** @type {Record<string, "roll" | "swap" | "confirm" | "double" | "pips" | "repeat" | "undo">} */
const LETTERS = { r: "roll", s: "swap", c: "confirm", d: "double", p: "pips", l: "repeat", u: "undo" };

/** Handle keys while the focus is on the board. @param {HTMLElement} surface @param {KeyActions} keys */
export function addKeyListener(surface, keys) {
  let digits = "";
  let lastDigit = 0;

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was for the board */
  function pressed(event) {
    const { key } = event;
    if (!/^[0-9]$/.test(key)) digits = ""; // another key ends a number: 6, Enter, 3 is not 63
    if (event.altKey || event.metaKey || (event.ctrlKey && key !== "Enter")) return false;
    if (ARROWS.has(key)) keys.arrow(key);
    else if (event.repeat)
      return true; // a key held down plays, or sends, once
    else if (key === "Enter" || key === " ") keys.press(event.shiftKey || event.ctrlKey);
    else if (key === "Backspace" || key === "Delete") void (event.shiftKey ? keys.undoAll : keys.undo)();
    else if (key === "Escape") return keys.undoAll();
    else if (/^[0-9]$/.test(key)) {
      digits = event.timeStamp - lastDigit < DIGITS_MILLISECONDS ? digits + key : key;
      lastDigit = event.timeStamp;
      keys.digits(digits);
    } else {
      const letter = key.toLowerCase();
      const action = LETTERS[letter];
      if (action) keys[action]();
      else if (ANSWER_KEYS[letter]) ANSWER_KEYS[letter].forEach(keys.answer);
      else return false;
    }
    return true;
  }

  surface.addEventListener("keydown", (event) => {
    if (!pressed(event)) return;
    event.preventDefault();
    event.stopPropagation(); // a page may have keys of its own
  });
}
