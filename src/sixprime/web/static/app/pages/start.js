/** The start page: a button to play at once, unfinished matches, and the form for a new game. */

import { acceptDrops } from "../history/file-drops.js";
import { groupOf, lengthOf, opponents, scoreOf } from "../history/match-summaries.js";
import { beginMatch, lastChoices, presetInAddress, storeChoices } from "../new-game/choices.js";
import { gameFields, setPresets } from "../new-game/game-form.js";
import { presetTitle } from "../rulebook/presets.js";
import { applyBoardSettings } from "../settings/board-settings.js";
import { onSettingsChange } from "../settings/settings.js";
import { errorMessage, fetchAbout, get } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage, showError, showToast } from "../shared/shell.js";
import { counted, formatTimeAgo, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").About} About */
/** @typedef {import("../shared/types.js").MatchSummary} MatchSummary */

const opening = openPage({ page: "start", title: () => text("Play backgammon") });
void fetchAbout().catch(() => {}); // Requested while the translations load; the error is shown below.
const { main } = await opening;
await show();
acceptDrops(main, (files) => void importFiles(files));
enableOffline();

/** Import match files that were dropped on the page. @param {File[]} files */
async function importFiles(files) {
  const { importDropped } = await import("../history/import-form.js");
  await importDropped(files);
}

async function show() {
  /** @type {About} */
  let known;
  try {
    known = await fetchAbout();
  } catch (problem) {
    showError(main, problem, () => void show());
    return;
  }
  const choices = lastChoices();
  const presets = setPresets(known);
  const requested = presetInAddress(location.search, presets);
  if (requested !== null) {
    choices.preset = requested;
    // From now on it is a choice like any other: reloading the page does not select it again.
    history.replaceState(null, "", location.pathname);
  }
  if (!known.levels.some((level) => level.name === choices.level)) choices.level = known.levels[1]?.name ?? "";
  if (choices.preset !== "own" && !(choices.preset in presets)) choices.preset = "standard";

  const summary = element("p", { class: "summary", id: "summary" });
  const unfinished = element("section", { class: "unfinished", hidden: true, "aria-labelledby": "unfinished-title" });
  const picture = element("div", { class: "hero-board", "aria-hidden": "true", inert: true });
  const play = button(text("Play"), { kind: "main large", icon: "play", "aria-describedby": "summary", onclick: () => void begin(play) });
  const start = button(text("Start game"), { kind: "main wide", type: "submit" });

  const tellSummary = () => {
    summary.textContent = summaryOf(choices, known);
    storeChoices(choices);
  };

  /** @param {HTMLButtonElement} pressed */
  const begin = async (pressed) => {
    if (pressed.disabled) return;
    pressed.disabled = true;
    pressed.setAttribute("aria-busy", "true");
    try {
      const { state } = await beginMatch(choices, presets);
      location.assign(`/match/${state.match}`);
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
      pressed.disabled = false;
      pressed.removeAttribute("aria-busy");
    }
  };

  const form = element(
    "form",
    { class: "panel new-game", "aria-labelledby": "new-title", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void begin(start)) },
    element("h2", { id: "new-title" }, text("New game")),
    ...gameFields(choices, known, tellSummary),
    start,
  );
  setChildren(
    main,
    element(
      "div",
      { class: "start" },
      element(
        "section",
        { class: "hero" },
        element("h1", {}, text("Backgammon")),
        element("p", { class: "lead" }, text("Against the bot, a friend beside you, or a friend far away.")),
        play,
        summary,
        unfinished,
        element(
          "ul",
          { class: "pointers" },
          element("li", {}, icon("hint"), element("a", { href: "/learn" }, text("New to the game? Learn it on small boards"))),
          element("li", {}, icon("book"), element("a", { href: "/rules" }, text("The rules of backgammon"))),
          element("li", {}, icon("shield"), element("a", { href: "/dice" }, text("Dice you can verify yourself"))),
        ),
        picture,
      ),
      form,
    ),
  );
  tellSummary();
  if (requested !== null) showChosenRules(form);
  void showUnfinished(unfinished).then((isSome) => (picture.hidden = isSome));
  void showBoard(picture);
}

/** Unfold the rules that the address has selected. @param {HTMLElement} form */
function showChosenRules(form) {
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=preset]:checked"));
  const box = input?.closest("details");
  if (!input || !box) return;
  box.open = true;
  input.focus({ preventScroll: true });
  input.closest(".choice")?.scrollIntoView({ block: "center" });
}

/**
 * Show a board as decoration. This also loads the code that the match page needs.
 * @param {HTMLElement} place
 */
async function showBoard(place) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await import("../../board/element.js");
  const board = /** @type {import("../../board/element.js").BackgammonBoard} */ (document.createElement("backgammon-board"));
  applyBoardSettings(board);
  onSettingsChange(() => applyBoardSettings(board));
  setChildren(place, board);
}

/**
 * A line that describes the match that the Play button starts.
 * @param {import("../new-game/choices.js").Choices} choices
 * @param {About} known
 */
function summaryOf(choices, known) {
  const title = known.levels.find((level) => level.name === choices.level)?.title ?? choices.level;
  const who = { bot: text("the bot ({level})", { level: title }), screen: text("two players on this screen"), link: text("a friend, by link") }[choices.kind];
  const long = choices.length === null ? text("money play at {stake} per point", { stake: choices.stake }) : counted("{count} point", "{count} points", choices.length);
  const rules = choices.preset === "standard" ? "" : presetTitle(choices.preset);
  return [who, long, rules].filter(Boolean).join(" · ");
}

/**
 * @param {HTMLElement} place
 * @returns {Promise<boolean>} whether there are unfinished matches
 */
async function showUnfinished(place) {
  /** @type {{matches: MatchSummary[]}} */
  let found;
  try {
    found = await get("/api/matches?phase=open");
  } catch {
    return false;
  }
  const open = found.matches.filter((match) => groupOf(match) === "open");
  if (open.length === 0) return false;
  place.hidden = false;
  setChildren(
    place,
    element("h2", { id: "unfinished-title" }, text("Continue playing")),
    element("ul", { class: "match-list" }, ...open.slice(0, 4).map((match) => element("li", {}, matchLink(match)))),
    open.length > 4 ? element("a", { href: "/history" }, text("All matches")) : null,
  );
  return true;
}

/** @param {MatchSummary} match */
function matchLink(match) {
  const mine = match.to_act !== null && match.you.includes(match.to_act) && match.kind === "link";
  const score = scoreOf(match).join("–");
  return element(
    "a",
    { class: "match-link", href: `/match/${match.match}` },
    icon(match.kind === "bot" ? "bot" : match.kind === "screen" ? "screen" : "people"),
    element("span", { class: "who" }, opponents(match), element("small", {}, [score, lengthOf(match), formatTimeAgo(match.updated)].join(" · "))),
    mine ? element("span", { class: "tag lit" }, text("your turn")) : null,
    icon("next"),
  );
}
