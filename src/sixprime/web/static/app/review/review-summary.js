/**
 * The figures of both players: error rates, marks, cube errors, luck. Each figure is a button that opens the decisions
 * behind it, and each name unfolds its formula.
 */

import { PLAYERS } from "../../board/model/places.js";
import { settings } from "../settings/settings.js";
import { element, setChildren } from "../shared/dom.js";
import { formatNumber, text } from "../shared/translations.js";
import { formatEquity } from "../analysis/equities.js";
import { kindOf, markOf, MARKS, markTitle } from "../analysis/marks.js";

/** @typedef {import("../shared/answer-types.js").FiguresAnswer} Figures */
/** @typedef {import("../shared/answer-types.js").TallyAnswer} Tally */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */
/** @typedef {import("../shared/types.js").Player} Player */

/** The decisions behind a figure. @typedef {{title: string, events: number[], isOfRolls: boolean}} Behind */

/**
 * A row: what is counted, its formula, and for each player the figure and the events behind it; null leaves a cell empty.
 * @typedef {object} Row
 * @property {string} label
 * @property {string} [formula]
 * @property {(figures: Figures, player: Player) => {shown: string, more?: string, events: readonly number[]} | null} cell
 * @property {boolean} [isOfRolls]
 */

export class ReviewSummary {
  #isWaiting = false;
  /** The game whose figures are shown; 0 for the whole match. */
  #game = 0;

  /**
   * @param {object} options
   * @param {ReviewData} options.data
   * @param {{white: string, black: string}} options.names
   * @param {boolean} options.isMoney
   * @param {(behind: Behind) => void} options.onOpen
   */
  constructor({ data, names, isMoney, onOpen }) {
    this.data = data;
    this.names = names;
    this.isMoney = isMoney;
    this.onOpen = onOpen;
    this.games = element("select", { id: "figures-game", onchange: () => this.#choose(Number(this.games.value)) });
    this.choice = element("label", { class: "figures-game", for: "figures-game" }, element("span", { class: "hidden-words" }, text("Figures for")), this.games);
    this.body = element("div");
    this.element = element("div", { class: "figures" }, this.choice, this.body);
    data.listen(() => this.refresh());
  }

  /** @param {number} game */
  #choose(game) {
    this.#game = game;
    this.refresh();
  }

  /** Make the table again before the next frame, if it is visible; `refresh` is called when it becomes so. */
  refresh() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      if (this.element.checkVisibility()) this.show();
    });
  }

  /** Make the table now. */
  show() {
    const { data } = this;
    this.choice.hidden = data.games.length < 2;
    if (!data.games.some(({ game }) => game === this.#game)) this.#game = 0;
    if (this.games.options.length !== data.games.length + 1) {
      setChildren(this.games, element("option", { value: 0 }, this.isMoney ? text("The whole session") : text("The whole match")), ...data.games.map(({ game }) => element("option", { value: game }, text("Game {game}", { game }))));
    }
    this.games.value = String(this.#game);
    const figures = this.#game ? data.games.find(({ game }) => game === this.#game)?.figures : data.figures;
    if (!figures) return setChildren(this.body, element("p", { class: "soft" }, text("There are no figures yet: analyse the match first.")));
    const opened = new Set([...this.body.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.row));
    const focused = /** @type {HTMLElement | null} */ (this.body.contains(document.activeElement) ? document.activeElement : null)?.dataset.cell;
    setChildren(
      this.body,
      ...this.#sections(figures.white).map(({ title, rows }) => this.#table(title, rows, figures, opened)),
      element("p", { class: "soft small-words" }, text("Two strong programs differ by about 0.4 PR for a player and a match: a difference of a few tenths says nothing.")),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-cell="${CSS.escape(focused)}"]`))?.focus();
  }

  /**
   * @param {string} title
   * @param {Row[]} rows
   * @param {{white: Figures, black: Figures}} figures
   * @param {ReadonlySet<string | undefined>} opened
   */
  #table(title, rows, figures, opened) {
    return element(
      "table",
      { class: "figures-table" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, title), ...PLAYERS.map((player) => element("th", { scope: "col" }, this.names[player])))),
      element(
        "tbody",
        {},
        ...rows.map((row) => element("tr", {}, element("th", { scope: "row" }, rowName(row, opened)), ...PLAYERS.map((player) => element("td", { class: "numbers" }, this.#cell(row, figures[player], player))))),
      ),
    );
  }

  /** @param {Row} row @param {Figures} figures @param {Player} player */
  #cell(row, figures, player) {
    const found = row.cell(figures, player);
    if (!found) return "–";
    const { shown, more, events } = found;
    const inner = [shown, more ? element("small", {}, more) : null];
    if (events.length === 0) return element("span", { class: "figure" }, ...inner);
    const title = `${row.label}, ${this.names[player]}`;
    const action = text("List the decisions");
    const open = () => this.onOpen({ title, events: [...events], isOfRolls: row.isOfRolls ?? false });
    const figure = text("{what}: {words}", { what: title, words: [shown, more].filter(Boolean).join(", ") });
    return element("button", { type: "button", class: "figure", dataset: { cell: `${row.label} ${player}` }, "aria-label": `${figure}. ${action}`, onclick: open }, ...inner);
  }

  /** @param {Figures} sample @returns {{title: string, rows: Row[]}[]} */
  #sections(sample) {
    const rate = (/** @type {number} */ value) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const lost = (/** @type {Tally} */ tally) => ({ shown: formatEquity(-tally.loss), more: String(tally.count), events: tally.events });
    const all = (/** @type {Figures} */ { plays, cube }) => ordered(plays.events, cube.events);
    return [
      {
        title: text("Decisions"),
        rows: [
          {
            label: text("PR"),
            formula: text("eXtreme Gammon's: 500 × equity lost ÷ decisions. Counted are plays with a choice that matters, doubles, rolls where a double was close, and answers to doubles."),
            cell: (figures) => ({ shown: rate(figures.pr), more: figures.band, events: ordered(figures.plays.events, figures.doubles.events, figures.answers.events) }),
          },
          { label: text("Equity lost"), formula: text("By all plays and cube decisions together; below it the same as a chance to win the match."), cell: (figures) => ({ shown: formatEquity(-figures.loss), ...(this.isMoney ? {} : { more: formatChance(-figures.match_loss) }), events: all(figures) }) },
          { label: text("Checker plays"), formula: text("What they lost, and how many counted."), cell: ({ plays }) => lost(plays) },
          { label: text("Doubling"), formula: text("What doubling and not doubling lost, and how many decisions counted."), cell: ({ doubles }) => lost(doubles) },
          { label: text("Takes and passes"), formula: text("What the answers to doubles lost, and how many there were."), cell: ({ answers }) => lost(answers) },
          ...(PLAYERS.some((player) => (this.data.figures?.[player].resignations.count ?? 0) > 0) ? [{ label: text("Resignations"), formula: text("They do not count in the error rates."), cell: (/** @type {Figures} */ { resignations }) => lost(resignations) }] : []),
        ],
      },
      { title: text("Marks"), rows: [...[...MARKS].reverse().map((mark) => this.#markRow(mark)), ...this.#cubeErrorRows(sample)] },
      {
        title: text("Other rates"),
        rows: [
          { label: text("GNU Backgammon"), formula: text("1000 × equity lost ÷ (plays with a choice + close or actual cube decisions)."), cell: (figures) => ({ shown: rate(figures.gnubg_rate), events: all(figures) }) },
          { label: text("GNU Backgammon, plays"), formula: text("1000 × equity lost by plays ÷ plays with a choice."), cell: (figures) => ({ shown: rate(figures.gnubg_play_rate), events: figures.plays.events }) },
          { label: text("GNU Backgammon, cube"), formula: text("1000 × equity lost with the cube ÷ close or actual cube decisions."), cell: (figures) => ({ shown: rate(figures.gnubg_cube_rate), events: figures.cube.events }) },
          { label: text("Snowie"), formula: text("1000 × equity lost ÷ turns of both players."), cell: (figures) => ({ shown: rate(figures.snowie_rate), events: all(figures) }) },
        ],
      },
      { title: text("Luck"), rows: this.#luckRows() },
    ];
  }

  /** @param {(typeof MARKS)[number]} mark @returns {Row} */
  #markRow(mark) {
    return {
      label: markTitle(mark),
      formula: text("Decisions that lost at least {loss}. The limits are in the settings.", { loss: formatNumber(settings().marks[mark], { minimumFractionDigits: 3 }) }),
      cell: (_, player) => {
        const found = this.data.decisions.filter((one) => one.player === player && !one.forced && kindOf(one) !== "resignation" && (!this.#game || one.game === this.#game) && markOf(one.loss) === mark);
        return { shown: String(found.length), events: found.map(({ event }) => event) };
      },
    };
  }

  /** Rows for the kinds of cube errors that were made. @param {Figures} sample @returns {Row[]} */
  #cubeErrorRows(sample) {
    const kinds = Object.keys(sample.cube_errors).filter((kind) => PLAYERS.some((player) => (this.data.figures?.[player].cube_errors[kind]?.count ?? 0) > 0));
    return kinds.map((kind) => ({
      label: sample.cube_errors[kind]?.label ?? kind,
      cell: ({ cube_errors: errors }) => {
        const tally = errors[kind];
        return tally && tally.count > 0 ? { shown: String(tally.count), more: formatEquity(-tally.loss), events: tally.events } : null;
      },
    }));
  }

  /** @returns {Row[]} */
  #luckRows() {
    const { isMoney } = this;
    /** @param {keyof Figures["luck"]} name @param {string} label @returns {Row} */
    const rolls = (name, label) => ({
      label,
      isOfRolls: true,
      cell: ({ luck }) => ({ shown: String(/** @type {number[]} */ (luck[name]).length), events: /** @type {number[]} */ (luck[name]) }),
    });
    return [
      {
        label: text("Luck"),
        formula: text("For every roll, the equity after its best play minus the average of all rolls, added up; below it the same as a chance to win the match, or in points."),
        isOfRolls: true,
        cell: ({ luck }, player) => ({ shown: formatEquity(luck.sum), more: isMoney ? formatSigned(luck.points) : formatChance(luck.match), events: this.#rollsOf(player) }),
      },
      { label: text("Own luck minus the opponent's"), cell: ({ luck }) => ({ shown: formatEquity(luck.difference), events: [] }) },
      rolls("very_lucky", text("Jokers")),
      rolls("very_unlucky", text("Very unlucky rolls")),
      {
        label: text("Luck-adjusted result"),
        formula: isMoney ? text("Points won, minus the player's own luck, plus the opponent's.") : text("Half the match won or lost (±50%), minus the player's own luck, plus the opponent's."),
        cell: ({ luck_adjusted_result: result }) => (result === null ? null : { shown: isMoney ? formatSigned(result) : formatChance(result), events: [] }),
      },
    ];
  }

  /** @param {Player} player */
  #rollsOf(player) {
    return this.data.rolls.filter((roll) => roll.player === player && (!this.#game || roll.game === this.#game)).map(({ event }) => event);
  }
}

/** @param {Row} row @param {ReadonlySet<string | undefined>} opened */
function rowName({ label, formula }, opened) {
  if (!formula) return label;
  return element("details", { class: "formula", open: opened.has(label), dataset: { row: label } }, element("summary", { title: formula }, label), element("p", {}, formula));
}

/** @param {...readonly number[]} lists */
function ordered(...lists) {
  return lists.flat().sort((one, other) => one - other);
}

/** @param {number} value a chance, with its sign */
function formatChance(value) {
  return formatNumber(value, { style: "percent", signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @param {number} value */
function formatSigned(value) {
  return formatNumber(value, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
