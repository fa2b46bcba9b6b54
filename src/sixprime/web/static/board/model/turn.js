/**
 * A roll being played step by step. The graph that comes with the state says which steps are legal; nothing here knows
 * the rules. A turn is immutable: each step, undo or swap returns a new one.
 */

import { OFF } from "./places.js";

/** @typedef {import("../types.js").Edge} Edge */
/** @typedef {import("../types.js").Graph} Graph */

/** The dice of a roll in the order shown: the higher one on the left, or four equal dice. @param {readonly number[]} roll */
export function diceOf(roll) {
  const [one = 0, two = 0] = roll;
  return one === two ? [one, one, one, one] : one > two ? [one, two] : [two, one];
}

/** A roll with the steps made so far. */
export class Turn {
  /**
   * @param {Graph} graph
   * @param {readonly number[]} dice from left to right
   * @param {readonly Edge[]} made the steps made so far
   */
  constructor(graph, dice, made = []) {
    this.graph = graph;
    this.dice = dice;
    this.made = made;
  }

  /** @param {Graph} graph @param {readonly number[]} roll */
  static begin(graph, roll) {
    return new Turn(graph, diceOf(roll));
  }

  /** The legal next steps. @returns {readonly Edge[]} */
  get edges() {
    return this.graph.nodes[this.made.at(-1)?.[4] ?? 0] ?? [];
  }

  /** Whether no further step is possible, so that the play can be sent. */
  get isComplete() {
    return this.edges.length === 0;
  }

  /** Whether the roll has no legal move at all. */
  get isDance() {
    return this.made.length === 0 && this.isComplete;
  }

  get isDouble() {
    return this.dice.length > 2;
  }

  /** The steps made so far, in the form in which a play is sent. @returns {[number, number][]} */
  get steps() {
    return this.made.map(([source, target]) => [source, target]);
  }

  /** How many checkers the steps made so far have hit. */
  get hits() {
    return this.made.reduce((sum, edge) => sum + edge[3], 0);
  }

  /** The dice from left to right, and which of them have been played. */
  get diceShown() {
    const played = this.made.map((edge) => edge[2]);
    return this.dice.map((value) => {
      const place = played.indexOf(value);
      if (place >= 0) played.splice(place, 1);
      return { value, isPlayed: place >= 0 };
    });
  }

  /** The dice not yet played, from left to right. */
  get diceLeft() {
    return this.diceShown.filter((die) => !die.isPlayed).map((die) => die.value);
  }

  get canSwap() {
    return this.made.length === 0 && !this.isDouble;
  }

  /** The turn with its dice swapped, which is possible before the first step. */
  swapped() {
    return this.canSwap ? new Turn(this.graph, [...this.dice].reverse()) : this;
  }

  /** @param {Edge} edge one of `edges` */
  step(edge) {
    return new Turn(this.graph, this.dice, [...this.made, edge]);
  }

  /**
   * The turn after a tap on a point, which plays the left die if that is possible from there, else the right one.
   * @param {number} source
   * @param {boolean} [isAlternate] try the right die first
   * @returns {Turn | null}
   */
  tap(source, isAlternate = false) {
    const dice = isAlternate ? this.diceLeft.reverse() : this.diceLeft;
    for (const die of dice) {
      const edge = this.edges.find((one) => one[0] === source && one[2] === die);
      if (edge) return this.step(edge);
    }
    return null;
  }

  /**
   * Every point that the checker on `source` can reach by one die or by several in a row, with the turn after it. Of
   * several ways to a point the shortest is chosen, then the one with the fewest hits, then the one by the smaller die.
   * @param {number} source
   * @returns {Map<number, Turn>}
   */
  destinations(source) {
    /** @type {Map<number, Turn>} */
    const found = new Map();
    /** @type {[number, Turn][]} */
    let frontier = [[source, this]];
    while (frontier.length) {
      /** @type {Map<number, Turn>} */
      const arrivals = new Map();
      for (const [place, turn] of frontier) {
        for (const edge of turn.edges) {
          if (edge[0] !== place) continue;
          const known = arrivals.get(edge[1]);
          const after = turn.step(edge);
          if (!known || preference(after) < preference(known)) arrivals.set(edge[1], after);
        }
      }
      frontier = [...arrivals].filter(([target]) => target !== OFF);
      for (const [target, turn] of arrivals) if (!found.has(target)) found.set(target, turn);
    }
    return found;
  }

  /** @type {Map<number, Turn> | undefined} */
  #makeable;

  /** Every point that two checkers can be brought to, with the shortest turn that does it. @returns {ReadonlyMap<number, Turn>} */
  get makeable() {
    if (!this.#makeable) {
      const points = new Set(this.graph.nodes.flat().map((edge) => edge[1]).filter((target) => target !== OFF));
      /** @type {[number, Turn | null][]} */
      const found = [...points].map((point) => [point, this.#making(point)]);
      this.#makeable = new Map(/** @type {[number, Turn][]} */ (found.filter(([, turn]) => turn !== null)));
    }
    return this.#makeable;
  }

  /** The shortest turn that brings two checkers to a point; of several, one with the fewest hits. @param {number} point @returns {Turn | null} */
  #making(point) {
    /** @type {Map<number, {cost: number, edge: Edge | null}>} */
    const known = new Map();
    /** The cheapest way from a node with so many checkers missing. @type {(node: number, missing: number) => {cost: number, edge: Edge | null}} */
    const best = (node, missing) => {
      if (missing === 0) return { cost: 0, edge: null };
      const key = 4 * node + missing;
      const found = known.get(key);
      if (found) return found;
      /** @type {{cost: number, edge: Edge | null}} */
      let top = { cost: Infinity, edge: null };
      for (const edge of this.graph.nodes[node] ?? []) {
        const cost = STEP_COST + edge[3] + best(edge[4], missing + missingAfter(edge, point)).cost;
        if (cost < top.cost) top = { cost, edge };
      }
      known.set(key, top);
      return top;
    };
    /** @type {Turn} */
    let turn = this;
    let missing = 2;
    while (missing > 0) {
      const { edge } = best(turn.made.at(-1)?.[4] ?? 0, missing);
      if (!edge) return null;
      missing += missingAfter(edge, point);
      turn = turn.step(edge);
    }
    return turn;
  }

  /** The turn without its last step. */
  undo() {
    return new Turn(this.graph, this.dice, this.made.slice(0, -1));
  }

  /** The turn without any step. */
  restarted() {
    return new Turn(this.graph, this.dice);
  }

  /** How many of the checkers moved in this turn stand on each point. @returns {Map<number, number>} */
  get movedCheckers() {
    /** @type {Map<number, number>} */
    const landed = new Map();
    for (const [source, target] of this.made) {
      const standing = landed.get(source) ?? 0;
      if (standing) landed.set(source, standing - 1);
      landed.set(target, (landed.get(target) ?? 0) + 1);
    }
    return new Map([...landed].filter(([, count]) => count > 0));
  }

  /**
   * The indices of all steps of the checker that arrived last on a point.
   * @param {number} point
   * @returns {number[]}
   */
  stepsOfChecker(point) {
    if (!this.movedCheckers.has(point)) return [];
    const leg = [];
    let at = point;
    for (let number = this.made.length - 1; number >= 0; number--) {
      if (this.made[number]?.[1] === at) {
        leg.unshift(number);
        at = this.made[number]?.[0] ?? OFF;
      }
    }
    return leg;
  }

  /**
   * The turn after a moved checker is taken back by some of its steps, by default all of them. Later steps that are not
   * possible without them are taken back as well.
   * @param {number} point where the checker is now
   * @param {number} [keep] how many of its steps are kept
   * @returns {Turn | null} null if no moved checker is there
   */
  takenBack(point, keep = 0) {
    const gone = this.stepsOfChecker(point).slice(keep);
    if (gone.length === 0) return null;
    const rest = this.made.filter((_, number) => !gone.includes(number));
    return this.restarted().withSteps(rest) ?? new Turn(this.graph, this.dice, this.made.slice(0, gone[0]));
  }

  /**
   * The turn after these steps, in this order or, if that is impossible, in another one; null if there is none.
   * @param {readonly (readonly number[])[]} wanted source, target and, optionally, die
   * @returns {Turn | null}
   */
  withSteps(wanted) {
    const [first] = wanted;
    if (!first) return this;
    for (const next of new Set([first, ...wanted])) {
      const [source, target, die] = next;
      const rest = wanted.filter((one) => one !== next);
      const fitting = this.edges.filter(
        (edge) => edge[0] === source && edge[1] === target && (die === undefined || edge[2] === die),
      );
      for (const edge of fitting.sort((one, two) => one[2] - two[2])) {
        const after = this.step(edge).withSteps(rest);
        if (after) return after;
      }
    }
    return null;
  }

  /**
   * Every point that the checker on a point can be dragged to, with the turn after it. A checker that has been moved can
   * also go back along its way, or to any point that it could have reached from its start.
   * @param {number} point
   * @returns {Map<number, Turn>}
   */
  dragTargets(point) {
    const found = this.destinations(point);
    const leg = this.stepsOfChecker(point);
    leg.forEach((number, keep) => {
      const stop = this.made[number]?.[0] ?? OFF;
      const back = this.takenBack(point, keep);
      if (back && !found.has(stop)) found.set(stop, back);
    });
    const start = leg.length ? this.made[leg[0] ?? 0]?.[0] : undefined;
    const back = this.takenBack(point);
    if (start !== undefined && back) {
      for (const [target, turn] of back.destinations(start)) {
        if (target !== point && !found.has(target)) found.set(target, turn);
      }
    }
    return found;
  }

  /** The complete turn, if all legal plays lead to the same position; else null. @returns {Turn | null} */
  get forced() {
    /** @type {Turn | null} */
    let only = null;
    let result = "";
    const seen = new Set();
    /** @type {Turn[]} */
    const open = [this];
    while (open.length) {
      const turn = /** @type {Turn} */ (open.pop());
      const key = resultKey(turn.made);
      const mark = `${turn.made.at(-1)?.[4] ?? 0}:${key}`;
      if (seen.has(mark)) continue;
      seen.add(mark);
      if (turn.isComplete) {
        if (only && key !== result) return null;
        only = turn;
        result = key;
      }
      for (const edge of turn.edges) open.push(turn.step(edge));
    }
    return only;
  }

  /** The complete turn that bears off the most checkers and, among those, moves the most pips. @returns {Turn} */
  get greediest() {
    /** @type {Map<number, {off: number, pips: number, edge: Edge | null}>} */
    const known = new Map();
    const best = (/** @type {number} */ node) => {
      const found = known.get(node);
      if (found) return found;
      /** @type {{off: number, pips: number, edge: Edge | null}} */
      let top = { off: 0, pips: 0, edge: null };
      for (const edge of this.graph.nodes[node] ?? []) {
        const after = best(edge[4]);
        const off = after.off + (edge[1] === OFF ? 1 : 0);
        const pips = after.pips + edge[0] - edge[1];
        if (!top.edge || off > top.off || (off === top.off && pips > top.pips)) top = { off, pips, edge };
      }
      known.set(node, top);
      return top;
    };
    /** @type {Turn} */
    let turn = this;
    for (let next = best(turn.made.at(-1)?.[4] ?? 0); next.edge; next = best(next.edge[4])) turn = turn.step(next.edge);
    return turn;
  }
}

/** What a step costs in the search for the shortest way to make a point; a hit costs 1. */
const STEP_COST = 10;

/** How many checkers more are missing on a point after a step. @param {Edge} edge @param {number} point */
function missingAfter(edge, point) {
  return Number(edge[0] === point) - Number(edge[1] === point);
}

/** How to rank several ways to a point; smaller is better. @param {Turn} turn */
function preference(turn) {
  return 10 * turn.hits + (turn.made.at(-1)?.[2] ?? 0);
}

/** A key that is equal for plays with the same result. @param {readonly Edge[]} made */
function resultKey(made) {
  /** @type {Map<string, number>} */
  const changes = new Map();
  const change = (/** @type {string} */ name, /** @type {number} */ by) =>
    changes.set(name, (changes.get(name) ?? 0) + by);
  for (const [source, target, , hits] of made) {
    change(String(source), -1);
    change(String(target), 1);
    if (hits) change(`hit ${target}`, 1);
  }
  return [...changes]
    .filter(([, by]) => by !== 0)
    .sort()
    .join(" ");
}
