/**
 * What a person has chosen, kept in this browser: how the board looks, what happens by itself, the language.
 * A value that was stored by another version and is not possible any more is passed over.
 */

/** Every setting, its possible values (or the kind of value), and the first one as the default. */
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
});

/**
 * @typedef {{[K in keyof typeof CHOICES]: (typeof CHOICES)[K][number]} & {[K in keyof typeof SWITCHES]: boolean} & {name: string}} Settings
 */

export const NAME_LENGTH = 40;
const KEY = "sixprime.settings";

/** @returns {Settings} */
function defaults() {
  const first = Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, values[0]]));
  return /** @type {Settings} */ (/** @type {unknown} */ ({ ...first, ...SWITCHES, name: "" }));
}

/**
 * The settings in a stored text; what is missing or impossible there has its default.
 * @param {string | null} stored
 * @returns {Settings}
 */
export function readSettings(stored) {
  const found = defaults();
  /** @type {unknown} */
  let kept;
  try {
    kept = JSON.parse(stored ?? "{}");
  } catch {
    return found;
  }
  if (typeof kept !== "object" || kept === null) return found;
  for (const [name, value] of Object.entries(kept)) {
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
  return name === "name" && typeof value === "string" && value.length <= NAME_LENGTH;
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

/** The settings as they are now. @returns {Readonly<Settings>} */
export function settings() {
  current ??= readSettings(stored(KEY));
  return current;
}

/**
 * Change a setting: it is kept, and everybody who listens is told.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function change(name, value) {
  if (settings()[name] === value) return;
  current = { ...settings(), [name]: value };
  keep(KEY, JSON.stringify(current));
  tellListeners(name);
}

/**
 * Be told of every change, also of one made in another tab.
 * @param {(settings: Readonly<Settings>, changed: string) => void} listener
 * @returns {() => void} stops it
 */
export function onChange(listener) {
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

/**
 * What this browser has kept under a name; nothing where it keeps nothing at all.
 * @param {string} key
 * @returns {string | null}
 */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keep something in this browser, or forget it.
 * @param {string} key
 * @param {string | null} value
 * @returns {boolean} whether that was possible
 */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
