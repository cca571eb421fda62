// A recorded game that plays itself on the first page. It comes with the page: the server does nothing for it.

import { SPEEDS, stepShown } from "./board/playback.js";
import { Table } from "./board/table.js";
import { el } from "./dom.js";
import { loadGame } from "./games/kits.js";

const PAUSE_AT_END = 4000; // milliseconds
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Showcase {
  constructor() {
    this.playing = false;
    this.caption = el("span", { class: "small soft" });
    this.button = el("button", { type: "button", class: "quiet small", onclick: () => this.#toggle() }, "Pause");
    this.place = el("div", { class: "table-place" });
    this.element = el("section", { class: "showcase", "aria-label": "A recorded game between two agents" }, this.place, el("div", { class: "row between" }, this.caption, this.button));
  }

  /** Load the recorded game of a kind, if it has one, and let it play; `names`: of the players. */
  async begin(game, names) {
    const { kit, rules } = await loadGame(game);
    if (!kit.showcase) return;
    const told = await (await fetch(kit.showcase)).json();
    Object.assign(this, { told, names, table: new Table(kit, rules) });
    this.place.append(this.table.element);
    this.frames = this.#frames();
    this.at = 0;
    this.#show();
    if (!calm()) this.#toggle();
    else this.button.textContent = "Play the game";
  }

  /** All positions in turn, each with the step that led there. */
  #frames() {
    let { position } = this.told;
    const frames = [{ position, number: 0 }];
    this.told.turns.forEach(({ steps }, i) => steps.forEach((step) => {
      position = { ...position, ...step.changes };
      frames.push({ position, step, number: i + 1 });
    }));
    return frames;
  }

  #show() {
    const { position, step, number } = this.frames[this.at];
    this.table.show(position, { names: this.names, ...(step ? stepShown(this.table.kit, step) : {}) });
    if (step && this.playing) this.table.board.glide(step.effects, 220);
    const last = this.at === this.frames.length - 1;
    const winner = this.names[this.told.outcome > 0 ? 0 : 1];
    this.caption.textContent = last ? `${winner} wins.` : `Recorded: ${this.names.join(" against ")}, turn ${Math.max(1, number)} of ${this.told.turns.length}`;
  }

  async #toggle() {
    this.playing = !this.playing;
    this.button.textContent = this.playing ? "Pause" : "Go on";
    const run = (this.run = Symbol("one at a time"));
    while (this.playing && this.run === run && this.element.isConnected) {
      await wait(this.at === this.frames.length - 1 ? PAUSE_AT_END : SPEEDS.normal);
      if (!this.playing || this.run !== run) return;
      if (document.hidden) continue;
      this.at = (this.at + 1) % this.frames.length;
      this.#show();
    }
  }
}
