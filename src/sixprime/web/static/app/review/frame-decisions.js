/** What a review knows about the frames of a match: which decisions each has, which of them to show, and their marks. */

import { isAtLeast, kindOf, markOf } from "../analysis/marks.js";

/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../replay/replay-moves.js").FrameMarks} FrameMarks */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */

/** Smaller losses are shown as nothing. */
const NOTHING = 0.0005;

export class FrameDecisions {
  /** The frames by the numbers of their events. @type {Map<number, number>} */
  #frameOfEvent;

  /**
   * @param {Frame[]} frames
   * @param {ReviewData} data
   */
  constructor(frames, data) {
    this.frames = frames;
    this.data = data;
    this.#frameOfEvent = new Map(frames.flatMap(({ events }, index) => events.map(({ event }) => [event, index])));
  }

  /** The index of the frame of an event; undefined if there is none. @param {number} event */
  indexOf(event) {
    return this.#frameOfEvent.get(event);
  }

  /** The frame of an event. @param {number} event */
  frameOf(event) {
    return this.frames[this.indexOf(event) ?? -1];
  }

  /**
   * The known decisions of a frame; of several, those that nobody would think about are left out.
   * @param {Frame} frame
   * @returns {Decision[]}
   */
  of(frame) {
    const known = this.#allOf(frame);
    return known.length > 1 ? known.filter((one) => one.kind === "play" || one.action !== "roll" || one.loss >= NOTHING || this.#isClose(one.event)) : known;
  }

  /** @param {Frame} frame */
  #allOf({ events }) {
    return events.flatMap(({ event }) => this.data.decision(event) ?? []);
  }

  /** Whether a roll without a double is among the cube decisions that count. @param {number} event */
  #isClose(event) {
    const { figures } = this.data;
    return Boolean(figures && (figures.white.doubles.events.includes(event) || figures.black.doubles.events.includes(event)));
  }

  /**
   * The decision of a frame to show, by the number of its event: the one that is asked for, else the worst error, else
   * the last one; null if none is known.
   * @param {Frame} frame
   * @param {number} [asked]
   */
  eventToShow(frame, asked) {
    if (asked !== undefined && this.data.decision(asked)) return asked;
    const known = this.of(frame);
    const worst = known.filter(({ loss, forced }) => !forced && isAtLeast(markOf(loss), "inaccuracy")).sort((one, other) => other.loss - one.loss)[0];
    return (worst ?? known.at(-1))?.event ?? null;
  }

  /** @param {Frame} frame @returns {FrameMarks} */
  marksOf(frame) {
    const known = this.#allOf(frame);
    const errors = known.flatMap((one) => {
      const mark = one.forced ? "none" : markOf(one.loss);
      return mark === "none" ? [] : { mark, loss: one.loss, isCube: kindOf(one) === "cube" };
    });
    const luck = frame.events.map(({ event }) => this.data.roll(event)?.mark ?? null).find(Boolean) ?? null;
    return { isKnown: known.length > 0, errors, luck };
  }

  /** What was done, in short: the notation of a play, or the words of an action. @param {number} event */
  describe(event) {
    const decision = this.data.decision(event);
    return (decision?.action === "roll" ? decision.words : this.frameOf(event)?.label) || (decision?.words ?? "");
  }
}
