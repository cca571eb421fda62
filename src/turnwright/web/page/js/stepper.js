// Buttons that go through the actions of a turn, one by one. They stand at the board, whatever turn is chosen elsewhere.

import { el } from "./dom.js";

export class Stepper {
  /** `stepped(steps, at, owner)` is told where in a turn it is, -1 before its first action; `taken(steps)` of a turn to be played. */
  constructor({ stepped, taken }) {
    this.stepped = stepped;
    const button = (label, sign, to) => el("button", { type: "button", "aria-label": label, title: label, onclick: () => this.#go(to()) }, sign);
    this.first = button("Before the turn", "|◀", () => -1);
    this.back = button("One action back", "◀", () => this.at - 1);
    this.on = button("One action on", "▶", () => this.at + 1);
    this.take = el("button", { type: "button", title: "Play this turn", onclick: () => taken(this.steps) }, "Play it");
    this.element = el("div", { class: "stepper", role: "group", "aria-label": "The turn, action by action" }, this.first, this.back, this.on, this.take);
    this.clear();
  }

  /** There is no turn to go through. */
  clear() {
    this.steps = [];
    this.#go(-1, false);
  }

  /** Go to a step of a turn that `owner` has. */
  walk(steps, at, owner) {
    Object.assign(this, { steps, owner });
    this.#go(at);
  }

  #go(at, isTold = true) {
    const last = this.steps.length - 1;
    this.at = Math.max(-1, Math.min(at, last));
    this.first.disabled = this.back.disabled = this.at < 0;
    this.on.disabled = this.at >= last;
    this.take.disabled = last < 0;
    if (isTold) this.stepped(this.steps, this.at, this.owner);
  }
}
