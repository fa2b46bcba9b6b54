/**
 * What the board makes of turns that somebody who knows the rules has written down: reads cases from the standard input
 * and writes, for each, where checkers can go, whether the play is forced, and what written plays lead to.
 */

import { readFileSync } from "node:fs";

import { UnplayableText, readPlay, writePlay } from "../../../src/sixprime/web/static/board/model/notation.js";
import { afterSteps, offOf } from "../../../src/sixprime/web/static/board/model/places.js";
import { Turn } from "../../../src/sixprime/web/static/board/model/turn.js";
import { ENGLISH } from "../../../src/sixprime/web/static/board/speech/english.js";

/** A board in the view of the other side. */
const turned = (board) => board.map((count) => 0 - count).reverse();

function answer({ board, roll, nodes, player, plays }) {
  const turn = Turn.begin({ nodes }, roll);
  const seen = player === "white" ? board : turned(board);
  const position = { board: seen, off: offOf(seen, 15) };
  const reading = { player, numbering: "points", position, words: ENGLISH };
  const after = (steps) => {
    const result = afterSteps(position, player, steps).board;
    return player === "white" ? result : turned(result);
  };
  const journeys = {};
  for (let source = 1; source <= 25; source++) {
    const found = [...turn.destinations(source)].map(([target, there]) => [target, after(there.steps)]);
    if (found.length) journeys[source] = Object.fromEntries(found);
  }
  const played = plays.map((written) => {
    try {
      const made = readPlay(written, turn, reading);
      return { result: after(made.steps), written: writePlay(made.made, String) };
    } catch (error) {
      if (error instanceof UnplayableText) return { refusal: error.message };
      throw error;
    }
  });
  return { journeys, played, forced: turn.forced !== null, greedy: turn.greediest.isComplete };
}

const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(answer)));
