/**
 * The user's settings, stored in this browser: the look of the board, automatic actions, the language.
 * Stored values that are not valid any more are ignored.
 */

import { storedItem, storeItem } from "../shared/storage.js";

/** The settings with a list of values; the first value is the default. */
const CHOICES = /** @type {const} */ ({
  language: ["", "en", "de", "fr", "it", "hu"],
  appearance: ["system", "light", "dark"],
  board: ["auto", "classic", "wood", "felt", "flat", "dark", "contrast"],
  home: ["right", "left"],
  numbering: ["points", "sheets"],
  speed: ["normal", "fast", "slow", "off"],
  bearoff: ["off", "greedy", "best"],
});

const SWITCHES = /** @type {const} */ ({
  pips: true,
  sounds: true,
  autoroll: true,
  forced: true,
  movable: false,
  tutor: false,
  chances: true,
  feedback: false,
});

/** From which loss on a decision is marked. @typedef {{inaccuracy: number, error: number, blunder: number}} MarkLimits */

/** @type {Readonly<MarkLimits>} */
export const DEFAULT_MARKS = Object.freeze({ inaccuracy: 0.02, error: 0.04, blunder: 0.08 });

/** From which loss on the tutor asks about plays, and about everything else. @typedef {{play: number, cube: number}} TutorLimits */

/** @type {Readonly<TutorLimits>} */
export const DEFAULT_TUTOR_LIMITS = Object.freeze({ play: 0.04, cube: 0.08 });

/**
 * @typedef {{[K in keyof typeof CHOICES]: (typeof CHOICES)[K][number]} & {[K in keyof typeof SWITCHES]: boolean} & {name: string, marks: MarkLimits, tutorLimits: TutorLimits}} Settings
 */

export const NAME_LENGTH = 40;
const KEY = "sixprime.settings";

/** @returns {Settings} */
function defaults() {
  const first = Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, values[0]]));
  return /** @type {Settings} */ (/** @type {unknown} */ ({ ...first, ...SWITCHES, name: "", marks: DEFAULT_MARKS, tutorLimits: DEFAULT_TUTOR_LIMITS }));
}

/**
 * Read stored settings; missing or invalid ones have their defaults.
 * @param {string | null} json
 * @returns {Settings}
 */
export function readSettings(json) {
  const found = defaults();
  /** @type {unknown} */
  let values;
  try {
    values = JSON.parse(json ?? "{}");
  } catch {
    return found;
  }
  if (typeof values !== "object" || values === null) return found;
  for (const [name, value] of Object.entries(values)) {
    if (isPossible(name, value)) Object.assign(found, { [name]: value });
  }
  return found;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function isPossible(name, value) {
  if (Object.hasOwn(CHOICES, name)) {
    return /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name]?.includes(value) ?? false;
  }
  if (Object.hasOwn(SWITCHES, name)) return typeof value === "boolean";
  if (name === "marks") return areMarks(value);
  if (name === "tutorLimits") return areTutorLimits(value);
  return name === "name" && typeof value === "string" && value.length <= NAME_LENGTH;
}

/**
 * Whether these are limits for marks: three numbers, each at least as large as the one before.
 * @param {unknown} value
 * @returns {value is MarkLimits}
 */
export function areMarks(value) {
  if (typeof value !== "object" || value === null) return false;
  const { inaccuracy, error, blunder } = /** @type {Record<string, unknown>} */ (value);
  const limits = [inaccuracy, error, blunder];
  if (!limits.every((limit) => typeof limit === "number" && limit > 0 && limit <= 2)) return false;
  return Number(inaccuracy) <= Number(error) && Number(error) <= Number(blunder);
}

/**
 * Whether these are limits for the tutor.
 * @param {unknown} value
 * @returns {value is TutorLimits}
 */
export function areTutorLimits(value) {
  if (typeof value !== "object" || value === null) return false;
  const { play, cube } = /** @type {Record<string, unknown>} */ (value);
  return [play, cube].every((limit) => typeof limit === "number" && limit >= 0.001 && limit <= 2);
}

/**
 * The possible values of a setting.
 * @template {keyof typeof CHOICES} K
 * @param {K} name
 * @returns {(typeof CHOICES)[K]}
 */
export function choicesOf(name) {
  return CHOICES[name];
}

/** @type {Set<(settings: Settings, changed: string) => void>} */
const listeners = new Set();
/** @type {Settings | null} */
let current = null;

/** The present settings. @returns {Readonly<Settings>} */
export function settings() {
  current ??= readSettings(storedItem(KEY));
  return current;
}

/**
 * Change and store a setting, and notify the listeners.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function changeSetting(name, value) {
  if (settings()[name] === value) return;
  current = { ...settings(), [name]: value };
  storeItem(KEY, JSON.stringify(current));
  tellListeners(name);
}

/**
 * Use other values for some settings in this page, without storing them: a saved page brings its own along.
 * @param {Partial<Settings>} values
 */
export function overrideSettings(values) {
  const valid = Object.entries(values).filter(([name, value]) => isPossible(name, value));
  const before = settings();
  current = { ...before, ...Object.fromEntries(valid) };
  for (const [name, value] of valid) if (before[/** @type {keyof Settings} */ (name)] !== value) tellListeners(name);
}

/**
 * Listen for changes, including those made in another tab.
 * @param {(settings: Readonly<Settings>, changed: string) => void} listener
 * @returns {() => void} removes the listener
 */
export function onSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} changed */
function tellListeners(changed) {
  for (const listener of listeners) listener(/** @type {Settings} */ (current), changed);
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    const before = settings();
    current = readSettings(event.newValue);
    for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(current))) {
      if (before[name] !== current[name]) tellListeners(name);
    }
  });
}
