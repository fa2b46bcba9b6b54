/** The history page: the matches of this browser, to continue, replay or export, and a form to import files. */

import { importPart } from "../history/import-form.js";
import { groupOf, kindOf, lengthOf, opponents, scoreOf, standing } from "../history/match-summaries.js";
import { get } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { radioButton } from "../shared/form-fields.js";
import { enableOffline } from "../shared/offline.js";
import { announce, openPage, showError } from "../shared/shell.js";
import { counted, formatDateTime, formatTimeAgo, text } from "../shared/translations.js";

/** @typedef {import("../history/match-summaries.js").MatchGroup} Shelf */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */

const PICTURES = { bot: "bot", screen: "screen", link: "people", study: "book" };

const { main } = await openPage({ page: "history", title: () => text("My matches") });
/** @type {MatchSummary[]} */
let matches = [];
let hasMore = false;
/** @type {Shelf | "all"} */
let group = "all";
const list = element("div", { class: "shelf", "aria-live": "polite", "aria-busy": "true" }, element("p", { class: "soft" }, text("Loading …")));

main.classList.add("history");
main.append(
  element("h1", {}, text("My matches")),
  filters(),
  list,
  importPart((brought) => {
    matches = [...brought, ...matches.filter((match) => !brought.some((it) => it.match === match.match))];
    show();
  }),
);
enableOffline();
await load();

/** @param {string} [before] */
async function load(before) {
  try {
    /** @type {{matches: MatchSummary[], more: boolean}} */
    const found = await get(before ? `/api/matches?before=${encodeURIComponent(before)}` : "/api/matches");
    matches = before ? [...matches, ...found.matches] : found.matches;
    hasMore = found.more;
    show();
    if (before) announce(counted("{count} match is shown", "{count} matches are shown", matches.length));
  } catch (problem) {
    showError(list, problem, () => void load(before));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function filters() {
  /** @type {[Shelf | "all", string][]} */
  const kinds = [
    ["all", text("All")],
    ["open", text("In play")],
    ["over", text("Finished")],
    ["study", text("Imported")],
  ];
  return element(
    "fieldset",
    { class: "filters" },
    element("legend", { class: "hidden-words" }, text("Which matches to show")),
    element(
      "div",
      { class: "choices" },
      ...kinds.map(([value, label]) =>
        radioButton({ name: "shelf", value, checked: value === group, onchange: () => ((group = value), show()) }, label),
      ),
    ),
  );
}

function show() {
  const shown = matches.filter((match) => group === "all" || groupOf(match) === group);
  setChildren(
    list,
    shown.length > 0 ? element("ul", { class: "matches" }, ...shown.map(row)) : empty(),
    hasMore ? button(text("Older matches"), { kind: "wide", onclick: () => void load(matches.at(-1)?.match) }) : null,
  );
}

function empty() {
  if (matches.length > 0) return element("p", { class: "nothing soft" }, text("There are none of this kind."));
  return element(
    "div",
    { class: "nothing" },
    element("p", { class: "soft" }, text("You have not played here yet. Matches appear here as soon as you begin one.")),
    element("a", { class: "button main", href: "/" }, icon("play"), element("span", {}, text("Play"))),
  );
}

/** @param {MatchSummary} match */
function row(match) {
  const { words, kind } = standing(match);
  const [own, other] = scoreOf(match);
  const isOpen = groupOf(match) === "open";
  const title = opponents(match);
  const target = isOpen ? `/match/${match.match}` : `/replay/${match.match}`;
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
        element("time", { datetime: match.updated, title: formatDateTime(match.updated) }, whenOf(match.updated)),
      ),
    ),
    element("span", { class: "score numbers" }, element("span", { class: "hidden-words" }, text("Score:")), ` ${own}–${other}`),
    element("span", { class: `tag standing ${kind}` }, words),
    element(
      "div",
      { class: "doing" },
      isOpen ? link(text("Go on"), "play", `/match/${match.match}`, title, "main small") : null,
      link(text("Replay"), "eye", `/replay/${match.match}`, title, "small"),
      exports(match, title),
    ),
  );
}

/** A relative time within the last week, else the date and time. @param {string} moment */
function whenOf(moment) {
  const days = (Date.now() - new Date(moment).getTime()) / 86_400_000;
  return days < 7 ? formatTimeAgo(moment) : formatDateTime(moment);
}

/**
 * @param {string} label
 * @param {string} picture
 * @param {string} href
 * @param {string} title
 * @param {string} kind
 */
function link(label, picture, href, title, kind) {
  return element("a", { class: `button ${kind}`, href, "aria-label": `${label}: ${title}` }, icon(picture), element("span", {}, label));
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
    ["json", text("All of it (.json)")],
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
