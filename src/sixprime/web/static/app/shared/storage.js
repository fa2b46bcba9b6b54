/** Access to `localStorage` that never throws: a browser may forbid it, or have no space left. */

/**
 * The value stored under a key, or null.
 * @param {string} key
 * @returns {string | null}
 */
export function storedItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Store a value, or remove it if it is null.
 * @param {string} key
 * @param {string | null} value
 * @returns {boolean} whether that was possible
 */
export function storeItem(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
