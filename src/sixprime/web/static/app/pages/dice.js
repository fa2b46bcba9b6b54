/** The dice page: how dice are made, a form to verify those of a match, and statistics of all rolls on this server. */

import { statisticsPart } from "../dice/dice-statistics.js";
import { storedSeed } from "../dice/seeds.js";
import { InvalidTranscript, matchNumber, readTranscript } from "../dice/transcripts.js";
import { verify } from "../dice/verify.js";
import { errorMessage, get } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { announce, openPage } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";

/** @typedef {import("../dice/verify.js").Finding} Finding */
/** @typedef {import("../dice/verify.js").Transcript} Transcript */

const { main } = await openPage({ page: "dice", title: () => text("Honest dice") });
const result = element("div", { class: "found", role: "status" });
const typed = element("input", { id: "match-number", type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": "match-number-help" });
const pasted = element("textarea", { id: "transcript", rows: 4, spellcheck: "false", "aria-describedby": "transcript-help" });
const statistics = element("div", { class: "figures" }, element("p", { class: "soft" }, text("Loading …")));

main.classList.add("dice-page");
main.append(
  element("h1", {}, text("Honest dice")),
  element("p", { class: "lead" }, text("Nobody has to believe that the dice here are fair. Every throw of a match can be worked out again when the match is over, by anybody.")),
  explanation(),
  checkForms(),
  element("section", { id: "statistics", "aria-labelledby": "statistics-title" }, element("h2", { id: "statistics-title" }, text("How the dice have fallen on this server")), statistics),
);
enableOffline();
await Promise.all([showStatistics(), checkLinked()]);

function explanation() {
  const steps = [
    [text("The server locks its secret away"), text("Before a match begins, the server chooses a secret number at random and shows its fingerprint. From then on it cannot change the secret: another one has another fingerprint.")],
    [text("Your browser adds its own chance"), text("Your browser chooses a random number too. The server learns it only afterwards, so it cannot choose a secret that suits it.")],
    [text("All throws are fixed"), text("Secret and seeds together decide each throw. Nobody can steer them any more: neither the server, nor the bot, nor your opponent. Taking a move back brings the same dice again.")],
    [text("The secret is opened"), text("When the match is over, the server shows the secret. Your browser works out every throw again and compares.")],
  ];
  return element(
    "section",
    { "aria-labelledby": "how-title" },
    element("h2", { id: "how-title" }, text("How the dice are made")),
    element("ol", { class: "steps" }, ...steps.map(([title, words]) => element("li", {}, element("h3", {}, title), element("p", {}, words)))),
    element("p", {}, text("The bot sees the board, the cube and the score, as you do. It has no way to look at throws that are still to come.")),
    element("p", { class: "soft" }, text("One thing cannot be promised: the server knows the throws to come, although it cannot change them. If much depends on a game, play on a server that you trust not to tell.")),
    element("p", { class: "soft" }, text("Every byte of this is described in the file docs/dice.md of the program. In a terminal, “sixprime verify-dice FILE” does the same check.")),
  );
}

function checkForms() {
  const file = element("input", { id: "transcript-file", class: "hidden-words", type: "file", accept: ".json,application/json", onchange: () => void takeFile(file) });
  return element(
    "section",
    { id: "check", class: "panel", "aria-labelledby": "check-title" },
    element("h2", { id: "check-title" }, text("Check the dice of a match")),
    element(
      "form",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void checkMatch(typed.value)) },
      element(
        "div",
        { class: "field" },
        element("label", { class: "label", for: "match-number" }, text("A match on this server")),
        element("div", { class: "row" }, typed, button(text("Check"), { kind: "main", type: "submit" })),
        element("span", { class: "help", id: "match-number-help" }, text("The link of the match, or the number in it.")),
      ),
    ),
    element(
      "form",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void checkText(pasted.value)) },
      element(
        "div",
        { class: "field" },
        element("label", { class: "label", for: "transcript" }, text("Or a transcript of the dice")),
        pasted,
        element("span", { class: "help", id: "transcript-help" }, text("Paste the transcript here, or choose the file. It stays in your browser.")),
        element(
          "div",
          { class: "buttons" },
          button(text("Check the transcript"), { type: "submit" }),
          element("label", { class: "button file", for: "transcript-file" }, icon("download"), text("Choose a file")),
          file,
        ),
      ),
    ),
    result,
  );
}

/** Verify the match in the address: `/dice#match=...`. */
async function checkLinked() {
  const linked = new URLSearchParams(location.hash.slice(1)).get("match");
  if (!linked) return;
  typed.value = linked;
  document.getElementById("check")?.scrollIntoView();
  await checkMatch(linked);
}

/** @param {string} words */
async function checkMatch(words) {
  const match = matchNumber(words);
  if (!match) return showVerdict(false, text("This is not the number of a match."), text("It has 22 letters and digits, and stands in the link of the match."));
  try {
    const answer = await get(`/api/matches/${match}/dice`);
    await check(readTranscript(JSON.stringify(answer)), storedSeed(match));
  } catch (problem) {
    showVerdict(false, text("The dice of this match could not be checked."), problem instanceof InvalidTranscript ? explain(problem) : problem instanceof Error ? problem.message : "");
  }
}

/** @param {string} written */
async function checkText(written) {
  try {
    const transcript = readTranscript(written);
    await check(transcript, storedSeed(transcript.match));
  } catch (problem) {
    if (!(problem instanceof InvalidTranscript)) throw problem;
    showVerdict(false, text("This cannot be checked."), explain(problem));
  }
}

/** @param {HTMLInputElement} input */
async function takeFile(input) {
  const file = input.files?.[0];
  if (!file) return;
  const written = await file.text();
  pasted.value = written.length < 100_000 ? written : "";
  await checkText(written);
  input.value = "";
}

/** @param {InvalidTranscript} problem */
function explain(problem) {
  if (problem.field === null) return text("This is not a transcript of dice.");
  return text("In this transcript the field “{field}” is missing or wrong.", { field: problem.field });
}

/**
 * @param {Transcript} transcript
 * @param {{seed?: string, server?: string} | null} own
 */
async function check(transcript, own) {
  setChildren(result, element("p", {}, text("Working out the throws …")));
  const finding = await verify(transcript, own);
  const waits = finding.flaws.length > 0 && finding.flaws.every((it) => it.flaw === "waiting");
  if (waits) return showVerdict(null, text("The match is not over yet."), text("Its secret is opened when it is over; then all its throws can be checked."));
  const verified = counted("{count} roll verified", "{count} rolls verified", finding.verified);
  if (finding.flaws.length === 0) showVerdict(true, verified, own ? text("The secret is the one that the server had committed itself to before your browser showed its seed.") : text("The secret fits its fingerprint, and every throw follows from it."));
  else showVerdict(false, text("These dice are not as they should be."), [...finding.flaws.filter((it) => it.flaw !== "waiting").slice(0, 20).map(flawText), verified].join(" "));
  result.append(details(transcript, finding));
}

/** @param {Finding["flaws"][number]} flaw */
function flawText({ flaw, number }) {
  switch (flaw) {
    case "secret":
      return text("The secret does not fit its fingerprint.");
    case "seed":
      return text("A seed does not fit its fingerprint.");
    case "own-seed":
      return text("The seed of your browser was not used.");
    case "own-commitment":
      return text("The server had shown another fingerprint when the match began.");
    case "order":
      return text("Roll {number} is missing or not in its place.", { number });
    default:
      return text("Roll {number} is not the one that follows from the secret.", { number });
  }
}

/**
 * @param {boolean | null} isGood
 * @param {string} title
 * @param {string} words
 */
function showVerdict(isGood, title, words) {
  const kind = isGood === null ? "waits" : isGood ? "good" : "bad";
  setChildren(result, element("div", { class: `verdict ${kind}` }, icon(isGood ? "shield" : isGood === null ? "eye" : "stop"), element("div", {}, element("b", {}, title), element("p", {}, words))));
  announce(`${title} ${words}`);
}

/**
 * @param {Transcript} transcript
 * @param {Finding} finding
 */
function details(transcript, finding) {
  const wrong = new Set(finding.flaws.map((it) => it.number));
  const rows = [
    [text("Match"), transcript.match],
    [text("Fingerprint of the secret"), transcript.commitment],
    [text("Secret"), transcript.secret ?? "–"],
    [text("White's seed"), transcript.seeds.white?.seed ?? "–"],
    [text("Black's seed"), transcript.seeds.black?.seed ?? "–"],
  ];
  return element(
    "details",
    { class: "transcript" },
    element("summary", {}, text("Details")),
    element("dl", {}, ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { class: "code" }, value)])),
    element(
      "ol",
      { class: "rolls numbers", start: transcript.imported + 1 },
      ...transcript.rolls.slice(0, 2000).map((roll) => element("li", { class: wrong.has(roll.number) ? "wrong" : "", value: roll.number }, roll.dice.join("-"))),
    ),
  );
}

async function showStatistics() {
  try {
    setChildren(statistics, statisticsPart(await get("/api/dice/statistics")));
  } catch (problem) {
    setChildren(statistics, element("p", { class: "problem-words" }, errorMessage(problem)));
  }
}
