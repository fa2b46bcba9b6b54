/** The dice page: how dice are made, a form to verify those of a match, and statistics of all rolls on this server. */

import { statisticsPart } from "../dice/dice-statistics.js";
import { storedSeed, storedSeedOf } from "../dice/seeds.js";
import { InvalidTranscript, matchNumber, readTranscript } from "../dice/transcripts.js";
import { noteText } from "../dice/notes.js";
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
const statistics = element("div", { class: "figures" }, element("p", { class: "soft" }, text("Loading…")));

main.classList.add("dice-page");
main.append(
  element("h1", {}, text("Honest dice")),
  element("p", { class: "lead" }, text("You don't have to take our word that the dice are fair. Once a match is over, anyone can recompute every roll.")),
  explanation(),
  checkForms(),
  element("section", { id: "statistics", "aria-labelledby": "statistics-title" }, element("h2", { id: "statistics-title" }, text("Dice statistics of this server")), statistics),
);
enableOffline();
await Promise.all([showStatistics(), checkLinked()]);

function explanation() {
  const steps = [
    [text("The server commits to a secret"), text("Before a match begins, the server chooses a random secret and publishes its fingerprint. From then on it cannot change the secret: a different one would have a different fingerprint.")],
    [text("Your browser adds its own randomness"), text("Your browser chooses a random seed too. The server learns it only afterwards, so it cannot pick a secret that suits it.")],
    [text("All rolls are fixed"), text("The secret and the seeds together determine every roll. Nobody can influence them any more: not the server, not the bot, not your opponent. Undoing a move brings back the same dice.")],
    [text("The secret is revealed"), text("When the match is over, the server reveals the secret. Your browser recomputes every roll and compares.")],
  ];
  return element(
    "section",
    { "aria-labelledby": "how-title" },
    element("h2", { id: "how-title" }, text("How the dice are made")),
    element("ol", { class: "steps" }, ...steps.map(([title, words]) => element("li", {}, element("h3", {}, title), element("p", {}, words)))),
    element("p", {}, text("The bot sees the board, the cube and the score, just as you do. It has no way of seeing rolls that are still to come.")),
    element("p", { class: "soft" }, text("One thing cannot be guaranteed: the server knows the coming rolls, although it cannot change them. If a lot is at stake, play on a server that you trust not to reveal them.")),
    element("p", { class: "soft" }, text("Every detail is described in docs/dice.md. In a terminal, “sixprime verify-dice FILE” does the same check.")),
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
        element("span", { class: "help", id: "match-number-help" }, text("The link to the match, or the match ID in it.")),
      ),
    ),
    element(
      "form",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void checkText(pasted.value)) },
      element(
        "div",
        { class: "field" },
        element("label", { class: "label", for: "transcript" }, text("Or a dice transcript")),
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
  if (!match) return showVerdict(false, text("This is not a match ID."), text("A match ID has 22 letters and digits; you find it in the link to the match."));
  try {
    const answer = await get(`/api/matches/${match}/dice`);
    await check(readTranscript(JSON.stringify(answer)), storedSeed(match));
  } catch (problem) {
    showVerdict(false, text("The dice of this match could not be checked."), problem instanceof InvalidTranscript ? explain(problem) : errorMessage(problem));
  }
}

/** @param {string} written */
async function checkText(written) {
  try {
    const transcript = readTranscript(written);
    await check(transcript, storedSeedOf(transcript));
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
  if (problem.field === null) return text("This is not a dice transcript.");
  return text("The field “{field}” of this transcript is missing or wrong.", { field: problem.field });
}

/**
 * @param {Transcript} transcript
 * @param {ReturnType<typeof storedSeed>} own
 */
async function check(transcript, own) {
  setChildren(result, element("p", {}, text("Recomputing the rolls…")));
  const finding = await verify(transcript, own);
  const waits = finding.flaws.length > 0 && finding.flaws.every((it) => it.flaw === "waiting");
  if (waits) return showVerdict(null, text("The match is not over yet."), text("The secret is revealed when the match is over; then all rolls can be checked."));
  const verified = counted("{count} roll verified", "{count} rolls verified", finding.verified);
  if (finding.flaws.length === 0) showVerdict(true, verified, [own ? text("The secret is the one the server committed to before your browser revealed its seed.") : text("The secret matches its fingerprint, and every roll follows from it."), ...finding.notes.map(noteText)].join(" "));
  else showVerdict(false, text("These dice are not what they should be."), [...finding.flaws.filter((it) => it.flaw !== "waiting").slice(0, 20).map(flawText), verified].join(" "));
  result.append(details(transcript, finding));
}

/** @param {Finding["flaws"][number]} flaw */
function flawText({ flaw, number }) {
  switch (flaw) {
    case "secret":
      return text("The secret does not match its fingerprint.");
    case "seed":
      return text("A seed does not match its fingerprint.");
    case "own-seed":
      return text("Your browser's seed was not used.");
    case "own-commitment":
      return text("The server had published a different fingerprint when the match began.");
    case "own-match":
      return text("The transcript is of another match.");
    case "own-seeds":
      return text("The players had shown other fingerprints of their seeds when the match began.");
    case "own-imported":
      return text("The rolls are not counted from where the match began.");
    case "unseen":
      return text("Roll {number} was never shown to your browser.", { number });
    case "order":
      return text("Roll {number} is missing or out of order.", { number });
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
