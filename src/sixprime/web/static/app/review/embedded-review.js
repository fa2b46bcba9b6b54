/** The review of a match that comes with everything it shows: in a saved page, or from the kernel of a notebook. */

import { EmbeddedSource } from "../analysis/sources.js";
import { framesOf } from "../replay/frames.js";
import { element, setChildren } from "../shared/dom.js";
import { colourName } from "../shared/names.js";
import { text } from "../shared/translations.js";
import { ReviewView } from "./review-view.js";

/** @typedef {import("../analysis/sources.js").EmbeddedReview} EmbeddedReview */
/** @typedef {import("../replay/frames.js").Replay} Replay */
/** @typedef {import("../shared/answer-types.js").ReviewAnswer} Review */
/** @typedef {{label: string, rules: Record<string, unknown>, replay: Replay, review: Review | null, decisions: EmbeddedReview["decisions"]}} EmbeddedMatch  `review` is null if the match was not analysed. */

/** The names of the players; who has none is called by the colour. @param {{replay: Replay}} match */
export function namesOf({ replay }) {
  return { white: replay.names?.white || colourName("white"), black: replay.names?.black || colourName("black") };
}

/**
 * Show the review in a place.
 * @param {HTMLElement} place
 * @param {EmbeddedMatch} match
 * @param {{bottom?: import("../shared/types.js").Player, surroundings?: import("./surroundings.js").Surroundings}} [how]
 * @returns {Promise<ReviewView | null>} null if there is nothing to show
 */
export async function showEmbeddedReview(place, match, { bottom = "white", surroundings } = {}) {
  const { replay, rules } = match;
  const names = namesOf(match);
  const frames = framesOf(replay, names);
  place.classList.add("replay");
  if (frames.length === 0) {
    setChildren(place, element("p", { class: "problem" }, text("Nothing has been played in this match yet.")));
    return null;
  }
  const shown = { rules, length: replay.length, checkers: replay.checkers ?? 15, reader: null, boardNames: replay.names ? written(replay.names) : {} };
  const view = new ReviewView({ place, replay, match: shown, frames, names, bottom, source: new EmbeddedSource(match), host: {}, ...(surroundings ? { surroundings } : {}) });
  view.begin();
  await view.load();
  return view;
}

/** Only the names that there are. @param {{white: string, black: string}} names */
function written(names) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name));
}
