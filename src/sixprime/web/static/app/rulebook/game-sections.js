/** The first part of the rule book: the board, moving, hitting, bearing off. */

import { text } from "../shared/translations.js";
import { differs, leafletAnswers, silent } from "./leaflets.js";

/** @typedef {import("./pictures.js").PictureName} PictureName */
/** @typedef {{name: PictureName, caption: string}} Figure */
/** @typedef {{id: string, title: string, words: string[], figures: Figure[], leaflets: import("./leaflets.js").Answer[]}} Rule */
/** @typedef {{id: string, title: string, rules: Rule[]}} Section */

/** @returns {Section[]} */
export function gameSections() {
  return [board(), opening(), moving(), hitting(), bearingOff()];
}

/** @returns {Section} */
function board() {
  return {
    id: "set-up",
    title: text("Aim and set-up"),
    rules: [
      {
        id: "aim",
        title: text("The aim of the game"),
        words: [
          text("Backgammon is a race between two players. Each brings fifteen checkers around the board into the home board and then bears them off."),
          text("The first player to bear off all fifteen wins the game."),
          text("The dice say how far checkers move. The players choose which ones to move, block each other, and send single checkers back to the start."),
        ],
        figures: [{ name: "aim", caption: text("The end of a game: both sides are bearing off. White has seven checkers left, Black thirteen.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "board",
        title: text("The board"),
        words: [
          text("The board has 24 triangles called points, in four groups of six: each player has a home board and an outer board. The bar in the middle separates the home boards from the outer boards."),
          text("Each player numbers the points from home: 1 to 6 are the home board, 7 to 12 the outer board, 13 to 18 the opponent's outer board and 19 to 24 the opponent's home board."),
          text("So the same point has two numbers: your 24 point is your opponent's 1 point."),
        ],
        figures: [{ name: "start", caption: text("White's home board is at the bottom right: the points 1 to 6. Black's is at the top right.") }],
        leaflets: leafletAnswers(
          differs(["000-de", "000-fr", "000-it"], text("It numbers the points 1 to 12 on one side and 1A to 12A on the other, for both players alike. You can choose this numbering in the settings.")),
          ...silent(["002-it", "003-de"], text("It gives the points no numbers.")),
        ),
      },
      {
        id: "start",
        title: text("The starting position"),
        words: [
          text("Each player places two checkers on the 24 point, five on the 13 point, three on the 8 point and five on the 6 point."),
          text("The two on the 24 point are deep in the opponent's home board. They have the furthest to go."),
        ],
        figures: [{ name: "start", caption: text("The starting position. The two sides mirror each other.") }],
        leaflets: leafletAnswers(...silent(["000-de", "000-fr", "000-it", "002-it", "003-de", "004-fr"], text("The same, shown by a picture."))),
      },
      {
        id: "direction",
        title: text("Direction of play"),
        words: [
          text("The players move in opposite directions. Your checkers always go from your higher points to your lower ones, towards home, and never back."),
        ],
        figures: [{ name: "directions", caption: text("White moves from the top right around to the bottom right. Black moves the opposite way.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("It also shows the mirrored board, with home on the left. You can choose this in the settings.")),
          ...silent(["004-fr"], text("The same, shown by its numbers.")),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function opening() {
  return {
    id: "opening",
    title: text("The opening roll"),
    rules: [
      {
        id: "opening-roll",
        title: text("Who starts"),
        words: [
          text("To start, each player rolls one die. Whoever rolls the higher number starts and plays those two numbers."),
          text("If both roll the same number, both roll again."),
          text("After that the players take turns, each rolling two dice."),
        ],
        figures: [{ name: "opening", caption: text("White rolled a 3, Black a 1. White starts and plays 3 and 1: from 8 to 5 and from 6 to 5.") }],
        leaflets: leafletAnswers(
          differs(["001-hu"], text("The same; but by one of its optional rules equal numbers double the stake before both roll again. See automatic doubles below."), "001-hu-optional"),
          ...silent(["002-it", "003-de"]),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function moving() {
  return {
    id: "moving",
    title: text("Moving the checkers"),
    rules: [
      {
        id: "two-moves",
        title: text("Each die is a separate move"),
        words: [
          text("Each of the two numbers is a separate move. You may move two checkers, one with each number, or one checker with both numbers, one after the other."),
          text("You choose which number comes first."),
        ],
        figures: [
          { name: "twoCheckers", caption: text("5 and 3 with two checkers: from 8 to 3 and from 6 to 3. They make a new point.") },
          { name: "oneChecker", caption: text("5 and 3 with one checker: from 24 to 21 and on to 16.") },
        ],
        leaflets: leafletAnswers(),
      },
      {
        id: "open-points",
        title: text("Where a checker may land"),
        words: [
          text("A checker may land on an empty point, on a point with checkers of its own side, or on a point with a single enemy checker."),
          text("Two or more enemy checkers block a point. You may pass over it, but not land on it."),
          text("Any number of your own checkers may stand on one point."),
        ],
        figures: [{ name: "openPoints", caption: text("4 and 3: from 24 to an empty point, and from 8 to a point with a single black checker, which is hit.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "stop-between",
        title: text("No jumping by the total"),
        words: [
          text("A checker that plays both numbers touches down in between. At least one of the two points where it could land must be open."),
        ],
        figures: [{ name: "noJump", caption: text("5 and 4: Black holds both points where the checker on 24 could touch down, so it cannot move nine. White plays these numbers with other checkers.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "doubles",
        title: text("Doubles"),
        words: [
          text("Two equal numbers are called a double. You play the number four times, with one checker or with several."),
          text("If not all four can be played, you play as many as you can. There is no extra roll after a double."),
        ],
        figures: [{ name: "double", caption: text("3 and 3: two checkers from 8 to 5 and two from 6 to 3.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "both-numbers",
        title: text("Both numbers must be played"),
        words: [
          text("If there is a way to play both numbers, you must do so, even if it does not help you."),
          text("A first move that leaves no second move is not allowed if another first move does leave one."),
        ],
        figures: [{ name: "bothNumbers", caption: text("5 and 2: after from 14 to 9 White would have no 2 left. So White must go from 8 to 3 and on to 1.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "larger-number",
        title: text("Only one number can be played"),
        words: [
          text("If you can play either number but not both, you must play the larger one."),
          text("If only one of the two can be played at all, you must play that one."),
        ],
        figures: [{ name: "largerNumber", caption: text("5 and 2: the checker on 14 can play either number, but then Black's point stops it. White must play the 5, from 14 to 9.") }],
        leaflets: leafletAnswers(
          differs(["000-de", "000-fr", "000-it"], text("Taken literally, the higher number must be played in any case. We read it like this: if only the lower one can be played, it is played.")),
          ...silent(["003-de"]),
        ),
      },
      {
        id: "no-move",
        title: text("Nothing can be played"),
        words: [text("If neither number can be played, the roll is lost and it is the opponent's turn.")],
        figures: [{ name: "lostThrow", caption: text("6 and 5: both points are blocked, and the checkers at home cannot move that far. White loses the roll.") }],
        leaflets: leafletAnswers(),
      },
    ],
  };
}

/** @returns {Section} */
function hitting() {
  return {
    id: "hitting",
    title: text("Hitting and entering"),
    rules: [
      {
        id: "hit",
        title: text("Hitting a blot"),
        words: [
          text("A checker alone on a point is called a blot. If an enemy checker lands there, the blot is hit and goes to the bar."),
          text("One turn can hit several blots, up to four with a double. A blot that is only passed over is not hit."),
        ],
        figures: [
          { name: "hit", caption: text("6 and 2: White goes from 24 to 18 and hits the blot there.") },
          { name: "severalHits", caption: text("5 and 4: White hits two blots, on 8 and on 1.") },
        ],
        leaflets: leafletAnswers(),
      },
      {
        id: "enter",
        title: text("Entering from the bar"),
        words: [
          text("While you have checkers on the bar, you may not move any others. They enter in the opponent's home board: with a 1 on your 24 point, with a 2 on the 23 point, and so on to a 6 on the 19 point."),
          text("The point must be open, as for any move. An entering checker can hit a blot."),
          text("As many checkers as possible must enter. The rest of the roll is then played as usual."),
        ],
        figures: [
          { name: "enter", caption: text("6 and 4: Black blocks the point for the 6. White enters with the 4 on 21 and then plays any 6.") },
          { name: "enterTwo", caption: text("5 and 3 with two checkers on the bar: only the 3 is open. One enters, the other has to wait.") },
        ],
        leaflets: leafletAnswers(),
      },
      {
        id: "closed-out",
        title: text("Dancing: no way in"),
        words: [
          text("If both points are blocked, no checker enters and the roll is lost. Players call this dancing."),
          text("A closed board, with all six points made, lets nobody in. The player on the bar waits until a point opens."),
        ],
        figures: [
          { name: "enterBlocked", caption: text("6 and 5: both points are blocked. White loses the roll, although other checkers could move.") },
          { name: "closedBoard", caption: text("A closed board: no roll enters the checker.") },
        ],
        leaflets: leafletAnswers(),
      },
      {
        id: "prime",
        title: text("The prime"),
        words: [
          text("Six made points in a row are called a full prime. No enemy checker can get past, because no die is larger than six."),
        ],
        figures: [{ name: "prime", caption: text("Black's prime reaches from White's 21 point to the 16 point. The two on 24 cannot pass, not even with a 6.") }],
        leaflets: leafletAnswers(
          differs(["003-de"], text("It calls any two made points side by side a bridge, and says that a broad one is hard to pass.")),
          ...silent(["001-hu", "002-it", "004-fr"], text("It does not mention primes; the other rules lead to the same.")),
        ),
      },
    ],
  };
}

/** @returns {Section} */
function bearingOff() {
  return {
    id: "bearing-off",
    title: text("Bearing off"),
    rules: [
      {
        id: "all-home",
        title: text("When it begins"),
        words: [
          text("When all your checkers are in your home board, you may take them off the board. This is called bearing off."),
          text("It may begin in the middle of a turn: if one number brings the last checker home, the rest of the roll may already bear off."),
        ],
        figures: [{ name: "bearOffFirst", caption: text("6 and 1: the 1 brings the last checker home, from 7 to 6. The 6 bears one off.") }],
        leaflets: leafletAnswers(),
      },
      {
        id: "exact",
        title: text("Which checker is borne off"),
        words: [
          text("A number bears off a checker from the point of the same number."),
          text("If that point is empty, you must move a checker from a higher point by that number."),
          text("If there is no checker on a higher point either, you bear off a checker from your highest occupied point."),
        ],
        figures: [
          { name: "bearOff", caption: text("6 and 4: one checker is borne off from 6 and one from 4.") },
          { name: "bearOffMove", caption: text("5 and 3: the 5 point is empty, so the 5 is played from 6 to 1. The 3 bears off.") },
          { name: "bearOffHighest", caption: text("6 and 5: no checker stands that high. Two checkers are borne off from the highest point, the 4 point.") },
        ],
        leaflets: leafletAnswers(
          differs(
            ["000-it"],
            text("A checker is borne off by its exact number only. A larger number bears nothing off, and if it cannot be played otherwise it is lost. In this picture White cannot play at all."),
            "000-it",
            "exactOnly",
          ),
          differs(
            ["003-de"],
            text("Checkers are borne off from the rear to the front. A number that is too small for the rearmost checker only moves checkers. In this picture 4 and 3 bear nothing off: White moves the two from 6."),
            "003-de",
            "rearmostOnly",
          ),
        ),
      },
      {
        id: "not-compulsory",
        title: text("Bearing off is not compulsory"),
        words: [text("If a number can be played in another way, you may move within the home board instead of bearing off. This is useful while the opponent can still hit you.")],
        figures: [{ name: "bearOffChoice", caption: text("3 and 1: White moves from 6 to 3 and from 4 to 3 and leaves no blot for the black checker on the bar.") }],
        leaflets: leafletAnswers(...silent(["000-de", "000-fr", "000-it", "003-de", "004-fr"])),
      },
      {
        id: "hit-meanwhile",
        title: text("Hit while bearing off"),
        words: [
          text("If you are hit while bearing off, your checker must enter and travel all the way home before you may continue. Checkers that are off stay off."),
        ],
        figures: [{ name: "bearOffHit", caption: text("5 and 2: White has eight checkers off and one on the bar. It enters with the 2 and runs with the 5.") }],
        leaflets: leafletAnswers(...silent(["000-de", "000-fr", "000-it", "004-fr"])),
      },
    ],
  };
}
