/** The puzzle page: the puzzle of the day, and puzzles that fit the user's rating. */

import { opponent } from "../../board/model/places.js";
import { scoreWords } from "../analysis/questions.js";
import { QuestionPanel } from "../practice/question-panel.js";
import { ratingGraph } from "../practice/rating-graph.js";
import { errorMessage, get, post } from "../shared/api.js";
import { button, element, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours } from "../shared/position-boards.js";
import { openPage } from "../shared/shell.js";
import { formatNumber, formatRating, sentence, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").PuzzleAnswer} Puzzle */
/** @typedef {import("../shared/answer-types.js").PuzzleVerdictAnswer} Answered */
/** @typedef {import("../shared/answer-types.js").AttemptListAnswer} Attempts */
/** @typedef {import("../shared/answer-types.js").PracticeStatisticsAnswer} Statistics */

const GRAPHED = 200;

const { main } = await openPage({ page: "practice", title: () => text("Puzzle of the day") });
const board = createBoard("white");
const panel = new QuestionPanel({ board, onAnswer: send });
const title = element("h1", {}, text("Puzzle of the day"));
const about = element("p", { class: "soft about" });
const standing = element("div", { class: "panel standing" });
/** @type {Puzzle | null} */
let puzzle = null;

main.classList.add("one-position", "puzzle");
main.append(element("div", { class: "work" }, element("div", { class: "stage" }, title, about, board), element("div", { class: "side" }, panel.element, standing)));
shareCheckerColours(board, main);
enableOffline();
await Promise.all([follow(), showStanding()]);
window.addEventListener("hashchange", () => void follow());

/** The day here, as yyyy-mm-dd. */
function today() {
  const now = new Date();
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");
}

/** Show the puzzle whose key is in the address, else that of the day. */
async function follow() {
  const key = /^#([0-9a-f]{1,20})$/.exec(location.hash)?.[1];
  if (key && key === puzzle?.puzzle) return;
  await load(key ? `/api/puzzles/${key}` : `/api/puzzles/day?day=${today()}`, false);
}

/** @param {string} path @param {boolean} [focus] */
async function load(path, focus = true) {
  try {
    puzzle = /** @type {Puzzle} */ (await get(path));
    const { day, phase, rating, done, question } = puzzle;
    if (!day) history.replaceState(null, "", `#${puzzle.puzzle}`);
    title.textContent = day ? text("Puzzle of the day") : text("Puzzle");
    about.textContent = [sentence(phase), scoreWords(question, [[question.player, text("You")], [opponent(question.player), text("Opponent")]]), text("Rating of the puzzle: {rating}", { rating: formatRating(rating) }), done ? text("You have answered it before: it will not be rated again.") : ""].filter(Boolean).join(" · ");
    panel.ask(question, { focus });
  } catch (problem) {
    panel.clear(errorMessage(problem));
  }
}

/** @param {import("../practice/question-panel.js").Answer} answer */
async function send(answer) {
  if (!puzzle) return;
  const answered = /** @type {Answered} */ (await post(`/api/puzzles/${puzzle.puzzle}/answer`, { ...answer, id: crypto.randomUUID(), milliseconds: panel.milliseconds }));
  const { verdict, rating, change, gap, error } = answered;
  const changed = change === 0 ? "" : text("Your rating: {rating} ({change}).", { rating: formatRating(rating), change: formatNumber(change, { signDisplay: "always" }) });
  const checked = text("In rollouts the next best loses {gap} ± {error}.", { gap: formatNumber(gap, { minimumFractionDigits: 3 }), error: formatNumber(error, { minimumFractionDigits: 3 }) });
  panel.showVerdict(verdict, [button(text("Next puzzle"), { kind: "main", icon: "next", onclick: () => void load("/api/puzzles/next") })], [changed, checked].filter(Boolean).join(" "));
  await showStanding();
}

/** The user's rating, and how it went. */
async function showStanding() {
  try {
    const [statistics, { attempts }] = await Promise.all([
      /** @type {Promise<Statistics>} */ (get("/api/practice/statistics")),
      /** @type {Promise<Attempts>} */ (get(`/api/practice/attempts?kind=puzzle&limit=${GRAPHED}`)),
    ]);
    const mine = statistics.ratings.find(({ pool }) => pool === "puzzle");
    const all = statistics.kinds.find(({ kind }) => kind === "puzzle");
    const ratings = attempts.flatMap(({ detail }) => (typeof detail["rating"] === "number" ? [detail["rating"]] : [])).reverse();
    setChildren(
      standing,
      element("h2", {}, text("Your rating")),
      mine
        ? element("p", {}, element("b", { class: "rating numbers" }, formatRating(mine.rating)), " ", element("span", { class: "soft numbers" }, `± ${formatNumber(Math.round(mine.deviation))}`))
        : element("p", { class: "soft" }, text("You have none yet: it starts at 1500 and changes with every puzzle.")),
      all ? element("p", { class: "soft" }, text("{right} of {count} right", { right: all.right, count: all.attempts })) : null,
      ratingGraph(ratings),
    );
  } catch (problem) {
    setChildren(standing, element("p", { class: "soft" }, errorMessage(problem)));
  }
}
