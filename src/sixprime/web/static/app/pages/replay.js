/** The review page: a match move by move, and what is known about its decisions. */

import { depthInAddress } from "../analysis/depths.js";
import { ServerSource } from "../analysis/sources.js";
import { framesOf } from "../replay/frames.js";
import { ReviewView } from "../review/review-view.js";
import { get, post, put } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { boardNames, nameOf, subjectOf } from "../shared/names.js";
import { enableOffline } from "../shared/offline.js";
import { openPage, setDocumentTitle, showError } from "../shared/shell.js";
import { language, text } from "../shared/translations.js";

/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../replay/frames.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

const opening = openPage({ page: "replay", title: () => text("Review"), bare: true });
const match = location.pathname.split("/")[2] ?? "";
const path = `/api/matches/${encodeURIComponent(match)}`;
const first = fetchMatch();
const source = new ServerSource(match);
const review = source.review();
for (const asked of [first, review]) asked.catch(() => {}); // The errors are shown below, once there is a page.
const { main } = await opening;
main.classList.add("replay");

/** @returns {Promise<[Replay, MatchState]>} */
function fetchMatch() {
  return Promise.all([get(`${path}/replay?analyses=true`), get(path)]);
}

/** @param {Promise<[Replay, MatchState]>} asking */
async function open(asking) {
  try {
    const [replay, state] = await asking;
    const names = { white: nameOf(state, "white"), black: nameOf(state, "black") };
    const isReader = (/** @type {Player} */ player) => state.you.length === 1 && state.you.includes(player) && !state.seats[player].name;
    const frames = framesOf(replay, {
      white: isReader("white") ? null : subjectOf(state, "white"),
      black: isReader("black") ? null : subjectOf(state, "black"),
    });
    if (frames.length === 0) return showEmpty(state);
    setDocumentTitle(text("{white} against {black}", names));
    await show(replay, state, frames, names);
  } catch (problem) {
    showError(main, problem, () => void open(fetchMatch()));
  }
}

/**
 * @param {Replay} replay
 * @param {MatchState} state
 * @param {Frame[]} frames
 * @param {{white: string, black: string}} names
 */
async function show(replay, state, frames, names) {
  const { rules, length, checkers, you, kind } = state;
  const requested = depthInAddress(location.hash);
  if (requested) history.replaceState(null, "", location.pathname);
  const situation = (/** @type {Frame} */ frame) => fetchSituation(replay, frame);
  const view = new ReviewView({
    place: main,
    replay,
    match: { rules: /** @type {Record<string, unknown>} */ (rules), length, checkers, reader: (you.length === 1 ? you[0] : null) ?? null, boardNames: boardNames(state) },
    frames,
    names,
    bottom: bottomOf(replay, state),
    source,
    host: {
      share: { link: (version) => `${location.origin}/review/${match}#v=${version}`, situation, playOn: (player, ids) => playOn(state, player, ids), diceLink: kind === "study" ? null : `/dice#match=${match}`, fileLink: (depth) => `${path}/analysis/file?depth=${depth}&language=${language()}` },
      ...(replay.may_comment ? { saveComment: (event, words) => put(`${path}/comments/${event}`, { comment: words }) } : {}),
    },
  });
  view.begin();
  await view.load(review);
  if (requested) await view.bar.start(requested);
}

/** @param {MatchState} state */
function showEmpty(state) {
  setChildren(
    main,
    element("div", { class: "problem" }, element("p", {}, text("Nothing has been played in this match yet.")), element("a", { class: "button", href: `/match/${state.match}` }, text("Back to the match"))),
  );
}

/**
 * The server's answer about the position of a frame.
 * @param {Replay} replay
 * @param {Frame} frame
 * @returns {Promise<import("../review/parts/share-part.js").Situation>}
 */
function fetchSituation(replay, frame) {
  const game = replay.games[frame.game];
  return post("/api/positions", {
    board: frame.board,
    checkers: replay.checkers,
    on_roll: frame.player ?? "white",
    roll: frame.roll,
    cube: { value: frame.cube.value, owner: frame.cube.owner },
    length: replay.length,
    score: game?.score,
    crawford: game?.crawford ?? false,
  });
}

/**
 * Start a match against the bot from a position, by the rules of the match.
 * @param {MatchState} state
 * @param {Player} seat
 * @param {Record<string, string | null>} ids
 */
async function playOn(state, seat, ids) {
  const { beginMatch, choicesOf, lastChoices } = await import("../new-game/choices.js");
  const { bestId } = await import("../editor/play-from-here.js");
  const choices = { ...choicesOf(state), kind: /** @type {const} */ ("bot"), level: lastChoices().level, seat };
  const { state: begun } = await beginMatch(choices, {}, { position: bestId(state, ids) });
  location.assign(`/match/${begun.match}`);
}

/**
 * The player at the bottom at first: the user; of a position that was set up the player on roll; otherwise White.
 * @param {Replay} replay
 * @param {MatchState} state
 */
function bottomOf({ games }, { you }) {
  const moves = games[0]?.moves ?? [];
  const start = moves[0]?.type === "set-up" ? moves.find(({ player }) => player !== null)?.player : null;
  return (you.length === 1 ? you[0] : start) ?? "white";
}

enableOffline();
await open(first);
