/** The timers that the connection and the display queue use; tests supply their own. */

/** @typedef {{setTimeout: (run: () => void, wait: number) => any, clearTimeout: (timer: any) => void}} Clock */

/** The browser's timers. @type {Clock} */
export const BROWSER_CLOCK = { setTimeout: (run, wait) => setTimeout(run, wait), clearTimeout: (timer) => clearTimeout(timer) };
