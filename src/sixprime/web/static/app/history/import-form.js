/** The form that imports match files, chosen or dropped on the page, and reports what could not be read. */

import { errorMessage, upload } from "../shared/api.js";
import { element, icon, setChildren } from "../shared/dom.js";
import { announce } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";

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

  /** @param {File[]} files */
  const importFiles = async (files) => {
    if (files.length === 0) return;
    setChildren(report, element("p", {}, text("Reading …")));
    const parts = [];
    for (const file of files) parts.push(await readFile(file, onBrought));
    setChildren(report, ...parts);
    announce(parts.map((part) => [...part.querySelectorAll(":scope > p:first-child, summary, li")].map((one) => one.textContent).join(". ")).join(". "));
    chooser.value = "";
  };
  acceptDrops(place, importFiles);
  return place;
}

/**
 * @param {File} file
 * @param {() => void} onBrought
 */
async function readFile(file, onBrought) {
  const form = new FormData();
  form.append("file", file);
  try {
    /** @type {{matches: {match: string}[], problems: string[]}} */
    const found = await upload("/api/imports", form);
    const numbers = found.matches.map((brought) => brought.match);
    if (numbers.length > 0) onBrought();
    return fileReport(file.name, numbers, found.problems);
  } catch (problem) {
    return fileReport(file.name, [], [errorMessage(problem)]);
  }
}

/**
 * The result of importing a file.
 * @param {string} name
 * @param {string[]} numbers
 * @param {string[]} problems
 */
function fileReport(name, numbers, problems) {
  const isGood = numbers.length > 0;
  return element(
    "div",
    { class: ["outcome", isGood ? "good" : "bad"] },
    element("p", {}, element("b", {}, name), " · ", isGood ? counted("{count} match read", "{count} matches read", numbers.length) : text("no match could be read")),
    numbers.length === 1 ? element("p", {}, element("a", { class: "button small", href: `/review/${numbers[0]}` }, icon("eye"), element("span", {}, text("Review")))) : null,
    problems.length > 0
      ? element(
          "details",
          { open: !isGood },
          element("summary", {}, counted("{count} problem", "{count} problems", problems.length)),
          element("ul", {}, ...problems.slice(0, MOST_SHOWN).map((problem) => element("li", {}, problem))),
        )
      : null,
  );
}

/**
 * Import files that are dropped anywhere on the page.
 * @param {HTMLElement} place the element that is highlighted during the drag
 * @param {(files: File[]) => void} bring
 */
function acceptDrops(place, bring) {
  let depth = 0;
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const light = () => place.classList.toggle("lit", depth > 0);
  window.addEventListener("dragenter", (event) => {
    if (hasFiles(event)) (depth += 1), light();
  });
  window.addEventListener("dragleave", (event) => {
    if (hasFiles(event)) (depth = Math.max(0, depth - 1)), light();
  });
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    light();
    bring([...(event.dataTransfer?.files ?? [])]);
  });
}
