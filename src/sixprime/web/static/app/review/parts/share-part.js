/** What can be done with the position that is shown: play on from it, make a card of it, copy a link to it or its ids, open the editor. */

import { addToPractice } from "../../practice/adding.js";
import { errorMessage } from "../../shared/api.js";
import { button, element, icon, iconButton, setChildren } from "../../shared/dom.js";
import { copyText, idList } from "../../shared/id-list.js";
import { showToast } from "../../shared/shell.js";
import { text } from "../../shared/translations.js";

/** @typedef {import("../../replay/frames.js").Frame} Frame */
/** @typedef {import("../../shared/types.js").Player} Player */
/** @typedef {{ids: Record<string, string | null> | null, defects: string[]}} Situation */

/**
 * What the page can do for it.
 * @typedef {object} ShareHost
 * @property {(version: number) => string} link
 * @property {(frame: Frame) => Promise<Situation>} situation
 * @property {(player: Player, ids: Record<string, string | null>) => Promise<unknown>} playOn start a match from there, as this player
 * @property {string | null} diceLink
 * @property {(depth: string) => string} [fileLink] where the analysis can be had as one page that needs no server
 */

/** How many milliseconds after a step the ids are requested. */
const PAUSE = 250;

/** Nobody is on roll while a resignation is decided about. */
const RESIGNATIONS = new Set(["resign", "accept", "decline"]);

export class SharePart {
  /** @type {Frame | null} */
  #frame = null;
  #version = 0;
  /** @type {Player | null} */
  #player = null;
  /** @type {number | undefined} */
  #timer;

  /** @param {ShareHost} host */
  constructor(host) {
    this.host = host;
    this.ids = element("div", { class: "ids" });
    this.details = element("details", { ontoggle: () => this.#showIds() }, element("summary", {}, text("IDs of this position")), this.ids);
    this.playOn = button(text("Play on"), { icon: "bot", kind: "small", title: text("Play on from here against the bot"), "aria-label": text("Play on from here against the bot"), onclick: () => void this.#playOn() });
    this.file = element("a", { class: "icon-button", download: "", hidden: true, "aria-label": text("Save the analysis as one page"), title: text("Save the analysis as one page") }, icon("download"));
    this.element = element(
      "div",
      { class: "sharing" },
      element(
        "div",
        { class: "buttons" },
        this.playOn,
        iconButton(text("Copy a link to this position"), "share", { onclick: () => void copyText(host.link(this.#version), text("Link copied.")) }),
        iconButton(text("Add to practice"), "add", { onclick: () => void this.#withIds((ids) => addToPractice(ids["xgid"] ?? null)) }),
        iconButton(text("Open in the editor"), "list", { onclick: () => void this.#openEditor() }),
        host.diceLink ? element("a", { class: "icon-button", href: host.diceLink, "aria-label": text("Check the dice of this match"), title: text("Check the dice of this match") }, icon("shield")) : null,
        this.file,
      ),
      this.details,
    );
  }

  /**
   * @param {Frame} frame as the board shows it
   * @param {number} version of the match, for the link
   * @param {Player | null} player who decides, and so plays on
   */
  show(frame, version, player) {
    this.#frame = frame;
    this.#version = version;
    this.#player = player;
    this.playOn.disabled = frame.isEnd || player === null || RESIGNATIONS.has(frame.action);
    this.#showIds();
  }

  /** Offer the analysis of a depth as a file; null: there is none. @param {string | null} depth */
  offerFile(depth) {
    this.file.hidden = depth === null || !this.host.fileLink;
    if (depth !== null && this.host.fileLink) this.file.href = this.host.fileLink(depth);
  }

  /** Request the ids of the position after a short pause. */
  #showIds() {
    window.clearTimeout(this.#timer);
    if (this.details.open) this.#timer = window.setTimeout(() => void this.#fetchIds(), PAUSE);
  }

  async #fetchIds() {
    const frame = this.#frame;
    if (!frame) return;
    try {
      const found = await this.host.situation(frame);
      if (frame !== this.#frame) return;
      setChildren(this.ids, found.ids ? idList(found.ids) : element("p", { class: "soft" }, found.defects.join(" ")));
    } catch (problem) {
      setChildren(this.ids, element("p", { class: "soft" }, errorMessage(problem)));
    }
  }

  #openEditor() {
    return this.#withIds((ids) => location.assign(`/editor#${ids["xgid"]}`));
  }

  async #playOn() {
    const player = this.#player;
    if (player) await this.#withIds((ids) => this.host.playOn(player, ids));
  }

  /** Do something with the ids of the position, or say why there are none. @param {(ids: Record<string, string | null>) => unknown} act */
  async #withIds(act) {
    if (!this.#frame) return;
    try {
      const { ids, defects } = await this.host.situation(this.#frame);
      if (ids?.["xgid"]) await act(ids);
      else showToast(defects.join(" "), { kind: "bad" });
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  }
}
