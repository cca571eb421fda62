// What an agent is thinking: best value, counters, a live curve.

import { el, put } from "./dom.js";
import { searchCurve } from "./chart.js";
import { number, turnWords } from "./words.js";

/** Milliseconds that a thought is shown at least, by the speed of the page. */
export const LEAST_SHOWN = { slow: 3200, normal: 1900, fast: 800, instant: 0 };

const STAGES = { waiting: "waits for others to finish", ready: "gets ready (the first time this takes a while)", thinking: "is thinking", done: "has thought" };

export function figureList(figures) {
  const shown = [["milliseconds", "ms"], ["evaluations", "evaluations"], ["iterations", "iterations"], ["generations", "generations"],
    ["unique", "distinct outcomes"], ["depth_max", "deepest"]];
  return el("div", { class: "figures" }, shown.filter(([name]) => figures[name]).map(([name, words]) => el("span", {}, el("b", {}, number(figures[name])), ` ${words}`)));
}

/** The reply that a search fears; `shown` is called by those who want to see it on the board. */
export function feared(reply, shown = null) {
  return el("p", { class: "feared" }, "Fears the reply ", el("span", { class: "mono" }, turnWords(reply)),
    shown && [" ", el("button", { type: "button", class: "small", onclick: shown }, "Show it")]);
}

/** Best value over time, with a word on why it falls if a reply is known. */
export function valueCurve(curves, { until, reply }) {
  if (!curves.some((curve) => curve.length)) return null;
  return [searchCurve(curves, { until }), reply?.length ? el("p", { class: "small soft" }, "The value falls when the search starts to consider replies.") : null];
}

export class SearchProgress {
  constructor(heading) {
    this.body = el("div");
    this.element = el("section", { class: "card-box", "aria-label": heading, hidden: true }, el("h2", {}, heading), this.body);
  }

  show(who, thought) {
    this.element.hidden = false;
    const known = thought.value !== undefined && thought.value !== null;
    put(this.body, el("p", {}, `${who} ${STAGES[thought.stage] ?? ""}.`),
      known && el("p", {}, thought.stage === "done" ? "Best turn " : "Best so far ", el("b", {}, number(thought.value)), ": ", el("span", { class: "mono" }, turnWords(thought.actions))),
      thought.reply?.length ? feared(thought.reply) : null,
      valueCurve([thought.curve ?? []], { until: thought.figures?.milliseconds, reply: thought.reply }),
      figureList(thought.figures ?? {}));
  }

  hide() {
    this.element.hidden = true;
  }
}
