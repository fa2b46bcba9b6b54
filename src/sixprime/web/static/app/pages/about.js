/** The about page: versions, levels of the bot, languages, privacy, licences and links. */

import { errorMessage, fetchAbout } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage } from "../shared/shell.js";
import { formatNumber, LANGUAGES, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").About & {engine?: {name?: string}, python?: string}} AboutAnswer */

const { main } = await openPage({ page: "about", title: () => text("About sixprime") });
const facts = element("div", { class: "facts" }, element("p", { class: "soft" }, text("Loading…")));
main.classList.add("about-page");
main.append(
  element("h1", {}, text("About sixprime")),
  element("p", { class: "lead" }, text("sixprime is backgammon as an open program: the game by the rules of today or of the leaflet in the box, a bot that has taught itself, and a server that you can run yourself.")),
  element("p", {}, text("A prime of six points is the one wall in backgammon that nothing gets past. That is where the name comes from.")),
  part("version", text("This server"), facts),
  part("languages", text("Languages"), languages()),
  part("privacy", text("What is kept about you"), privacy()),
  part("licences", text("Licences"), licences()),
  part("further", text("Learn more"), further()),
);
enableOffline();
try {
  setChildren(facts, factsOf(/** @type {AboutAnswer} */ (await fetchAbout())));
} catch (problem) {
  setChildren(facts, element("p", { class: "problem-words" }, errorMessage(problem)));
}

/**
 * @param {string} id
 * @param {string} title
 * @param {...HTMLElement} children
 */
function part(id, title, ...children) {
  return element("section", { id, class: "panel", "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...children);
}

/** @param {AboutAnswer} answer */
function factsOf(answer) {
  /** @type {[string, string | number][]} */
  const rows = [[text("Version"), answer.version]];
  if (answer.python) rows.push(["Python", answer.python]);
  return element(
    "div",
    {},
    element("dl", { class: "pairs numbers" }, ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))),
    answer.levels?.length > 0 ? levels(answer.levels) : null,
  );
}

/** @param {import("../shared/types.js").LevelInfo[]} known */
function levels(known) {
  return element(
    "table",
    { class: "levels numbers" },
    element("caption", {}, text("The bot's levels, and what each loses on average: thousandths of a point per decision, measured by GNU Backgammon")),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, text("Level")), element("th", { scope: "col" }, text("Error rate")))),
    element(
      "tbody",
      {},
      ...known.map((level) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, level.title || level.name),
          element("td", {}, typeof level.error_rate === "number" ? formatNumber(level.error_rate, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "–"),
        ),
      ),
    ),
  );
}

function languages() {
  const list = element("ul", { class: "inline" }, ...Object.entries(LANGUAGES).map(([code, name]) => element("li", { lang: code, class: "tag" }, name)));
  return element("div", {}, list, element("p", { class: "soft" }, text("You can change the language at the bottom of every page and in the settings.")));
}

function privacy() {
  return element(
    "div",
    {},
    element("p", {}, text("There are no accounts. This server stores the matches played on it and recognises your browser by a single cookie, so that your seats stay yours.")),
    element("p", {}, text("Settings and dice seeds stay in your browser. No page loads anything from another server, and there is no tracking.")),
  );
}

function licences() {
  return element(
    "div",
    {},
    element("p", {}, text("sixprime is free software under the MIT licence. The board, icons, sounds and pages were made for it and carry the same licence.")),
    element("p", {}, text("It is built on these projects:")),
    element(
      "table",
      { class: "licences" },
      element("thead", {}, element("tr", {}, ...[text("Project"), text("Used for"), text("Licence")].map((words) => element("th", { scope: "col" }, words)))),
      element("tbody", {}, ...works().map(([name, use, licence]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, use), element("td", {}, licence)))),
    ),
  );
}

/** @returns {[string, string, string][]} */
function works() {
  return [
    ["Python", text("the language"), "PSF"],
    ["NumPy", text("arrays"), "BSD-3-Clause"],
    ["Numba, llvmlite", text("compiler"), "BSD-2-Clause"],
    ["FastAPI, Starlette, pydantic", text("web framework"), "MIT, BSD-3-Clause"],
    ["uvicorn", text("web server"), "BSD-3-Clause"],
    ["websockets", text("live connections"), "BSD-3-Clause"],
    ["SQLAlchemy, Alembic", text("storage"), "MIT"],
    ["aiosqlite, SQLite", text("storage"), "MIT, public domain"],
    ["Rich, Typer", text("terminal output"), "MIT"],
    ["platformdirs", text("file locations"), "MIT"],
  ];
}

function further() {
  /** @type {[string, string][]} */
  const links = [
    ["/rules", text("The rules of backgammon")],
    ["/dice", text("How the dice are made")],
    ["/settings", text("Settings")],
    ["/api/openapi.json", text("API for programs")],
  ];
  return element("ul", {}, ...links.map(([href, words]) => element("li", {}, element("a", { href }, words))));
}
