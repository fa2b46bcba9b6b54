/**
 * The shell around every page: header with navigation, footer, colour scheme, language, a live region for screen readers,
 * and toasts.
 */

import { changeSetting, onSettingsChange, settings } from "../settings/settings.js";
import { ApiError, errorMessage } from "./api.js";
import { button, element, icon, iconButton, setChildren } from "./dom.js";
import { chooseLanguage, LANGUAGES, loadTranslations, text } from "./translations.js";

/**
 * Build the shell. Every page calls this first; translations are loaded when it returns.
 * @param {object} options
 * @param {string} options.page the page's name: `start`, `match`, `history`, `replay`, `practice`, `position`, `editor`, `learn`, `rules`, `dice`, `settings`, `about`
 * @param {() => string} options.title called when the translations are loaded
 * @param {boolean} [options.bare] without footer and with a low header, to leave space for the board
 * @returns {Promise<{main: HTMLElement, tools: HTMLElement}>} the element for the page's content, and one in the header for its buttons
 */
export async function openPage({ page, title, bare = false }) {
  const code = chooseLanguage(settings().language, navigator.languages ?? []);
  await loadTranslations(code);
  document.documentElement.lang = code;
  setDocumentTitle(title());
  showAppearance();
  onSettingsChange((_, changed) => {
    if (changed === "appearance") showAppearance();
    if (changed === "language") location.reload();
  });
  document.body.classList.toggle("bare", bare);
  const main = element("main", { id: "main", tabindex: "-1" });
  const tools = element("div", { class: "page-tools" });
  const status = element("div", { id: "announcements", class: "hidden-words", role: "status", "aria-live": "polite" });
  const notes = element("div", { id: "notes" });
  setChildren(
    document.body,
    element("a", { class: "skip", href: "#main" }, text("Skip to content")),
    header(page, tools),
    main,
    bare ? null : footer(code),
    status,
    notes,
  );
  return { main, tools };
}

/** @param {string} title */
export function setDocumentTitle(title) {
  document.title = title ? `${title} · sixprime` : "sixprime";
}

/** The links of the header, in order. */
function navigation() {
  return [
    { page: "start", href: "/", label: text("Play") },
    { page: "history", href: "/history", label: text("My matches") },
    { page: "practice", href: "/practice", label: text("Practice") },
    { page: "position", href: "/position", label: text("Analysis") },
    { page: "editor", href: "/editor", label: text("Positions") },
    { page: "rules", href: "/rules", label: text("Rules") },
    { page: "dice", href: "/dice", label: text("Dice") },
  ];
}

/**
 * @param {string} page
 * @param {HTMLElement} tools
 */
function header(page, tools) {
  /** @param {{page: string, href: string, label: string}} place */
  const link = (place) =>
    element("a", { href: place.href, "aria-current": place.page === page ? "page" : null }, place.label);
  const more = [
    ...navigation(),
    { page: "settings", href: "/settings", label: text("Settings") },
    { page: "about", href: "/about", label: text("About") },
  ];
  const menu = element(
    "div",
    { id: "menu", class: "menu", popover: "auto" },
    element("nav", { "aria-label": text("All pages") }, ...more.map(link)),
  );
  const opener = iconButton(text("Menu"), "menu", { class: "icon-button menu-button", popovertarget: "menu" });
  menu.addEventListener("toggle", (event) => {
    opener.setAttribute("aria-expanded", String(/** @type {ToggleEvent} */ (event).newState === "open"));
  });
  opener.setAttribute("aria-expanded", "false");
  return element(
    "header",
    { class: "masthead" },
    element("a", { class: "brand", href: "/", "aria-label": text("sixprime: to the start page") }, logo(), element("span", {}, "sixprime")),
    element("nav", { class: "places", "aria-label": text("Pages") }, ...navigation().map(link)),
    tools,
    element(
      "a",
      { class: "icon-button to-settings", href: "/settings", "aria-label": text("Settings"), title: text("Settings") },
      icon("settings"),
    ),
    opener,
    menu,
  );
}

function logo() {
  return element("img", { src: "/static/icons/icon.svg", alt: "", width: 26, height: 26 });
}

/** @param {string} code */
function footer(code) {
  const select = element(
    "select",
    {
      id: "footer-language",
      onchange: (/** @type {Event} */ event) => {
        const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
        changeSetting("language", /** @type {import("../settings/settings.js").Settings["language"]} */ (chosen));
      },
    },
    ...Object.entries(LANGUAGES).map(([value, name]) => element("option", { value, lang: value, selected: value === code }, name)),
  );
  return element(
    "footer",
    { class: "bottom" },
    element("a", { href: "/about" }, text("About sixprime")),
    element("a", { href: "/dice" }, text("Honest dice")),
    element("label", { class: "language", for: "footer-language" }, icon("language"), element("span", { class: "hidden-words" }, text("Language")), select),
  );
}

function showAppearance() {
  const { appearance } = settings();
  if (appearance === "system") document.documentElement.removeAttribute("data-appearance");
  else document.documentElement.setAttribute("data-appearance", appearance);
}

let repeats = 0;
/** Where announcements go, if not into the page's element for them. @type {Element | null} */
let announcements = null;

/** Announce into an element of one's own: a widget has no page around it. @param {Element} place */
export function announceIn(place) {
  announcements = place;
}

/**
 * Announce something to screen readers.
 * @param {string} words
 */
export function announce(words) {
  const place = announcements ?? document.getElementById("announcements");
  if (!place || !words) return;
  // A repeated text is read again only if it differs: every second one gets a space.
  repeats = (repeats + 1) % 2;
  place.textContent = words + (repeats ? "\u00a0" : "");
}

/**
 * Show a message at the edge of the page for a few seconds; it is announced as well.
 * @param {string} words
 * @param {{kind?: "plain" | "bad" | "good", stays?: number, action?: {label: string, run: () => void}}} [options]
 */
export function showToast(words, { kind = "plain", stays = 5000, action } = {}) {
  const place = document.getElementById("notes");
  if (!place) return;
  const made = element("div", { class: `note ${kind}` }, element("span", {}, words));
  const go = () => made.remove();
  if (action) made.append(button(action.label, { kind: "small", onclick: () => (go(), action.run()) }));
  place.replaceChildren(made);
  announce(words);
  setTimeout(go, stays);
}

/**
 * Show an error in place of content that could not be loaded, and ways on.
 * @param {Element} place
 * @param {unknown} problem
 * @param {() => void} [again] tries it again; not offered for what does not exist
 */
export function showError(place, problem, again) {
  const isMissing = problem instanceof ApiError && problem.code === "not-found";
  const link = (/** @type {string} */ href, /** @type {string} */ picture, /** @type {string} */ words) => element("a", { class: "button", href }, icon(picture), element("span", {}, words));
  setChildren(
    place,
    element(
      "div",
      { class: "problem", role: "alert" },
      element("p", {}, errorMessage(problem)),
      element(
        "p",
        { class: "buttons" },
        again && !isMissing ? button(text("Try again"), { onclick: again }) : null,
        link("/", "play", text("To the start page")),
        isMissing ? link("/history", "list", text("My matches")) : null,
      ),
    ),
  );
}
