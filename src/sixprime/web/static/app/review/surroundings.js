/**
 * What is around the review of a match: what hears its keys, what remembers the position that is shown, and whether there is room beside
 * the board. On a page that is the document, the address and the window; a widget has others.
 */

import { versionInAddress } from "../replay/frames.js";

/**
 * @typedef {object} Surroundings
 * @property {EventTarget} keys
 * @property {() => number | null} version of the match, if a certain one is to be shown
 * @property {(version: number) => void} remember the version that is shown
 * @property {(listener: () => void) => void} onVersion calls the listener when another version is to be shown
 * @property {() => boolean} isWide whether the graph fits below the board
 * @property {(listener: () => void) => void} onResize calls the listener when that has changed
 */

/** A page in a window of its own. @returns {Surroundings} */
export function pageSurroundings() {
  const wide = window.matchMedia("(min-width: 960px) and (min-height: 521px)");
  return {
    keys: document,
    version: () => versionInAddress(location.hash),
    remember: (version) => history.replaceState(null, "", `#v=${version}`),
    onVersion: (listener) => window.addEventListener("hashchange", listener),
    isWide: () => wide.matches,
    onResize: (listener) => wide.addEventListener("change", listener),
  };
}
