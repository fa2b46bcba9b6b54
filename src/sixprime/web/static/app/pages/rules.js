/** The rules page: sections of rules, each with pictures and the differences in the printed leaflets. */

import { gameSections } from "../rulebook/game-sections.js";
import { LESSONS_OF_RULES } from "../rulebook/rule-lessons.js";
import { comparison, leafletMark, leafletName } from "../rulebook/leaflets.js";
import { PICTURES } from "../rulebook/pictures.js";
import { stakesSections } from "../rulebook/stakes-sections.js";
import { element, icon } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { boardPicture, whenNearlyVisible } from "../shared/position-boards.js";
import { openPage } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";

/** @typedef {import("../rulebook/game-sections.js").Rule} Rule */
/** @typedef {import("../rulebook/game-sections.js").Section} Section */
/** @typedef {import("../rulebook/leaflets.js").Answer} Answer */
/** @typedef {import("../rulebook/leaflets.js").LeafletText} LeafletText */
/** @typedef {import("../rulebook/pictures.js").PictureName} PictureName */
/** @typedef {import("../rulebook/pictures.js").Picture} Picture */

/** @type {LeafletText[][]} */
const LEAFLETS = [["000-de", "000-fr", "000-it"], ["001-hu"], ["002-it"], ["003-de"], ["004-fr"]];

const { main } = await openPage({ page: "rules", title: () => text("The rules of backgammon") });
const sections = [...gameSections(), ...stakesSections()];
main.classList.add("rulebook");
main.append(contents(), book());
openTarget();
window.addEventListener("hashchange", openTarget);
window.addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll("details")) box.open = box.querySelector(".differs") !== null;
});
enableOffline();

function book() {
  return element(
    "article",
    { class: "book" },
    element("h1", {}, text("The rules of backgammon")),
    element("p", { class: "lead" }, text("The complete game, rule by rule, as played in clubs and tournaments today. Below each rule you find what five printed leaflets from boxed sets say about it. You can play by any of them.")),
    element("p", { class: "to-lessons" }, element("a", { class: "button small", href: "/learn" }, icon("hint"), element("span", {}, text("Learn it on small boards")))),
    ...sections.map(sectionPart),
    leafletsPart(),
  );
}

function contents() {
  const links = element(
    "ol",
    {},
    ...sections.map((section) => element("li", {}, element("a", { href: `#${section.id}` }, section.title))),
    element("li", {}, element("a", { href: "#leaflets" }, text("The leaflets compared"))),
  );
  const box = element("details", {}, element("summary", {}, text("Contents")), links);
  const wide = window.matchMedia("(min-width: 1000px)");
  const follow = () => void (box.open = wide.matches);
  wide.addEventListener("change", follow);
  follow();
  links.addEventListener("click", () => {
    if (!wide.matches) box.open = false;
  });
  const print = element("button", { type: "button", class: "button small print", onclick: () => window.print() }, text("Print"));
  return element("nav", { class: "contents", "aria-label": text("Contents") }, box, print);
}

/**
 * @param {Section} section
 * @param {number} index
 */
function sectionPart(section, index) {
  const number = element("span", { class: "chapter", "aria-hidden": "true" }, index + 1);
  return element(
    "section",
    { id: section.id, "aria-labelledby": `${section.id}-title` },
    element("div", { class: "title" }, element("h2", { id: `${section.id}-title` }, number, section.title), anchor(section.id, section.title)),
    ...section.rules.map(rulePart),
  );
}

/** @param {Rule} rule */
function rulePart(rule) {
  return element(
    "section",
    { id: rule.id, class: "rule", "aria-labelledby": `${rule.id}-title` },
    element(
      "div",
      { class: "rule-words" },
      element("div", { class: "title" }, element("h3", { id: `${rule.id}-title` }, rule.title), anchor(rule.id, rule.title)),
      ...rule.words.map((words) => element("p", {}, words)),
      lessonLink(rule),
    ),
    element("div", { class: ["figures", rule.figures.length > 1 && "several", rule.figures.length > 2 && "three"] }, ...rule.figures.map((figure) => figurePart(figure.name, figure.caption))),
    leafletBox(rule),
  );
}

/** A link to the lesson about a rule, if there is one. @param {Rule} rule */
function lessonLink({ id, title }) {
  const lesson = LESSONS_OF_RULES[id];
  if (!lesson) return null;
  return element("p", {}, element("a", { class: "play-by", href: `/learn?rules=${lesson.preset}#${lesson.name}`, "aria-label": text("Try it on a board: {title}", { title }) }, text("Try it on a board"), icon("next")));
}

/**
 * @param {string} id
 * @param {string} title
 */
function anchor(id, title) {
  return element("a", { class: "anchor", href: `#${id}`, "aria-label": text("Link to “{title}”", { title }) }, "#");
}

/**
 * @param {PictureName} name
 * @param {string} caption
 * @param {string} [label]  A description of the picture, if there is no caption.
 */
function figurePart(name, caption, label = caption) {
  const place = element("div", { class: "picture" });
  const picture = /** @type {Picture} */ (PICTURES[name]);
  whenNearlyVisible(place, () =>
    place.append(boardPicture(pictureState(picture), { label, arrows: picture.steps, player: picture.player, isWrong: picture.claim === "illegal" })),
  );
  return element("figure", {}, place, caption ? element("figcaption", {}, caption) : null);
}

/**
 * The board's state for a picture.
 * @param {Picture} picture
 * @returns {import("../../board/types.js").State}
 */
function pictureState(picture) {
  const { board, cube, resignation, match, player, roll } = picture;
  return {
    phase: cube.offered ? "to-answer-cube" : resignation ? "to-answer-resignation" : roll ? "to-play" : "to-roll",
    board,
    on_roll: player,
    to_act: null,
    roll,
    cube,
    resignation,
    length: match?.length ?? null,
    crawford: match !== null && Math.max(match.white, match.black) === match.length - 1,
  };
}

/** @param {Rule} rule */
function leafletBox(rule) {
  const differing = rule.leaflets.filter((answer) => answer.kind === "differs").length;
  return element(
    "details",
    { class: "leaflets", open: differing > 0 },
    element(
      "summary",
      {},
      element("span", { class: "summary-words" }, icon("book"), text("What the leaflets say differently")),
      differing > 0
        ? element("span", { class: "tag lit" }, counted("{count} leaflet differs", "{count} leaflets differ", differing))
        : element("span", { class: "tag" }, text("none differs")),
    ),
    element("ul", {}, ...rule.leaflets.map(answerPart)),
  );
}

/** @param {Answer} answer */
function answerPart(answer) {
  const { preset, picture, words } = answer;
  return element(
    "li",
    { class: answer.kind },
    element("b", {}, leafletName(answer.texts)),
    element("div", {}, element("p", {}, words), picture ? figurePart(picture, "", words) : null, preset ? playLink(preset, leafletName(answer.texts)) : null),
  );
}

/**
 * A link to the start page that selects these rules.
 * @param {string} preset
 * @param {string} leaflet
 */
function playLink(preset, leaflet) {
  return element(
    "a",
    { class: "play-by", href: `/?rules=${preset}`, "aria-label": text("Play by this leaflet: {leaflet}", { leaflet }) },
    text("Play by this leaflet"),
    icon("next"),
  );
}

function leafletsPart() {
  const title = text("The leaflets compared");
  const head = [text("Leaflet"), text("Tie at the start"), text("Bearing off"), text("Triple win"), text("Cube"), text("Also")];
  const rows = comparison().map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, leafletName(row.texts), playLink(row.preset, leafletName(row.texts))),
      ...[row.tie, row.bearOff, row.triple, row.cube, row.besides].map((words) => element("td", {}, words)),
    ),
  );
  return element(
    "section",
    { id: "leaflets", "aria-labelledby": "leaflets-title" },
    element("div", { class: "title" }, element("h2", { id: "leaflets-title" }, title), anchor("leaflets", title)),
    element("p", {}, text("The leaflets agree on most of the game. Here is how to recognise yours, and where they differ.")),
    element(
      "dl",
      { class: "marks" },
      ...LEAFLETS.map((texts) => element("div", {}, element("dt", {}, leafletName(texts)), element("dd", {}, leafletMark(texts[0] ?? "000-de")))),
    ),
    element(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": text("Table of the leaflets") },
      element(
        "table",
        { class: "comparison" },
        element("thead", {}, element("tr", {}, ...head.map((words) => element("th", { scope: "col" }, words)))),
        element("tbody", {}, ...rows),
      ),
    ),
  );
}

/** Scroll to the rule in the address, which did not exist before the page was built. */
function openTarget() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!target) return;
  target.scrollIntoView();
  target.classList.add("arrived");
  setTimeout(() => target.classList.remove("arrived"), 2000);
}
