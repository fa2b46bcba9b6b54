/** The analysis of a position that belongs to no match: how deeply to look, the progress, and the panel with what was found. */

import { element } from "../shared/dom.js";
import { radioGroup } from "../shared/form-fields.js";
import { storedItem, storeItem } from "../shared/storage.js";
import { text } from "../shared/translations.js";
import { DecisionPanel } from "./decision-panel.js";
import { DEPTHS, depthName } from "./depths.js";
import { JobProgress } from "./job-progress.js";
import { PositionSource } from "./sources.js";

/** @typedef {import("./sources.js").DepthName} DepthName */

const KEY = "sixprime.depth";

/** The part of a page that analyses a position. */
export class PositionAnalysis {
  /** @param {import("../../board/element.js").BackgammonBoard} board */
  constructor(board) {
    this.panel = new DecisionPanel({ board });
    this.depths = radioGroup(text("Depth"), "depth", depthChoices(), this.depth, (chosen) => this.#chooseDepth(/** @type {DepthName} */ (chosen)), "depths");
    this.element = element("div", { class: "position-analysis" }, this.depths, this.#progress.element, this.panel.element);
  }

  /** How deeply positions are analysed. @type {DepthName} */
  depth = DEPTHS.find((one) => one === storedItem(KEY)) ?? "deep";
  #progress = new JobProgress();
  /** @type {PositionSource | null} */
  #source = null;

  /** Analyse another position. The board shows it already. @param {string} id */
  analyse(id) {
    this.clear();
    this.#source = new PositionSource(id);
    this.panel.source = this.#source;
    this.#run();
  }

  /** End the analysis, and show nothing. */
  clear() {
    this.#progress.abandon();
    this.#source = null;
    this.panel.clear();
  }

  /** @param {DepthName} chosen */
  #chooseDepth(chosen) {
    this.depth = chosen;
    storeItem(KEY, chosen);
    if (this.#source) this.#run();
  }

  #run() {
    const source = this.#source;
    if (!source) return;
    this.#progress.abandon();
    void this.#progress.run((listener) => source.analyse(this.depth, listener), {
      result: (decision) => this.panel.show(decision, { wasAsked: true }),
      progress: () => {
        if (this.#progress.hadFocus) /** @type {HTMLElement | null} */ (this.depths.querySelector("input:checked"))?.focus({ preventScroll: true });
        this.#progress.hadFocus = false;
      },
    });
  }
}

function depthChoices() {
  const titles = {
    instant: text("The net alone, without looking ahead"),
    fast: text("One ply ahead, two where it is close"),
    deep: text("Two plies ahead, close decisions played out briefly"),
    rollout: text("Played out 1,296 times"),
  };
  return DEPTHS.map((depth) => ({ value: depth, label: depthName(depth), title: titles[depth] }));
}
