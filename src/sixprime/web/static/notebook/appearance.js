/** Whether the notebook around a widget is light or dark, which need not be what the system prefers. */

/** @typedef {"light" | "dark"} Appearance */

/** What notebooks say about their theme, the most certain first. @type {readonly ((root: Element, body: Element) => string | null | undefined)[]} */
const SIGNS = [
  (_, body) => ({ true: "light", false: "dark" })[body.getAttribute("data-jp-theme-light") ?? ""],
  (_, body) => body.getAttribute("data-vscode-theme-kind") ?? /\bvscode-(?:light|dark|high-contrast(?:-light)?)\b/.exec(body.className)?.[0],
  (root) => root.getAttribute("theme") ?? root.getAttribute("data-theme"),
];

/** The appearance of the notebook now. @returns {Appearance} */
export function notebookAppearance() {
  for (const sign of SIGNS) {
    const said = sign(document.documentElement, document.body);
    if (said) return said.includes("dark") || said.endsWith("high-contrast") ? "dark" : "light";
  }
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Call a function whenever the appearance may have changed.
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onAppearanceChange(listener) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(listener);
  const attributeFilter = ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"];
  for (const part of [document.documentElement, document.body]) observer.observe(part, { attributes: true, attributeFilter });
  system.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", listener);
  };
}
