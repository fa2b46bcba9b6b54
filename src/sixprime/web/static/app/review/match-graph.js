/**
 * The graph of winning chances over a match or a game, with marks for errors and jokers. It is operated like a slider,
 * by pointer and keyboard, and the same numbers are in a table below it, which is made when it is opened.
 */

import { opponent } from "../../board/model/places.js";
import { round, setTransform, svgElement } from "../../board/drawing/svg.js";
import { element, setChildren } from "../shared/dom.js";
import { rollNotation } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";
import { formatEquity, formatPercent } from "../analysis/equities.js";
import { isAtLeast, lossText, luckName, markOf } from "../analysis/marks.js";

/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../analysis/marks.js").RollLuck} RollLuck */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {"match" | "game"} View */

/** A roll on the graph, and the errors between it and the next one. @typedef {{roll: RollLuck, chance: number, errors: Decision[]}} Point */

/** The shapes of marks around the origin; each is unlike the others without its colour. */
const SHAPES = {
  error: "M0-5 5.5 4.5H-5.5Z",
  blunder: "M0-6.5 6.5 0 0 6.5-6.5 0Z",
  joker: "M0-6.5 1.9-2 6.5-2 2.8 1.1 4.2 6 0 3.1-4.2 6-2.8 1.1-6.5-2-1.9-2Z",
  unlucky: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0Z",
};

/** @typedef {keyof typeof SHAPES} Shape */

/** With more rolls than this the marks are smaller. */
const MANY = 250;

export class MatchGraph {
  /** @type {Point[]} */
  #points = [];
  #width = 0;
  #height = 0;
  /** @type {View} */
  #view = "match";
  #game = 1;
  #event = -1;
  /** The colour whose chances are shown. @type {Player} */
  #side;
  #isWaiting = false;

  /**
   * @param {object} options
   * @param {ReviewData} options.data
   * @param {{white: string, black: string}} options.names
   * @param {Player} options.side whose chances are shown, from the bottom up
   * @param {number | null} options.length of the match
   * @param {(event: number) => void} options.onChoose called with the number of a decision's or a roll's event
   */
  constructor({ data, names, side, length, onChoose }) {
    this.data = data;
    this.names = names;
    this.onChoose = onChoose;
    this.isMoney = length === null;
    this.#side = side;
    this.picture = svgElement("svg", { class: "graph-picture", "aria-hidden": "true" });
    this.line = svgElement("line", { class: "graph-now" });
    this.words = element("output", { class: "graph-words numbers" });
    this.slider = element(
      "div",
      {
        class: "graph-slider",
        role: "slider",
        tabindex: "0",
        "aria-valuemin": 0,
        "aria-orientation": "horizontal",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#onPointer(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#onHover(event),
        onpointerleave: () => this.#tell(this.#place),
      },
      this.picture,
    );
    this.views = element("div", { class: "graph-views", role: "group", "aria-label": text("What the graph shows") }, this.#viewButton("match", this.isMoney ? text("All games") : text("Match")), this.#viewButton("game", text("Game")));
    this.table = element("div", { class: "graph-rows", tabindex: "0", role: "region", "aria-label": text("Winning chances as a table") });
    this.details = element("details", { class: "graph-table", ontoggle: () => this.#fillTable() }, element("summary", {}, text("As a table")), this.table);
    this.element = element("section", { class: "graph", hidden: true, "aria-label": text("Winning chances") }, element("div", { class: "graph-head" }, this.views, this.words), this.slider, element("div", { class: "graph-foot" }, legend(), this.details));
    data.listen(() => this.refresh());
    new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width === this.#width && height === this.#height) return;
      [this.#width, this.#height] = [width, height];
      this.#draw();
    }).observe(this.slider);
  }

  /** @param {View} view @param {string} label */
  #viewButton(view, label) {
    return element("button", { type: "button", class: "chip", "aria-pressed": String(view === this.#view), dataset: { view }, onclick: () => this.#show(view) }, label);
  }

  /** @param {View} view */
  #show(view) {
    this.#view = view;
    for (const one of this.views.children) one.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (one).dataset.view === view));
    this.#update();
  }

  /** Draw again before the next frame: while an analysis runs, there may be many changes a second. */
  refresh() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#update();
    });
  }

  /** Draw at once for a certain size, such as that of paper. @param {number} width @param {number} height */
  drawAt(width, height) {
    [this.#width, this.#height] = [width, height];
    this.#update();
  }

  /** Show which event the page shows. @param {number} event @param {number} game counted from 1 */
  mark(event, game) {
    this.#event = event;
    if (game !== this.#game) {
      this.#game = game;
      if (this.#view === "game") return this.refresh();
    }
    this.#markNow();
  }

  #update() {
    const rolls = this.data.rolls;
    const isEnough = rolls.length > 1;
    this.element.hidden = !isEnough;
    if (!isEnough) return;
    const shown = this.#view === "game" ? rolls.filter((roll) => roll.game === this.#game) : rolls;
    this.#points = shown.map((roll) => ({ roll, chance: this.#chanceOf(roll), errors: [] }));
    this.#addErrors();
    this.slider.setAttribute("aria-valuemax", String(Math.max(this.#points.length - 1, 0)));
    this.slider.setAttribute("aria-label", this.#isOfMatch ? text("Chances of {player} to win the match", { player: this.names[this.#side] }) : text("Chances of {player} to win the game", { player: this.names[this.#side] }));
    this.#draw();
    if (this.details.open) this.#fillTable();
  }

  get #isOfMatch() {
    return this.#view === "match" && !this.isMoney;
  }

  /** The chance of the side that is shown. @param {RollLuck} roll @param {boolean} [isOfMatch] */
  #chanceOf(roll, isOfMatch = this.#isOfMatch) {
    const chance = isOfMatch ? (roll.match_chance ?? roll.win_chance) : roll.win_chance;
    return roll.player === this.#side ? chance : 1 - chance;
  }

  /** Put every error to the last roll before it. */
  #addErrors() {
    for (const decision of this.data.decisions) {
      if (decision.forced || !isAtLeast(markOf(decision.loss), "inaccuracy")) continue;
      if (this.#view === "game" && decision.game !== this.#game) continue;
      this.#points[this.#placeOf(decision.event)]?.errors.push(decision);
    }
  }

  /** The place of the last roll that is not after an event, or of the first. @param {number} event */
  #placeOf(event) {
    let [low, high] = [0, this.#points.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (/** @type {Point} */ (this.#points[middle]).roll.event <= event) low = middle;
      else high = middle - 1;
    }
    return Math.max(low, 0);
  }

  get #place() {
    return this.#placeOf(this.#event);
  }

  /** @param {number} place */
  #x(place) {
    return 8 + ((this.#width - 16) * place) / Math.max(this.#points.length - 1, 1);
  }

  /** @param {number} chance */
  #y(chance) {
    return 8 + (this.#height - 16) * (1 - chance);
  }

  #draw() {
    if (!this.#width || !this.#height || this.#points.length === 0) return;
    const [width, height] = [this.#width, this.#height];
    this.picture.setAttribute("viewBox", `0 0 ${round(width)} ${round(height)}`);
    const line = this.#points.map(({ chance }, place) => `${round(this.#x(place))} ${round(this.#y(chance))}`).join("L");
    const middle = round(this.#y(0.5));
    this.picture.replaceChildren(
      svgElement("path", { class: "graph-area", d: `M${round(this.#x(0))} ${round(height)}L${line}L${round(this.#x(this.#points.length - 1))} ${round(height)}Z` }),
      svgElement("path", { class: "graph-half", d: `M0 ${middle}H${round(width)}` }),
      ...this.#gameLines(),
      svgElement("path", { class: "graph-line", d: `M${line}` }),
      svgElement("text", { class: "graph-name", x: 6, y: 13 }, this.names[this.#side]),
      svgElement("text", { class: "graph-name", x: 6, y: height - 5 }, this.names[opponent(this.#side)]),
      this.line,
      ...this.#marks(),
    );
    this.#markNow();
  }

  /** Lines between games. */
  #gameLines() {
    return this.#points.flatMap(({ roll }, place) => {
      const before = this.#points[place - 1];
      if (!before || before.roll.game === roll.game) return [];
      const x = round((this.#x(place - 1) + this.#x(place)) / 2);
      return svgElement("path", { class: "graph-game", d: `M${x} 0V${round(this.#height)}` });
    });
  }

  #marks() {
    const scale = this.#points.length > MANY ? 0.75 : 1;
    return this.#points.flatMap(({ roll, chance, errors }, place) => {
      const spot = { x: this.#x(place), y: this.#y(chance) };
      const made = errors.flatMap((decision) => {
        const mark = markOf(decision.loss);
        return mark === "error" || mark === "blunder" ? shape(mark, spot, scale, text("{what}: {words}", { what: decision.words, words: lossText(decision.loss) })) : [];
      });
      const luck = roll.mark === "very-lucky" ? "joker" : roll.mark === "very-unlucky" ? "unlucky" : null;
      // Jokers stand apart from the line, so that an error beside one can be seen.
      return luck ? [...made, shape(luck, { x: spot.x, y: spot.y > this.#height / 2 ? spot.y - 15 : spot.y + 15 }, scale, text("{what}: {words}", { what: rollNotation(roll.roll), words: luckName(roll.mark) }))] : made;
    });
  }

  #markNow() {
    if (this.#points.length === 0 || this.element.hidden) return;
    const x = String(round(this.#x(this.#place)));
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: "0", y2: String(this.#height) })) this.line.setAttribute(name, value);
    this.slider.setAttribute("aria-valuenow", String(this.#place));
    this.slider.setAttribute("aria-valuetext", this.#wordsAt(this.#place));
    this.#tell(this.#place);
  }

  /** @param {number} place */
  #tell(place) {
    this.words.textContent = this.#wordsAt(place);
  }

  /** @param {number} place */
  #wordsAt(place) {
    const point = this.#points[place];
    if (!point) return "";
    const { roll, chance, errors } = point;
    const notes = [luckName(roll.mark), ...errors.map(({ loss }) => lossText(loss))].filter(Boolean);
    return [text("Game {game}, {player} {roll}", { game: roll.game, player: this.names[roll.player], roll: rollNotation(roll.roll) }), `${this.names[this.#side]} ${formatPercent(chance, 1)}`, ...notes].join(" · ");
  }

  /** Choose a point: the worst error at it, else its roll. @param {number} place */
  #choose(place) {
    const point = this.#points[Math.max(0, Math.min(place, this.#points.length - 1))];
    if (!point) return;
    const [worst] = [...point.errors].sort((one, other) => other.loss - one.loss);
    this.onChoose(worst?.event ?? point.roll.event);
  }

  /** @param {PointerEvent} event */
  #placeUnder({ clientX }) {
    const { left } = this.slider.getBoundingClientRect();
    return Math.round(((clientX - left - 8) / Math.max(this.#width - 16, 1)) * (this.#points.length - 1));
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    if (event.button === 0) this.#choose(this.#placeUnder(event));
  }

  /** @param {PointerEvent} event */
  #onHover(event) {
    if (event.buttons === 1) this.#choose(this.#placeUnder(event));
    else this.#tell(Math.max(0, Math.min(this.#placeUnder(event), this.#points.length - 1)));
  }

  /** Left and right lead to rolls, up and down to marks. @param {KeyboardEvent} event */
  #onKey(event) {
    const place = this.#place;
    const marked = (/** @type {1 | -1} */ step) => {
      for (let at = place + step; this.#points[at]; at += step) {
        const { roll, errors } = /** @type {Point} */ (this.#points[at]);
        if (errors.length > 0 || roll.mark === "very-lucky" || roll.mark === "very-unlucky") return at;
      }
      return place;
    };
    /** @type {Record<string, () => number>} */
    const keys = {
      ArrowLeft: () => place - 1,
      ArrowRight: () => place + 1,
      ArrowUp: () => marked(1),
      ArrowDown: () => marked(-1),
      Home: () => 0,
      End: () => this.#points.length - 1,
    };
    const target = keys[event.key];
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#choose(target());
  }

  #fillTable() {
    if (!this.details.open) return;
    const heads = [text("Game"), text("Player"), text("Dice"), ...(this.isMoney ? [] : [text("Match")]), text("Game"), text("Luck"), text("Errors")];
    const rows = this.#points.map(({ roll, errors }) =>
      element(
        "tr",
        {},
        element("td", { class: "numbers" }, String(roll.game)),
        element("td", {}, this.names[roll.player]),
        element("td", {}, element("button", { type: "button", class: "to-roll numbers", onclick: () => this.onChoose(roll.event) }, rollNotation(roll.roll))),
        this.isMoney ? null : element("td", { class: "numbers" }, formatPercent(this.#chanceOf(roll, true), 1)),
        element("td", { class: "numbers" }, formatPercent(this.#chanceOf(roll, false), 1)),
        element("td", { class: "numbers" }, formatEquity(roll.luck), luckName(roll.mark) ? ` ${luckName(roll.mark)}` : ""),
        element("td", {}, errors.map(({ words, loss }) => text("{what}: {words}", { what: words, words: lossText(loss) })).join("; ")),
      ),
    );
    setChildren(
      this.table,
      element(
        "table",
        {},
        element("caption", {}, text("Chances of {player}", { player: this.names[this.#side] })),
        element("thead", {}, element("tr", {}, ...heads.map((words) => element("th", { scope: "col" }, words)))),
        element("tbody", {}, ...rows),
      ),
    );
  }
}

/**
 * @param {Shape} name
 * @param {{x: number, y: number}} spot
 * @param {number} scale
 * @param {string} words
 */
function shape(name, spot, scale, words) {
  const made = svgElement("path", { class: `graph-mark ${name}`, d: SHAPES[name] }, svgElement("title", {}, words));
  setTransform(made, spot, scale);
  return made;
}

/** What the shapes mean. */
function legend() {
  /** @type {[Shape, string][]} */
  const entries = [
    ["error", text("error")],
    ["blunder", text("blunder")],
    ["joker", text("joker")],
    ["unlucky", text("very unlucky roll")],
  ];
  return element(
    "ul",
    { class: "graph-legend" },
    ...entries.map(([name, words]) => element("li", {}, svgElement("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, svgElement("path", { class: `graph-mark ${name}`, d: SHAPES[name] })), words)),
  );
}
