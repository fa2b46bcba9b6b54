/**
 * The widget of notebooks: what `sixprime.notebook.show` shows, in the output of a cell. Python sends what there is to see
 * as JSON and receives plays and the event that is looked at. Each widget evaluates this module anew, so what the other
 * modules keep (language, settings) belongs to one widget; it stands in a shadow root, which keeps styles apart.
 */

import { showEmbeddedReview } from "../app/review/embedded-review.js";
import { overrideSettings } from "../app/settings/settings.js";
import { element, useOwnIcons } from "../app/shared/dom.js";
import { announceIn } from "../app/shared/shell.js";
import { useLanguage } from "../app/shared/translations.js";
import { notebookAppearance, onAppearanceChange } from "./appearance.js";
import { PositionView } from "./position-view.js";

/** @typedef {import("../app/review/embedded-review.js").EmbeddedMatch} EmbeddedMatch */
/** @typedef {import("../app/review/surroundings.js").Surroundings} Surroundings */
/** @typedef {import("./position-view.js").ShownPosition} ShownPosition */

/** @typedef {{get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void, on: (event: string, listener: () => void) => void, off: (event: string, listener: () => void) => void}} Model The widget's values, which the kernel has as well. */

/**
 * How the widget looks.
 * @typedef {object} Look
 * @property {string} language
 * @property {Record<string, string | string[]>} texts
 * @property {"auto" | "light" | "dark"} appearance
 * @property {import("../app/settings/settings.js").Settings["board"]} theme
 * @property {import("../app/shared/types.js").Player} bottom of a match
 * @property {import("../app/settings/settings.js").MarkLimits} marks
 */

/** From this width on, in pixels, the moves are beside the board; notebook.css has the same number. */
const WIDE = 860;

/**
 * What a notebook asks for: an object with `render`.
 * @param {string} styles the style sheet
 * @param {string} icons as an SVG
 */
export function createWidget(styles, icons) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return { render: (/** @type {{model: Model, el: HTMLElement}} */ { model, el }) => render(model, el, sheet, icons) };
}

/**
 * Show the widget in an element.
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {CSSStyleSheet} sheet
 * @param {string} icons
 * @returns {() => void} ends it
 */
function render(model, el, sheet, icons) {
  const host = element("div", { class: "sixprime-widget" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  // Keys belong to the board while it has the focus: in JupyterLab, two times D would delete the cell.
  host.dataset["lmSuppressShortcuts"] = "true";
  host.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(host);

  /** @type {Look} */
  const look = model.get("look");
  useOwnIcons();
  useLanguage(look.language, look.texts);
  const showAppearance = () => {
    const appearance = look.appearance === "auto" ? notebookAppearance() : look.appearance;
    host.dataset["appearance"] = appearance;
    overrideSettings({ appearance, board: look.theme, marks: look.marks, sounds: false });
  };
  showAppearance();
  const endAppearance = look.appearance === "auto" ? onAppearanceChange(showAppearance) : () => {};

  const surroundings = new WidgetSurroundings(model, host);
  const show = () => {
    const announcements = element("div", { class: "hidden-words", role: "status", "aria-live": "polite" });
    const place = element("div", { class: "widget", lang: look.language });
    root.replaceChildren(iconsElement(icons), element("div", { class: "frame" }, place), announcements);
    announceIn(announcements);
    surroundings.begin(place);
    const content = JSON.parse(model.get("content"));
    if (content.kind === "match") void showEmbeddedReview(place, /** @type {EmbeddedMatch} */ (content), { bottom: look.bottom, surroundings });
    else showPosition(model, place, content);
  };
  show();
  model.on("change:content", show);
  return () => {
    model.off("change:content", show);
    surroundings.end();
    endAppearance();
    host.remove();
  };
}

/**
 * @param {Model} model
 * @param {HTMLElement} place
 * @param {ShownPosition} position
 */
function showPosition(model, place, position) {
  const view = new PositionView(place, position, (steps) => {
    if (JSON.stringify(model.get("played")) === JSON.stringify(steps)) return;
    model.set("played", steps);
    model.save_changes();
  });
  view.begin(model.get("played"));
}

/** @param {string} icons */
function iconsElement(icons) {
  const parsed = new DOMParser().parseFromString(icons, "image/svg+xml").documentElement;
  parsed.setAttribute("id", "icons");
  parsed.setAttribute("hidden", "");
  return document.importNode(parsed, true);
}

/** The widget as the surroundings of a review: its keys, the event that the kernel knows, its own width. @implements {Surroundings} */
class WidgetSurroundings {
  /** @param {Model} model @param {HTMLElement} host */
  constructor(model, host) {
    this.model = model;
    this.host = host;
    /** @type {EventTarget} */
    this.keys = host;
    /** @type {(() => void)[]} */
    this.resized = [];
    this.observer = new ResizeObserver(() => {
      for (const listener of this.resized) listener();
    });
    this.observer.observe(host);
  }

  /** @type {(() => void) | null} */
  #listener = null;
  /** Whether the version was changed here. */
  #isOwn = false;
  #wasWide = false;

  /** Belong to another content. @param {HTMLElement} place */
  begin(place) {
    this.keys = place;
    this.resized = [];
    this.#forget();
  }

  end() {
    this.observer.disconnect();
    this.#forget();
  }

  #forget() {
    if (this.#listener) this.model.off("change:version", this.#listener);
    this.#listener = null;
  }

  version() {
    return this.model.get("version") ?? null;
  }

  /** @param {number} version */
  remember(version) {
    if (version === this.model.get("version")) return;
    this.#isOwn = true;
    this.model.set("version", version);
    this.#isOwn = false;
    this.model.save_changes();
  }

  /** @param {() => void} listener */
  onVersion(listener) {
    this.#listener = () => {
      if (!this.#isOwn) listener();
    };
    this.model.on("change:version", this.#listener);
  }

  isWide() {
    this.#wasWide = this.host.clientWidth >= WIDE;
    return this.#wasWide;
  }

  /** @param {() => void} listener */
  onResize(listener) {
    this.resized.push(() => {
      if (this.host.clientWidth >= WIDE !== this.#wasWide) listener();
    });
  }
}
