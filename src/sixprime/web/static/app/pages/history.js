/** The history page: the matches of this browser, to continue, replay or export, and a form to import files. */

import { analyseMatch } from "../analysis/depths.js";
import { importPart } from "../history/import-form.js";
import { canAnalyse, groupOf, kindOf, lengthOf, opponents, queryOf, removalText, scoreOf, standing } from "../history/match-summaries.js";
import { errorMessage, get, remove } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { button, element, icon, iconButton, setChildren } from "../shared/dom.js";
import { radioButton } from "../shared/form-fields.js";
import { enableOffline } from "../shared/offline.js";
import { announce, openPage, showError, showToast } from "../shared/shell.js";
import { counted, formatDateTime, formatTimeAgo, text } from "../shared/translations.js";

/** @typedef {import("../history/match-summaries.js").Filter} Filter */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */

const PICTURES = { bot: "bot", screen: "screen", link: "people", study: "book" };

/** How many milliseconds after the last letter of a name the list is loaded. */
const TYPING_PAUSE = 300;

const { main } = await openPage({ page: "history", title: () => text("My matches") });
/** @type {MatchSummary[]} */
let matches = [];
let hasMore = false;
/** @type {Filter} */
const filter = { group: "all", name: "", days: null };
/** The number of the latest request: answers to earlier ones are not shown. */
let asked = 0;
const list = element("div", { class: "shelf", tabindex: "-1", "aria-busy": "true" }, element("p", { class: "soft" }, text("Loading…")));

main.classList.add("history");
main.append(
  element("h1", {}, text("My matches")),
  filters(),
  list,
  importPart(() => void load()),
);
enableOffline();
await load();

/**
 * Load the matches that the filter lets through.
 * @param {string} [before] the last match that is shown, to load older ones
 * @param {boolean} [isAsked] whether the user has asked for others than those shown, and is told how many there are
 */
async function load(before, isAsked = Boolean(before)) {
  const number = (asked += 1);
  try {
    /** @type {{matches: MatchSummary[], more: boolean}} */
    const found = await get(`/api/matches${queryOf(filter, before)}`);
    if (number !== asked) return;
    matches = before ? [...matches, ...found.matches] : found.matches;
    hasMore = found.more;
    show();
    if (isAsked) announce(matches.length === 0 ? text("No matches of this kind.") : counted("{count} match shown", "{count} matches shown", matches.length));
  } catch (problem) {
    showError(list, problem, () => void load(before));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function filters() {
  /** @type {[Filter["group"], string][]} */
  const kinds = [
    ["all", text("All")],
    ["open", text("In play")],
    ["over", text("Finished")],
    ["study", text("From files")],
  ];
  /** @type {[number | null, string][]} */
  const periods = [
    [null, text("Any time")],
    [7, text("In the last 7 days")],
    [30, text("In the last 30 days")],
    [365, text("In the last 12 months")],
  ];
  /** @param {Partial<Filter>} part */
  const set = (part) => {
    Object.assign(filter, part);
    void load(undefined, true);
  };
  /** @type {number | undefined} */
  let timer;
  const name = element("input", {
    type: "search",
    id: "filter-name",
    maxlength: 100,
    autocomplete: "off",
    oninput: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => set({ name: name.value.trim() }), TYPING_PAUSE);
    },
  });
  const period = element(
    "select",
    { id: "filter-period", onchange: () => set({ days: period.value ? Number(period.value) : null }) },
    ...periods.map(([days, label]) => element("option", { value: days ?? "" }, label)),
  );
  return element(
    "fieldset",
    { class: "filters" },
    element("legend", { class: "hidden-words" }, text("Which matches to show")),
    element(
      "div",
      { class: "choices" },
      ...kinds.map(([value, label]) => radioButton({ name: "shelf", value, checked: value === filter.group, onchange: () => set({ group: value }) }, label)),
    ),
    element("label", { class: "filter-field" }, element("span", {}, text("Player")), name),
    element("label", { class: "filter-field" }, element("span", {}, text("Last move")), period),
  );
}

function show() {
  setChildren(
    list,
    matches.length > 0 ? element("ul", { class: "matches" }, ...matches.map(row)) : empty(),
    hasMore ? button(text("Older matches"), { kind: "wide", onclick: () => void load(matches.at(-1)?.match) }) : null,
  );
}

function empty() {
  if (filter.group !== "all" || filter.name || filter.days !== null) return element("p", { class: "nothing soft" }, text("No matches of this kind."));
  return element(
    "div",
    { class: "nothing" },
    element("p", { class: "soft" }, text("You haven't played here yet. Your matches will appear here as soon as you start one.")),
    element("a", { class: "button main", href: "/" }, icon("play"), element("span", {}, text("Play"))),
  );
}

/** @param {MatchSummary} match */
function row(match) {
  const { words, kind } = standing(match);
  const [own, other] = scoreOf(match);
  const isOpen = groupOf(match) === "open";
  const title = opponents(match);
  const target = isOpen ? `/match/${match.match}` : `/review/${match.match}`;
  return element(
    "li",
    { class: ["match", isOpen && "open"] },
    element("span", { class: "kind", title: kindOf(match) }, icon(PICTURES[match.kind] ?? "person")),
    element(
      "div",
      { class: "who" },
      element("a", { class: "title", href: target }, title),
      element(
        "span",
        { class: "facts" },
        [kindOf(match), lengthOf(match)].join(" · "),
        " · ",
        element("time", { datetime: match.updated, title: formatTimeAgo(match.updated) }, formatDateTime(match.updated)),
      ),
    ),
    element("span", { class: "score numbers" }, element("span", { class: "hidden-words" }, text("Score:")), ` ${own}–${other}`),
    element("span", { class: `tag standing ${kind}` }, words),
    element(
      "div",
      { class: "doing" },
      isOpen ? link(text("Resume"), "play", `/match/${match.match}`, title, "main small") : null,
      link(text("Review"), "eye", `/review/${match.match}`, title, "small"),
      element(
        "div",
        { class: "tools" },
        canAnalyse(match) ? iconButton(text("Analyse: {match}", { match: title }), "chart", { title: text("Analyse"), onclick: () => void analyseMatch(match.match) }) : null,
        exports(match, title),
        iconButton(text("Delete: {match}", { match: title }), "bin", { title: text("Delete"), onclick: () => void removeMatch(match) }),
      ),
    ),
  );
}

/** Delete a match from the list, once the user has confirmed it. @param {MatchSummary} match */
async function removeMatch(match) {
  const { question, explanation, yes } = removalText(match);
  if (!(await ask(question, { explanation, yes, bad: true }))) return;
  try {
    const { deleted } = await remove(`/api/matches/${match.match}`);
    const place = matches.findIndex((one) => one.match === match.match);
    matches = matches.filter((one) => one.match !== match.match);
    show();
    const titles = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".match .title"));
    (titles[Math.min(place, titles.length - 1)] ?? list).focus();
    showToast(deleted ? text("The match has been deleted.") : text("The match is no longer in your list."));
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
  }
}

/**
 * @param {string} label
 * @param {string} picture
 * @param {string} href
 * @param {string} title
 * @param {string} kind
 */
function link(label, picture, href, title, kind) {
  return element("a", { class: `button ${kind}`, href, "aria-label": text("{what}: {words}", { what: label, words: title }) }, icon(picture), element("span", {}, label));
}

/**
 * @param {MatchSummary} match
 * @param {string} title
 */
function exports(match, title) {
  /** @type {[string, string][]} */
  const formats = [
    ["mat", text("Jellyfish and most programs (.mat)")],
    ["sgf", text("GNU Backgammon (.sgf)")],
    ["txt", text("Text to read (.txt)")],
    ["json", text("Full record (.json)")],
  ];
  const id = `export-${match.match}`;
  const label = text("Save as a file: {match}", { match: title });
  return element(
    "div",
    { class: "saving" },
    element("button", { type: "button", class: "icon-button", "aria-label": label, title: text("Save as a file"), popovertarget: id }, icon("download")),
    element(
      "div",
      { id, class: "menu formats", popover: "auto" },
      element("nav", { "aria-label": label }, ...formats.map(([format, words]) => element("a", { href: `/api/matches/${match.match}/export/${format}`, download: true }, words))),
    ),
  );
}
