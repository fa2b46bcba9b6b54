/** The form that imports match files, chosen or dropped on the page, and reports what could not be read. */

import { errorMessage, upload } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { announce, showToast } from "../shared/shell.js";
import { counted, sentence, text } from "../shared/translations.js";
import { analyseMatch } from "../analysis/depths.js";
import { acceptDrops } from "./file-drops.js";

/** The extensions for the browser's file chooser; the server recognises a file by its content. */
const KINDS = ".mat,.txt,.sgf,.json,.xg,.xgp,.bgf,.gam,.sgg,.tsv";
const MOST_SHOWN = 100;

/**
 * The section with the form.
 * @param {() => void} onBrought called when matches have been imported
 */
export function importPart(onBrought) {
  const report = element("div", { class: "import-report", role: "status" });
  const chooser = element("input", {
    id: "import-file",
    class: "hidden-words",
    type: "file",
    accept: KINDS,
    multiple: true,
    onchange: () => void importFiles([...(chooser.files ?? [])]),
  });
  const place = element(
    "section",
    { class: "import", "aria-labelledby": "import-title" },
    element("h2", { id: "import-title" }, text("Import a match")),
    element("p", { class: "soft" }, text("Open match files from GNU Backgammon, eXtreme Gammon, Jellyfish, Snowie, BGBlitz and others.")),
    chooser,
    element("label", { class: "button", for: "import-file" }, icon("upload"), element("span", {}, text("Choose files"))),
    element("p", { class: "soft small-words drop-hint" }, text("Or drop files anywhere on this page.")),
    report,
  );

  /** @param {File[]} files @param {{opensReview?: boolean}} [how] */
  const importFiles = async (files, { opensReview = false } = {}) => {
    if (files.length === 0) return;
    setChildren(report, element("p", {}, text("Reading…")));
    const read = [];
    for (const file of files) read.push(await readFile(file));
    if (opensReview && openReview(read)) return;
    if (read.some(({ matches }) => matches.length > 0)) onBrought();
    const parts = read.map(fileReport);
    setChildren(report, ...parts);
    announce(parts.map((part) => [...part.querySelectorAll(":scope > p:first-child, summary, li")].map((one) => one.textContent).join(". ")).join(". "));
    chooser.value = "";
  };
  acceptDrops(place, (files) => void importFiles(files, { opensReview: true }));
  return place;
}

/**
 * Import files that were dropped on a page without a form: the review of a single match opens, several are listed in the
 * history, and a file that cannot be read is told of.
 * @param {File[]} files
 */
export async function importDropped(files) {
  const read = [];
  for (const file of files) read.push(await readFile(file));
  if (openReview(read)) return;
  if (read.some(({ matches }) => matches.length > 0)) return location.assign("/history");
  const [first] = read;
  const problem = first?.problems[0] ?? text("no match could be read");
  if (first) showToast(text("{what}: {words}", { what: first.name, words: problem }), { kind: "bad", stays: 9000 });
}

/** A file, the numbers of its matches, and what could not be read. @typedef {{name: string, matches: string[], problems: string[]}} ReadFile */

/** Open the review if a single match was read. @param {ReadFile[]} read */
function openReview(read) {
  const [match, ...more] = read.flatMap(({ matches }) => matches);
  if (match === undefined || more.length > 0 || read.length > 1) return false;
  location.assign(`/review/${match}`);
  return true;
}

/** @param {File} file @returns {Promise<ReadFile>} */
async function readFile(file) {
  const form = new FormData();
  form.append("file", file);
  try {
    /** @type {{matches: {match: string}[], problems: string[]}} */
    const found = await upload("/api/imports", form);
    return { name: file.name, matches: found.matches.map(({ match }) => match), problems: found.problems };
  } catch (problem) {
    return { name: file.name, matches: [], problems: [errorMessage(problem)] };
  }
}

/** The result of importing a file. @param {ReadFile} file */
function fileReport({ name, matches: numbers, problems }) {
  const isGood = numbers.length > 0;
  return element(
    "div",
    { class: ["outcome", isGood ? "good" : "bad"] },
    element("p", {}, element("b", {}, name), " · ", isGood ? counted("{count} match read", "{count} matches read", numbers.length) : text("no match could be read")),
    numbers.length === 1
      ? element(
          "p",
          { class: "buttons" },
          element("a", { class: "button small", href: `/review/${numbers[0]}` }, icon("eye"), element("span", {}, text("Review"))),
          button(text("Analyse"), { kind: "small", icon: "chart", onclick: () => void analyseMatch(numbers[0] ?? "") }),
        )
      : null,
    problems.length > 0
      ? element(
          "details",
          { open: !isGood },
          element("summary", {}, counted("{count} problem", "{count} problems", problems.length)),
          element("ul", {}, ...problems.slice(0, MOST_SHOWN).map((problem) => element("li", {}, sentence(problem)))),
        )
      : null,
  );
}
