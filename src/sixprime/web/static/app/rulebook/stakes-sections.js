/** The second part of the rule book: kinds of wins, the cube, match and money play, resigning, notation. */

import { text } from "../shared/translations.js";
import { differs, leafletAnswers, silent } from "./leaflets.js";

/** @typedef {import("./game-sections.js").Section} Section */
/** @typedef {import("./leaflets.js").LeafletText} LeafletText */

/** @type {LeafletText[]} */
const THREE_TEXTS = ["000-de", "000-fr", "000-it"];
/** @type {LeafletText[]} */
const ALL = [...THREE_TEXTS, "001-hu", "002-it", "003-de", "004-fr"];

/** @returns {Section[]} */
export function stakesSections() {
  return [winning(), cube(), extras(), sessions(), resigning(), writing()];
}

/** @returns {Section} */
function winning() {
  return {
    id: "winning",
    title: text("What a win is worth"),
    rules: [
      {
        id: "single",
        title: text("Single game"),
        words: [text("The first player to bear off the last checker wins. If the loser has borne off at least one checker, it is a single game.")],
        figures: [{ name: "single", caption: text("White is off. Black has borne off seven: a single game.") }],
        leaflets: leafletAnswers(
          differs(["003-de"], text("All the loser's remaining checkers must be home as well, or the game counts triple."), "003-de"),
        ),
      },
      {
        id: "gammon",
        title: text("Gammon"),
        words: [text("If the loser has not borne off any checker, the game is a gammon and counts double.")],
        figures: [{ name: "gammon", caption: text("White is off. Black has borne off none, but has no checker left in White's home board: a gammon.") }],
        leaflets: leafletAnswers(
          differs(["003-de"], text("It is a gammon only if all the loser's checkers are home. What the picture shows counts triple there."), "003-de"),
          ...silent(["004-fr"], text("It mentions the gammon, but does not say what it counts. Here it counts double.")),
        ),
      },
      {
        id: "backgammon",
        title: text("Backgammon"),
        words: [text("If the loser has not borne off any checker and still has one on the bar or in the winner's home board, the game is a backgammon and counts triple.")],
        figures: [{ name: "backgammon", caption: text("White is off. Black has borne off none, and one black checker stands in White's home board: a backgammon.") }],
        leaflets: leafletAnswers(
          differs(
            ["003-de"],
            text("A game counts triple if the loser has any checker outside the home board, wherever it is. In this picture five are off, but one is not home yet."),
            "003-de",
            "outsideHome",
          ),
          ...silent(["004-fr"], text("It names the winner's home board only. A checker on the bar has yet to enter there, so it counts as well.")),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function cube() {
  return {
    id: "cube",
    title: text("The doubling cube"),
    rules: [
      {
        id: "doubling",
        title: text("Doubling"),
        words: [
          text("The cube shows what the game is worth. At the start that is 1; a real cube has no 1 and lies with the 64 on top. It starts in the middle, and both players may use it."),
          text("If you think you are ahead, you may offer to double before you roll the dice."),
        ],
        figures: [
          { name: "cubeMiddle", caption: text("White is ahead and on roll. The cube is in the middle: White may double.") },
          { name: "cubeOffered", caption: text("White doubles. Now Black has to answer.") },
        ],
        leaflets: leafletAnswers(differs(["004-fr"], text("It has no cube. Nobody can double."), "004-fr")),
      },
      {
        id: "take-or-drop",
        title: text("Take or drop"),
        words: [
          text("The other player may drop: the game is over and lost, at its value before the double."),
          text("Or take: the game goes on for twice as much. The player who took owns the cube, and only this player may double next."),
          text("The value of a win is multiplied by the cube: a gammon with the cube on 4 counts 8."),
        ],
        figures: [{ name: "cubeTaken", caption: text("Black has taken. The cube lies on Black's side and shows 2. Only Black may double now.") }],
        leaflets: leafletAnswers(
          differs(["004-fr"], text("It has no cube."), "004-fr"),
          ...silent(["002-it", "003-de"], text("The same. It does not say what a drop costs; here it costs what the game was worth before.")),
        ),
      },
      {
        id: "cube-limit",
        title: text("How high the cube goes"),
        words: [text("The players may double as often as they like, in turn. There is no limit.")],
        figures: [{ name: "cubeHigh", caption: text("The cube has been turned four times and shows 16. It is White's.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("The cube ends at {limit}.", { limit: 64 }), "001-hu"),
          differs(["002-it"], text("The cube ends at {limit}.", { limit: 32 }), "002-it"),
          differs(["003-de"], text("The cube ends at {limit}.", { limit: 64 }), "003-de"),
          differs(["004-fr"], text("It has no cube."), "004-fr"),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function extras() {
  return {
    id: "extras",
    title: text("Optional rules"),
    rules: [
      {
        id: "automatic-doubles",
        title: text("Automatic doubles"),
        words: [
          text("If both players roll the same number at the start, the cube is doubled and stays in the middle. Both roll again."),
          text("The players agree how often this may happen in one game. It is not done in the Crawford game."),
        ],
        figures: [{ name: "automaticDouble", caption: text("Both rolled the same number. The game is worth 2 before it has begun.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("It is one of its optional rules. Our version has one automatic double per game."), "001-hu-optional"),
          ...silent(without("001-hu"), text("It does not have this rule.")),
        ),
      },
      {
        id: "beavers",
        title: text("Beavers"),
        words: [
          text("In money play a player who is doubled may double again at once and keep the cube. This is called a beaver."),
          text("The first player may take the beaver, or drop it and lose the value of the first double."),
        ],
        figures: [{ name: "beaver", caption: text("White has doubled to 2, Black has beavered to 4. The cube is Black's.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("It is one of its optional rules, for money play."), "001-hu-optional"),
          ...silent(without("001-hu"), text("It does not have this rule.")),
        ),
      },
      {
        id: "raccoons",
        title: text("Raccoons"),
        words: [text("Where raccoons are allowed, the player who doubled may answer a beaver by doubling a third time. The cube stays with the player who beavered.")],
        figures: [{ name: "raccoon", caption: text("After double, beaver and raccoon the cube shows 8.") }],
        leaflets: leafletAnswers(...silent(ALL, text("It does not have this rule."))),
      },
      {
        id: "jacoby",
        title: text("Jacoby rule"),
        words: [
          text("In money play a gammon or backgammon counts only if a double has been taken. Otherwise it counts as a single game."),
          text("The rule saves time: whoever plays for a gammon has to double first. An automatic double does not count as turning the cube."),
        ],
        figures: [{ name: "jacoby", caption: text("Nobody has doubled. By the Jacoby rule this gammon counts as a single game.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("It is one of its optional rules, for money play."), "001-hu-optional"),
          ...silent(without("001-hu"), text("It does not have this rule; gammons always count.")),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function sessions() {
  return {
    id: "match-and-money",
    title: text("Match and money play"),
    rules: [
      {
        id: "match",
        title: text("A match"),
        words: [
          text("A match is played to an agreed number of points. Each game gives its winner as many points as it is worth. The first player to reach the number wins the match."),
          text("Beavers, raccoons and the Jacoby rule are not used in matches."),
          text("A player who would win the match with this game anyway cannot double: it could only hurt."),
        ],
        figures: [{ name: "matchScore", caption: text("A match to 5 points. White has 3, Black has 2.") }],
        leaflets: leafletAnswers(...silent(ALL, text("It describes single games. A match of several is played as here."))),
      },
      {
        id: "crawford",
        title: text("Crawford rule"),
        words: [
          text("As soon as a player needs only one more point to win the match, one game is played without the cube. It is called the Crawford game."),
          text("After that game the cube is back in use. There is only one Crawford game in a match, and none in a match to one point."),
        ],
        figures: [{ name: "crawford", caption: text("A match to 5 points. White has 4 and needs one more: this game is played without the cube.") }],
        leaflets: leafletAnswers(...silent(ALL, text("It does not have this rule. Games by this leaflet are played without it."))),
      },
      {
        id: "money",
        title: text("Money play"),
        words: [
          text("In money play each game is for a stake. The loser pays the stake, times the cube, times one, two or three."),
          text("The players continue as long as they like. No real money is involved here: the board only keeps score."),
        ],
        figures: [{ name: "money", caption: text("White has won a single game with the cube on 4. Black owes four times the stake.") }],
        leaflets: leafletAnswers(differs(["004-fr"], text("It mentions no stakes and has no cube."), "004-fr")),
      },
    ],
  };
}

/** @returns {Section} */
function resigning() {
  return {
    id: "resigning",
    title: text("Resigning"),
    rules: [
      {
        id: "resignation",
        title: text("Resigning a game"),
        words: [
          text("A player who sees no hope may resign the game: as a single game, a gammon or a backgammon, each times the cube."),
          text("The other player accepts, and the game is over; or declines, and it goes on as if nothing had happened. So nobody can avoid a gammon by resigning early."),
        ],
        figures: [{ name: "resignation", caption: text("Black still has checkers far from home and resigns a gammon.") }],
        leaflets: leafletAnswers(...silent(ALL, text("It says nothing about resigning."))),
      },
    ],
  };
}

/** @returns {Section} */
function writing() {
  return {
    id: "notation",
    title: text("How plays are written"),
    rules: [
      {
        id: "notation-plays",
        title: text("Notation"),
        words: [
          text("A move is written as the points where it starts and ends: 8/5 is from the 8 point to the 5 point. The numbers are always those of the player who moves."),
          text("An asterisk means a hit, “bar” an entering checker, “off” one that is borne off, and (2) that two checkers make the same move."),
        ],
        figures: [{ name: "notation", caption: text("24/18* 13/11: from 24 to 18 with a hit, and from 13 to 11.") }],
        leaflets: leafletAnswers(...silent(ALL, text("It has no notation of plays."))),
      },
    ],
  };
}

/**
 * @param {LeafletText} name
 * @returns {LeafletText[]}
 */
function without(name) {
  return ALL.filter((other) => other !== name);
}
