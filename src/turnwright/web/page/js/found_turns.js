// The turns that an analysis has found: a list, one of them to be stepped through, and the report of its search.

import { searchCurve } from "./chart.js";
import { el, put } from "./dom.js";
import { insideOf } from "./search_view.js";
import { feared, figureList } from "./search_progress.js";
import { number, signed } from "./words.js";

export class FoundTurns {
  /** `stepped(steps, at)` is told where in a turn it is, -1 before its first action; `taken(steps)` of a turn to be
   * played; `played(actions)` resolves to the steps of a turn. */
  constructor({ stepped, taken, played }) {
    Object.assign(this, { stepped, taken, played });
    this.element = el("section", { class: "card-box", hidden: true, "aria-label": "Best turns" });
  }

  hide() {
    this.element.hidden = true;
  }

  /** `player`: whose turns they are, for whom they are judged. */
  show(lines, player) {
    this.element.hidden = false;
    const report = el("div");
    const pick = (line, button) => {
      put(report, this.#stepper(), this.#report(line));
      this.#walk(line.steps, button);
    };
    const buttons = lines.map((line) => el("button", { type: "button", "aria-pressed": "false", onclick: (event) => pick(line, event.currentTarget) },
      el("span", { class: "worth" }, signed(line.evaluation)), el("span", { class: "turn mono" }, line.notation)));
    put(this.element, el("h2", {}, "Best turns"), el("p", { class: "small soft" }, `Evaluation at the end of the turn, for player ${player + 1}.`),
      el("ol", { class: "lines" }, buttons.map((button) => el("li", {}, button))), report);
    if (lines.length) pick(lines[0], buttons[0]);
  }

  #walk(steps, button) {
    for (const other of this.element.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    this.steps = steps;
    this.#stepTo(steps.length - 1);
  }

  #stepTo(at) {
    this.at = Math.max(-1, Math.min(at, this.steps.length - 1));
    this.stepped(this.steps, this.at);
  }

  #stepper() {
    return el("div", { class: "controls" }, el("button", { type: "button", "aria-label": "Before the turn", onclick: () => this.#stepTo(-1) }, "|◀"),
      el("button", { type: "button", "aria-label": "One action back", onclick: () => this.#stepTo(this.at - 1) }, "◀"),
      el("button", { type: "button", "aria-label": "One action on", onclick: () => this.#stepTo(this.at + 1) }, "▶"),
      el("span", { class: "grow" }), el("button", { type: "button", onclick: () => this.taken(this.steps) }, "Play it"));
  }

  #report(line) {
    const curves = line.parts.length ? line.parts : [line.curve];
    return el("div", {}, line.reply.length ? feared(line.reply) : null, el("h3", {}, "Search"), curves.some((curve) => curve.length) ? searchCurve(curves, { until: line.figures.milliseconds }) : null, figureList(line.figures),
      el("p", { class: "small soft" }, `The agent's own value: ${number(line.value)}${line.exhausted ? "; it looked at everything there was" : ""}`),
      insideOf(line, async (actions, button) => this.#walk(await this.played(actions), button)));
  }
}
