/**
 * A match as a list of frames, one for each decision: the board before it, the dice, and the action. The server's replay
 * has an entry for each event; a roll and the play after it become one frame.
 */

import { actionText } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").PlayAnalysisAnswer | import("../shared/answer-types.js").CubeAnalysisAnswer} Analysis */
/** @typedef {import("../shared/types.js").Numbers} Numbers */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {[number, number]} Step */
/** @typedef {{value: number, owner: Player | null, offered: {by: Player, value: number, beavers: number} | null}} Cube */

/**
 * An event in the server's replay: what happened, and the board afterwards.
 * @typedef {object} Move
 * @property {number} version
 * @property {string} type
 * @property {string} words
 * @property {string | null} notation
 * @property {Player | null} player
 * @property {[number, number] | null} roll
 * @property {Step[] | null} [steps]
 * @property {number[]} board
 * @property {{value: number, owner: Player | null}} cube
 * @property {string | null} [comment]
 * @property {string | null} [own_comment]
 * @property {import("../shared/answer-types.js").FirstChoiceAnswer | null} [first_choice]
 * @property {Analysis[] | null} [analyses]
 */

/** @typedef {{number: number, score: Numbers, crawford?: boolean, moves: Move[], result?: {words: string, winner: Player} | null}} Game */
/** @typedef {{match: string, length: number | null, checkers?: number, names?: {white: string, black: string}, details?: Record<string, string>, may_comment?: boolean, tutored?: number[], games: Game[]}} Replay */

/**
 * @typedef {object} Frame
 * @property {number} version  The version of the match that the frame shows.
 * @property {{event: number, version: number}[]} events  The events of the frame, by their numbers in the match: a roll and its play, or one.
 * @property {number} game  The index of the game.
 * @property {Player | null} player
 * @property {[number, number] | null} roll
 * @property {Step[]} steps  The play, in the player's view.
 * @property {string} label  A short text for the list.
 * @property {string} words  A sentence for the page.
 * @property {number[]} board
 * @property {Cube} cube
 * @property {boolean} isEnd  Whether this is the board after the last event of a game.
 * @property {string} action  The type of the event that decides: `play`, `double`, `take`.
 * @property {string[]} comments  What the file says about it.
 * @property {string} ownComment  What was written about it here.
 * @property {import("../shared/answer-types.js").FirstChoiceAnswer | null} firstChoice  What the tutor made the player look at again.
 * @property {Analysis[]} analyses  What other programs thought of it, as the file has it.
 */

/** The names of the players as subjects of sentences; null for the reader. @typedef {{white: string | null, black: string | null}} Subjects */

/**
 * All frames of a match in order. Each game ends with a frame that shows its final board.
 * @param {Replay} replay
 * @param {Subjects} subjects
 * @returns {Frame[]}
 */
export function framesOf(replay, subjects) {
  /** @type {Frame[]} */
  const frames = [];
  let passed = 0;
  for (const [game, { moves, result }] of replay.games.entries()) {
    for (let place = 0; place < moves.length; place += 1) {
      const move = /** @type {Move} */ (moves[place]);
      const next = moves[place + 1];
      const event = passed + place;
      const isRoll = move.type === "roll" || move.type === "open";
      if (isRoll && next?.type === "play") {
        frames.push(
          frameOf(game, move, event, {
            events: [
              { event, version: move.version },
              { event: event + 1, version: next.version },
            ],
            player: next.player,
            steps: next.steps ?? [],
            label: labelOf(next),
            words: playWords(next, subjects),
            action: next.type,
            comments: commentsOf(move, next),
            ownComment: next.own_comment || move.own_comment || "",
            firstChoice: next.first_choice ?? move.first_choice ?? null,
            analyses: [...(move.analyses ?? []), ...(next.analyses ?? [])],
          }),
        );
        place += 1;
      } else {
        // A file has one analysis of a double and its answer: it belongs to both.
        const isAnswer = ["take", "drop", "beaver"].includes(move.type) && !move.analyses?.length;
        const asked = isAnswer ? frames.at(-1) : undefined;
        frames.push(frameOf(game, move, event, asked?.action === "double" ? { analyses: asked.analyses } : {}));
      }
    }
    const last = moves.at(-1);
    if (last && result) frames.push({ ...frameOf(game, last, 0, { events: [], ownComment: "", firstChoice: null }), roll: null, steps: [], label: "", words: result.words, isEnd: true, comments: [], analyses: [] });
    passed += moves.length;
  }
  return frames;
}

/**
 * @param {number} game
 * @param {Move} move
 * @param {number} event
 * @param {Partial<Frame>} more
 * @returns {Frame}
 */
function frameOf(game, move, event, more) {
  const { version, player, roll, words, board } = move;
  return {
    version,
    events: [{ event, version }],
    game,
    player,
    roll,
    steps: [],
    label: labelOf(move),
    words,
    board,
    cube: cubeOf(move),
    isEnd: false,
    action: move.type,
    comments: commentsOf(move),
    ownComment: move.own_comment ?? "",
    firstChoice: move.first_choice ?? null,
    analyses: move.analyses ?? [],
    ...more,
  };
}

/** @param {...Move} moves @returns {string[]} */
function commentsOf(...moves) {
  return moves.flatMap(({ comment }) => (comment ? [comment] : []));
}

/**
 * A play as a sentence.
 * @param {Move} move
 * @param {Subjects} subjects
 */
function playWords({ player, notation, words }, subjects) {
  if (!player || !notation) return words;
  const subject = subjects[player];
  return subject === null ? text("You play {steps}", { steps: notation }) : text("{player} plays {steps}", { player: subject, steps: notation });
}

/**
 * What the player of a frame gave away by the file's analyses; null if they do not say.
 * @param {Frame} frame
 * @returns {number | null}
 */
export function errorOf({ action, analyses }) {
  const isAnswer = action === "take" || action === "drop" || action === "beaver";
  const errors = analyses.map((analysis) => (analysis.type === "cube" && isAnswer ? analysis.answer_error : analysis.error)).filter((error) => typeof error === "number");
  return errors.length > 0 ? errors.reduce((sum, error) => sum + Math.abs(error), 0) : null;
}

/** By what the cube's value is multiplied, for each cube action. @type {Record<string, number>} */
const CUBE_FACTORS = { double: 2, beaver: 4, raccoon: 8 };

/** @param {Move} move @returns {Cube} */
function cubeOf({ type, cube, player }) {
  const times = CUBE_FACTORS[type];
  const offered = times && player ? { by: player, value: cube.value * times, beavers: Math.log2(times) - 1 } : null;
  return { ...cube, offered };
}

/** The text of a move in the list. @param {Move} move */
function labelOf({ type, notation, cube }) {
  return type === "play" ? notation || text("no move") : (actionText(type, cube.value) ?? "");
}

/**
 * The index of the frame that shows a version of the match, or of the first after it.
 * @param {readonly Frame[]} frames
 * @param {number} version
 * @returns {number}
 */
export function frameAt(frames, version) {
  const found = frames.findIndex(({ events }) => (events.at(-1)?.version ?? -1) >= version);
  return found >= 0 ? found : frames.length - 1;
}

/**
 * The index of the frame to show after skipping a game: the first of the next game, or of this or the previous one.
 * @param {readonly Frame[]} frames
 * @param {number} current
 * @param {1 | -1} direction
 * @returns {number}
 */
export function frameOfNextGame(frames, current, direction) {
  const game = frames[current]?.game ?? 0;
  const first = frames.findIndex((frame) => frame.game === game);
  if (direction < 0 && current > first) return first;
  const found = frames.findIndex((frame) => frame.game === game + direction);
  if (found >= 0) return found;
  return direction < 0 ? 0 : frames.length - 1;
}

/**
 * The version of the match in the hash of an address: `v=37`.
 * @param {string} hash
 * @returns {number | null}
 */
export function versionInAddress(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, "")).get("v");
  return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
}
