/** The panels before a match by link begins: the invitation for the host, and the form to join for the guest. */

import { newSeed, storeSeed } from "../dice/seeds.js";
import { rulesList } from "../rulebook/presets.js";
import { changeSetting, NAME_LENGTH, settings } from "../settings/settings.js";
import { errorMessage, post } from "../shared/api.js";
import { linkField, openDialog } from "../shared/dialogs.js";
import { button, element } from "../shared/dom.js";
import { storedItem } from "../shared/storage.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */

/**
 * @param {string} match
 * @returns {{watch: string, play: string | null}}
 */
function linksOf(match) {
  const watch = `${location.origin}/match/${match}`;
  const invitation = storedItem(`sixprime.invitation.${match}`);
  return { watch, play: invitation ? `${watch}#join=${invitation}` : null };
}

/** Whether links to this server work on this computer only. */
function isLoopback() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** What who has asked for a rematch sees until the other player comes. @param {MatchState} state */
function rematchPanel(state) {
  const player = state.seats[state.seats.white.taken ? "black" : "white"].name || text("Your opponent");
  return element(
    "section",
    { class: "panel seat-panel", "aria-labelledby": "waiting-title" },
    element("h2", { id: "waiting-title" }, text("Rematch")),
    element("p", {}, text("{player} has been asked for a rematch. The game starts as soon as you are both here.", { player })),
    element("p", { class: "waiting" }, text("Waiting…")),
  );
}

/** @param {MatchState} state */
export function waitingPanel(state) {
  if (state.invitation === null) return rematchPanel(state); // its seat is kept for somebody
  const { play } = linksOf(state.match);
  return element(
    "section",
    { class: "panel seat-panel", "aria-labelledby": "waiting-title" },
    element("h2", { id: "waiting-title" }, text("Invite your friend")),
    element("p", {}, text("Send this link. The game starts as soon as your friend opens it.")),
    play ? linkField(text("Link to play"), play) : element("p", {}, text("The link is in the browser where the match was created.")),
    isLoopback() ? element("p", { class: "soft small-words" }, text("This address works on this computer only. To play with a friend elsewhere, use a server that both of you can reach.")) : null,
    play && "share" in navigator
      ? button(text("Share"), { icon: "share", kind: "main", onclick: () => void navigator.share({ title: "sixprime", text: text("Play backgammon with me"), url: play }).catch(() => {}) })
      : null,
    element("details", { class: "match-terms" }, element("summary", {}, text("What your friend will see")), ...rulesList(state)),
    element("p", { class: "waiting" }, text("Waiting…")),
  );
}

/** A dialog with the links to play and to watch. @param {MatchState} state */
export function sharePanel(state) {
  const { play, watch } = linksOf(state.match);
  openDialog(text("Links to share"), [
    state.phase === "seats" && play ? linkField(text("Link to play"), play) : null,
    linkField(text("Link to watch"), watch),
  ]);
}

/**
 * The form to take the free seat, for a visitor with an invitation; others are told that they can watch.
 * @param {MatchState} state
 * @param {(state: MatchState) => void} seated
 */
export function joinPanel(state, seated) {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("join");
  const isKept = Boolean(state.seats[state.seats.white.taken ? "black" : "white"].name); // for a player who is named already
  const host = state.seats[state.seats.white.taken ? "white" : "black"].name;
  if (!invitation) {
    return element(
      "section",
      { class: "panel seat-panel" },
      element("h2", {}, isKept ? text("Waiting for the other player") : text("This seat is still free")),
      element("p", {}, text("You can watch this match once it has begun.")),
      element("div", { class: "match-terms" }, ...rulesList(state)),
    );
  }
  const name = element("input", { type: "text", id: "join-name", maxlength: NAME_LENGTH, autocomplete: "nickname", value: settings().name });
  const problem = element("p", { class: "problem-words", role: "alert" });
  const go = button(text("Join the game"), { kind: "main wide", type: "submit" });
  const join = async () => {
    go.disabled = true;
    try {
      changeSetting("name", name.value.trim());
      const { seed, commitment } = await newSeed(state.match);
      storeSeed(state.match, seed, state.dice?.commitment);
      const answer = await post(`/api/matches/${state.match}/join`, { invitation, name: name.value.trim(), seed_commitment: commitment });
      history.replaceState(null, "", location.pathname);
      seated(answer.state ?? answer);
    } catch (refusal) {
      problem.textContent = errorMessage(refusal);
      go.disabled = false;
    }
  };
  return element(
    "form",
    { class: "panel seat-panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void join()) },
    element("h2", {}, host ? text("{player} invites you to play", { player: host }) : text("A friend invites you to play")),
    element("div", { class: "match-terms" }, ...rulesList(state), element("p", { class: "small-words" }, element("a", { href: "/rules", target: "_blank" }, text("All rules, with pictures")))),
    element("label", { class: "field" }, element("span", { class: "label" }, text("Your name")), name),
    problem,
    go,
  );
}
