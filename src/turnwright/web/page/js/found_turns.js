// The turns that an analysis has found: a list, one of them to be stepped through, and the report of its search.

import { el, failure, put } from "./dom.js";
import { insideOf } from "./search_view.js";
import { feared, figureList, valueCurve } from "./search_progress.js";
import { number, signed } from "./words.js";

export class FoundTurns {
  /** `stepped(steps, at)` is told where in a turn it is, -1 before its first action; `taken(steps)` of a turn to be
   * played; `played(actions, state)` resolves to the steps of a turn, in a position if not the one analysed. */
  constructor({ stepped, taken, played }, label = "Best turns") {
    Object.assign(this, { stepped, taken, played });
    this.element = el("section", { class: "card-box", hidden: true, "aria-label": label });
  }

  hide() {
    this.element.hidden = true;
  }

  /** None of the turns is the one on the board. */
  release() {
    for (const button of this.element.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", "false");
  }

  /** `player`: whose turns they are, for whom they are judged; `who`: the agent, where there are two; `wanted`: how many turns
   *  were asked for, of so many `searches`. */
  show(lines, player, { who = "", wanted = lines.length, searches = wanted, isShown = true } = {}) {
    this.element.hidden = false;
    const report = el("div");
    const foresees = lines.some((line) => line.reply.length);
    const pick = (line, button) => {
      put(report, this.#stepper(), this.#report(line, button));
      this.#walk(line.steps, button);
    };
    const buttons = lines.map((line) => el("button", { type: "button", "aria-pressed": "false", onclick: (event) => pick(line, event.currentTarget) },
      el("span", { class: "worth" }, signed(foresees ? line.value : line.evaluation)), el("span", { class: "turn mono" }, line.notation)));
    put(this.element, el("h2", {}, who ? `Best turns: ${who}` : "Best turns"), lines.length < wanted && el("p", { class: "small" },
      `${lines.length === 1 ? "One turn" : `${lines.length} different turns`}: all ${searches} searches came to ${lines.length === 1 ? "the same position" : "one of these positions"}.`), el("p", { class: "small soft" }, `${foresees ? "The agent's own value, which counts the opponent's reply" : "Evaluation at the end of the turn"}, for player ${player + 1}.`),
      el("ol", { class: "lines" }, buttons.map((button) => el("li", {}, button))), report);
    if (lines.length && isShown) pick(lines[0], buttons[0]);
  }

  #walk(steps, button) {
    for (const other of this.element.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    this.steps = steps;
    this.#stepTo(steps.length - 1);
  }

  #stepTo(at) {
    this.at = Math.max(-1, Math.min(at, this.steps.length - 1));
    this.stepped(this.steps, this.at, this);
  }

  #stepper() {
    return el("div", { class: "controls" }, el("button", { type: "button", "aria-label": "Before the turn", onclick: () => this.#stepTo(-1) }, "|◀"),
      el("button", { type: "button", "aria-label": "One action back", onclick: () => this.#stepTo(this.at - 1) }, "◀"),
      el("button", { type: "button", "aria-label": "One action on", onclick: () => this.#stepTo(this.at + 1) }, "▶"),
      el("span", { class: "grow" }), el("button", { type: "button", onclick: () => this.taken(this.steps) }, "Play it"));
  }

  /** Let the stepper go on into the reply. */
  async #answer(line, button, reply) {
    try {
      this.#walk([...line.steps, ...await this.played(line.reply, line.steps.at(-1).notation)], button);
      this.#stepTo(line.steps.length);
    } catch (error) { // it was found in a guess at hidden cards, and cannot be played here to its end
      put(reply, feared(line.reply), failure(error));
    }
  }

  #report(line, button) {
    const curves = line.parts.length ? line.parts : [line.curve];
    const reply = el("div", {}, line.reply.length ? feared(line.reply, () => this.#answer(line, button, reply)) : null);
    return el("div", {}, reply, el("h3", {}, "Search"), valueCurve(curves, { until: line.figures.milliseconds, reply: line.reply }), figureList(line.figures),
      el("p", { class: "small soft" }, line.reply.length ? `Evaluation at the end of the turn: ${signed(line.evaluation)}` : `The agent's own value: ${number(line.value)}`,
        line.exhausted && "; the search ended before its budget"),
      insideOf(line, async (actions, button) => this.#walk(await this.played(actions), button)));
  }
}
