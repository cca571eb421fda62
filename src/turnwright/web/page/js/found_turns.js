// The turns that an analysis has found: a list, and the report of the search that found the one that is chosen.

import { el, failure, put } from "./dom.js";
import { insideOf } from "./search_view.js";
import { feared, figureList, valueCurve } from "./search_progress.js";
import { number, signed } from "./words.js";

export class FoundTurns {
  /** `walked(steps, at, this)` is told of a turn that is to be gone through, and where to begin; `played(actions, state)`
   * resolves to the steps of a turn, in a position if not the one analysed. */
  constructor({ walked, played }, label = "Best turns") {
    Object.assign(this, { walked, played });
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
      put(report, this.#report(line, button));
      this.#walk(line.steps, button);
    };
    const buttons = lines.map((line) => el("button", { type: "button", "aria-pressed": "false", onclick: (event) => pick(line, event.currentTarget) },
      el("span", { class: "worth" }, signed(foresees ? line.value : line.evaluation)), el("span", { class: "turn mono" }, line.notation)));
    put(this.element, el("h2", {}, who ? `Best turns: ${who}` : "Best turns"), lines.length < wanted && el("p", { class: "small" },
      `${lines.length === 1 ? "One turn" : `${lines.length} different turns`}: all ${searches} searches came to ${lines.length === 1 ? "the same position" : "one of these positions"}.`), el("p", { class: "small soft" }, `${foresees ? "The agent's own value, which counts the opponent's reply" : "Evaluation at the end of the turn"}, for player ${player + 1}.`),
      el("ol", { class: "lines" }, buttons.map((button) => el("li", {}, button))), report);
    if (lines.length && isShown) pick(lines[0], buttons[0]);
  }

  #walk(steps, button, at = steps.length - 1) {
    for (const other of this.element.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    this.walked(steps, at, this);
  }

  /** Let the stepper go on into the reply. */
  async #answer(line, button, reply) {
    try {
      this.#walk([...line.steps, ...await this.played(line.reply, line.steps.at(-1).notation)], button, line.steps.length);
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
