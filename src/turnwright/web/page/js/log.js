// The log of a game in notation.

import { el } from "./dom.js";
import { shapeOf } from "./board/glyphs.js";
import { turnWords } from "./words.js";

export class Log {
  /** `pick` is told the number of a turn that was clicked. */
  constructor(pick = null) {
    this.pick = pick;
    this.list = el("ol", { class: "log", "aria-label": "Turns played" });
    this.element = el("section", { class: "card-box" }, el("h2", {}, "Turns"), this.list);
  }

  /** `turns`: {number, seat, actions, note}; `now`: the number of the one that is shown. */
  show(turns, now = null) {
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 8;
    this.list.replaceChildren(...turns.map((turn) => {
      const text = turnWords(turn.actions);
      return el("li", { class: turn.number === now ? "now" : "" }, el("span", { class: "n" }, `${turn.number}.`), shapeOf(turn.seat),
        this.pick ? el("button", { type: "button", class: "mono", onclick: () => this.pick(turn.number) }, text) : el("span", { class: "mono" }, text),
        el("span", { class: "note" }, turn.note ?? ""));
    }));
    if (!turns.length) this.list.append(el("li", { class: "soft none" }, "No turn is over yet."));
    const current = this.list.querySelector(".now");
    if (current) { // the list scrolls and nothing around it
      const top = current.offsetTop - this.list.offsetTop;
      const most = top + current.offsetHeight - this.list.clientHeight;
      this.list.scrollTop = Math.min(top, Math.max(this.list.scrollTop, most));
    }
    else if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}
