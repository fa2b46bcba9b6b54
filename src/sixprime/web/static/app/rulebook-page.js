/** The rule book: sections of rules, each with pictures and what the printed leaflets say about it. */

import { element, icon } from "./dom.js";
import { keepForOffline } from "./offline.js";
import { gameSections } from "./rulebook-game.js";
import { comparison, leafletMark, leafletName } from "./rulebook-leaflets.js";
import { PICTURES } from "./rulebook-pictures.js";
import { stakesSections } from "./rulebook-stakes.js";
import { openPage } from "./shell.js";
import { onShow, stillBoard } from "./still.js";
import { counted, text } from "./words.js";

/** @typedef {import("./rulebook-game.js").Section} Section */
/** @typedef {import("./rulebook-game.js").Rule} Rule */
/** @typedef {import("./rulebook-leaflets.js").Answer} Answer */
/** @typedef {import("./rulebook-leaflets.js").LeafletText} LeafletText */
/** @typedef {import("./rulebook-pictures.js").Picture} Picture */
/** @typedef {import("./rulebook-pictures.js").PictureName} PictureName */

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
keepForOffline();

function book() {
  return element(
    "article",
    { class: "book" },
    element("h1", {}, text("The rules of backgammon")),
    element("p", { class: "lead" }, text("The whole game, rule by rule, as it is played in clubs and tournaments today. Below each rule stands what five printed leaflets, as they lie in the boxes of game sets, say about it. You can play by each of them.")),
    ...sections.map(sectionPart),
    leafletsPart(),
  );
}

function contents() {
  const links = element(
    "ol",
    {},
    ...sections.map((section) => element("li", {}, element("a", { href: `#${section.id}` }, section.title))),
    element("li", {}, element("a", { href: "#leaflets" }, text("The leaflets side by side"))),
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
    ),
    element("div", { class: ["figures", rule.figures.length > 1 && "several", rule.figures.length > 2 && "three"] }, ...rule.figures.map((figure) => figurePart(figure.name, figure.caption))),
    leafletBox(rule),
  );
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
 * @param {string} [label]  What the picture shows, where no caption stands below.
 */
function figurePart(name, caption, label = caption) {
  const place = element("div", { class: "picture" });
  const picture = /** @type {Picture} */ (PICTURES[name]);
  onShow(place, () =>
    place.append(stillBoard(pictureState(picture), { label, arrows: picture.steps, player: picture.player, isWrong: picture.claim === "illegal" })),
  );
  return element("figure", {}, place, caption ? element("figcaption", {}, caption) : null);
}

/**
 * What the board has to show of a picture.
 * @param {Picture} picture
 * @returns {import("../board/types.js").State}
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
 * A way to the start page, on which these rules are chosen then.
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
  const title = text("The leaflets side by side");
  const head = [text("Leaflet"), text("Equal numbers at the start"), text("Bearing off"), text("Three times"), text("Cube"), text("Besides")];
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
    element("p", {}, text("The leaflets agree on most of the game. This is how to know yours, and where they differ.")),
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

/** The address may name a rule, which is there only now that the page has been built. */
function openTarget() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!target) return;
  target.scrollIntoView();
  target.classList.add("arrived");
  setTimeout(() => target.classList.remove("arrived"), 2000);
}
