/**
 * What every page has around its own part: the header with the ways to the other pages, colours and language as
 * they were chosen, a place where events are told to screen readers, and short notes that go away by themselves.
 */

import { button, element, fill, icon, iconButton } from "./dom.js";
import { change, onChange, settings } from "../settings/settings.js";
import { chooseLanguage, LANGUAGES, loadWords, text } from "./translations.js";

/**
 * Build a page. Call it first: words are there when it is done.
 * @param {object} options
 * @param {string} options.page the page's name: `start`, `match`, `history`, `replay`, `editor`, `rules`, `dice`, `settings`, `about`
 * @param {() => string} options.title said when the words are there
 * @param {boolean} [options.bare] without footer, header as low as possible: for the board
 * @returns {Promise<{main: HTMLElement, tools: HTMLElement}>} where the page's own part goes, and a place in the header for its buttons
 */
export async function openPage({ page, title, bare = false }) {
  const code = chooseLanguage(settings().language, navigator.languages ?? []);
  await loadWords(code);
  document.documentElement.lang = code;
  nameDocument(title());
  showAppearance();
  onChange((_, changed) => {
    if (changed === "appearance") showAppearance();
    if (changed === "language") location.reload();
  });
  document.body.classList.toggle("bare", bare);
  const main = element("main", { id: "main", tabindex: "-1" });
  const tools = element("div", { class: "page-tools" });
  const status = element("div", { id: "announcements", class: "hidden-words", role: "status", "aria-live": "polite" });
  const notes = element("div", { id: "notes" });
  fill(
    document.body,
    element("a", { class: "skip", href: "#main" }, text("Skip to the content")),
    header(page, tools),
    main,
    bare ? null : footer(code),
    status,
    notes,
  );
  return { main, tools };
}

/** @param {string} title */
export function nameDocument(title) {
  document.title = title ? `${title} · sixprime` : "sixprime";
}

/** The pages and the ways to them, in the order of the header. */
function places() {
  return [
    { page: "start", href: "/", label: text("Play") },
    { page: "history", href: "/history", label: text("My matches") },
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
    ...places(),
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
    element("a", { class: "brand", href: "/", "aria-label": text("sixprime: to the start page") }, mark(), element("span", {}, "sixprime")),
    element("nav", { class: "places", "aria-label": text("Pages") }, ...places().map(link)),
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

function mark() {
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
        change("language", /** @type {import("../settings/settings.js").Settings["language"]} */ (chosen));
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

/**
 * Tell screen readers what has happened.
 * @param {string} words
 */
export function announce(words) {
  const place = document.getElementById("announcements");
  if (!place || !words) return;
  // The same words twice are read twice only if something differs: a space that nobody hears.
  repeats = (repeats + 1) % 2;
  place.textContent = words + (repeats ? "\u00a0" : "");
}

/**
 * A short note at the edge of the page; it is read out as well, and goes away by itself.
 * @param {string} words
 * @param {{kind?: "plain" | "bad" | "good", stays?: number, action?: {label: string, run: () => void}}} [options]
 */
export function note(words, { kind = "plain", stays = 5000, action } = {}) {
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
 * Show an error in place of what a page could not show.
 * @param {Element} place
 * @param {unknown} problem
 * @param {() => void} [again]
 */
export function showProblem(place, problem, again) {
  const words = problem instanceof Error ? problem.message : String(problem);
  fill(
    place,
    element(
      "div",
      { class: "problem", role: "alert" },
      element("p", {}, words),
      again ? button(text("Try again"), { onclick: again }) : null,
      element("p", {}, element("a", { href: "/" }, text("To the start page"))),
    ),
  );
}
