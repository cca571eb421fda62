// A game between two agents that goes on for as long as somebody looks at the first page. Everybody sees the same one.

import { get } from "./api.js";
import { SPEEDS, stepShown } from "./board/playback.js";
import { Table } from "./board/table.js";
import { el, put } from "./dom.js";
import { loadGame } from "./games/kits.js";
import { nameOf } from "./opponents.js";
import { playerWords } from "./words.js";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Showcase {
  constructor() {
    this.playing = false;
    this.told = { number: 0, turn: 0 }; // the latest turn that was asked for
    this.frames = []; // positions that are still to be shown, each with the step that led there
    this.caption = el("span", { class: "small soft" });
    this.button = el("button", { type: "button", class: "quiet small", onclick: () => this.#toggle() }, "Pause");
    this.place = el("div", { class: "table-place" });
    this.element = el("section", { class: "showcase", "aria-label": "A game between two agents" }, this.place, el("div", { class: "row between" }, this.caption, this.button));
  }

  /** Show the game as it stands, and follow it. Nothing on the page needs it: without it, the rest stays. */
  async begin() {
    try {
      await this.#ask();
    } catch (error) {
      put(this.element, el("p", { class: "small soft" }, `The game cannot be shown: ${error.message}`));
      return;
    }
    const { kit, rules } = await loadGame(this.told.board);
    this.table = new Table(kit, rules);
    this.place.append(this.table.element);
    if (calm()) this.frames.splice(0, this.frames.length - 1);
    this.#show(this.frames.shift());
    if (!calm()) this.#toggle();
    else this.button.textContent = "Play the game";
  }

  /** What has happened since: nothing, the next turn, or more if the page looked away. */
  async #ask() {
    const before = this.told;
    const now = await get("/api/showcase");
    if (now.number === before.number && now.turn === before.turn) return;
    this.told = now;
    const follows = now.number === before.number && now.turn === before.turn + 1;
    this.frames = now.steps.map((step) => ({ position: step.position, step }));
    if (!follows) this.frames.unshift({ position: now.position });
  }

  #show({ position, step }) {
    const { seats, turn, over, outcome } = this.told;
    const names = seats.map((seat) => nameOf(seat, playerWords));
    this.table.show(position, { names, ...(step ? stepShown(this.table.kit, step) : {}) });
    if (step && this.playing) this.table.board.glide(step.effects, 220);
    if (over && !this.frames.length) this.caption.textContent = outcome ? `${names[outcome > 0 ? 0 : 1]} wins.` : "A draw.";
    else this.caption.textContent = `Live: ${names.join(" against ")}, ${turn ? `turn ${turn}` : "the game begins"}`;
  }

  async #toggle() {
    this.playing = !this.playing;
    this.button.textContent = this.playing ? "Pause" : "Go on";
    const run = (this.run = Symbol("one at a time"));
    while (true) {
      await wait(SPEEDS.normal);
      if (!this.playing || this.run !== run || !this.element.isConnected) return;
      if (document.hidden) continue;
      if (!this.frames.length) await this.#ask().catch(() => wait(5 * SPEEDS.normal)); // the server may come back
      if (this.frames.length && this.playing && this.run === run) this.#show(this.frames.shift());
    }
  }
}
