/** Tabs: a row of buttons, of which one is chosen, and its content below. Arrow keys lead from tab to tab. */

import { element, focusedNear } from "../shared/dom.js";

/** @typedef {{name: string, label: string, content: HTMLElement}} Tab */

export class Tabs {
  /** @type {Map<string, {tab: HTMLButtonElement, content: HTMLElement}>} */
  #parts = new Map();

  /**
   * @param {string} label
   * @param {Tab[]} tabs
   * @param {(name: string) => void} onShow
   * @param {HTMLElement} [beside] what stands at the end of the row
   */
  constructor(label, tabs, onShow, beside) {
    this.onShow = onShow;
    for (const { name, label: words, content } of tabs) {
      const tab = element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `tab-${name}-content`, onclick: () => this.show(name) }, words);
      for (const [attribute, value] of Object.entries({ id: `tab-${name}-content`, role: "tabpanel", "aria-labelledby": `tab-${name}` })) content.setAttribute(attribute, value);
      this.#parts.set(name, { tab, content });
    }
    const parts = [...this.#parts.values()];
    const row = element("div", { role: "tablist", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) }, ...parts.map(({ tab }) => tab));
    this.element = element("div", { class: "tabbed" }, element("div", { class: "tabs" }, row, beside), ...parts.map(({ content }) => content));
    this.show(tabs[0]?.name ?? "", false);
  }

  /** @param {string} name @param {boolean} [isNews] */
  show(name, isNews = true) {
    for (const [one, { tab, content }] of this.#parts) {
      tab.setAttribute("aria-selected", String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
      content.hidden = one !== name;
    }
    if (isNews) this.onShow(name);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const names = [...this.#parts.keys()];
    const focused = focusedNear(this.element);
    const at = names.findIndex((name) => this.#parts.get(name)?.tab === focused);
    const next = names[(at + step + names.length) % names.length] ?? "";
    this.show(next);
    this.#parts.get(next)?.tab.focus();
  }
}
