// The log of a game: who did what, in words and signs; the notation for those who want it.

import { el, put } from "./dom.js";
import { shapeOf } from "./board/glyphs.js";
import { keepWish, wish } from "./memory.js";
import { draftLength, effectWords, turnName, turnWords } from "./words.js";

export class Log {
  /** `pick` is told the number of a turn that was clicked; `fetch(first)` resolves to turns as they can be told, from a first
   *  one on, some at once. */
  constructor(kit, fetch, pick) {
    Object.assign(this, { kit, fetch, pick, told: new Map(), asked: new Set(), notation: wish("notation", false), shown: [[], null], lines: new Map() });
    this.list = el("ol", { class: "log", "aria-label": "Turns played", onclick: (event) => {
      const line = event.target.closest("[data-turn]");
      if (line) this.pick(Number(line.dataset.turn));
    } });
    this.toggle = el("button", { type: "button", class: "quiet small", "aria-pressed": String(this.notation), onclick: () => this.#turn() }, "Notation");
    this.element = el("section", { class: "card-box" }, el("div", { class: "row between" }, el("h2", {}, "Turns"), this.toggle), this.list);
  }

  #turn() {
    this.notation = !this.notation;
    keepWish("notation", this.notation);
    this.toggle.setAttribute("aria-pressed", String(this.notation));
    this.show(...this.shown);
  }

  /** `turns`: {number, seat, actions, note}; `now`: the number of the one that is shown. */
  show(turns, now = null) {
    this.shown = [turns, now];
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 8;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.turn : null;
    const drafted = draftLength(this.kit, turns);
    const lines = turns.filter((turn) => this.#isWorthALine(turn)).map((turn) => this.#line(turn, turn.number === now, turnName(turn.number, drafted)));
    put(this.list, lines.length ? lines : el("li", { class: "soft none" }, "No turn is over yet."));
    if (focused) this.list.querySelector(`[data-turn="${focused}"] button`)?.focus({ preventScroll: true });
    const current = this.list.querySelector(".now");
    if (current) { // the list scrolls and nothing around it
      const top = current.offsetTop - this.list.offsetTop;
      const most = top + current.offsetHeight - this.list.clientHeight;
      this.list.scrollTop = Math.min(top, Math.max(this.list.scrollTop, most));
    } else if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    if (!this.notation) this.#ask(turns, now);
  }

  /** A draft has dozens of turns that nobody wants to read in words. */
  #isWorthALine({ actions }) {
    return this.notation || actions.some((action) => this.kit.isShown({ action }));
  }

  /** The line of a turn. It stays the same element, so that a click finds it also while its words come in. */
  #line(turn, isNow, name) {
    const text = turnWords(turn.actions);
    const told = !this.notation && this.told.get(turn.number);
    if (!this.lines.has(turn.number)) this.lines.set(turn.number, el("li", { "data-turn": turn.number }));
    const line = this.lines.get(turn.number);
    line.className = isNow ? "now" : "";
    const built = JSON.stringify([text, Boolean(told), turn.note]);
    if (line.dataset.built === built) return line;
    line.dataset.built = built;
    return put(line, el("span", { class: "n", title: name }, `${name.split(" ")[1]}.`), shapeOf(turn.seat),
      el("button", { type: "button", class: told ? `told owner-${turn.seat}` : "mono", title: told ? `${text} – click to see it again` : "Click to see it again" },
        told ? this.#words(told) : text),
      el("span", { class: "note", title: turn.noteTitle }, told && turn.noteTitle ? "" : turn.note ?? "")); // a value is for those who read notation
  }

  /** What was done in a turn, action by action, as far as there are words for it. */
  #said({ actions }) {
    return actions.map((one) => ({ ...one, words: this.kit.actionWords(one) || effectWords(this.kit, one.effects) })).filter(({ words }) => words);
  }

  /** A turn in one sentence; in notation where its words cannot be had. */
  async sentence({ number, actions }) {
    try {
      if (!this.told.has(number)) for (const turn of await this.fetch(number)) this.told.set(turn.number, turn);
    } catch { /* the notation stays */ }
    const said = this.told.has(number) ? this.#said(this.told.get(number)) : [];
    return said.map(({ words }) => words).join("; ") || turnWords(actions);
  }

  #words(turn) {
    const said = this.#said(turn);
    if (!said.length) return el("span", { class: "soft" }, "nothing");
    const icons = said.map((one) => this.kit.icon(one));
    return said.map((one, i) => el("span", { class: "deed" }, icons[i] || (icons.some(Boolean) && el("i", {})), el("span", {}, one.words)));
  }

  /** Ask for the words of turns that are not known yet; those around the one that is shown first. */
  async #ask(turns, now) {
    const missing = turns.map(({ number }) => number).filter((number) => !this.told.has(number) && !this.asked.has(number));
    if (!missing.length) return;
    const first = now === null ? Math.max(missing[0], missing.at(-1) - 39) : missing.find((number) => number >= now - 10) ?? missing[0];
    this.asked.add(first);
    try {
      for (const turn of await this.fetch(first)) {
        this.told.set(turn.number, turn);
        this.asked.add(turn.number);
      }
      this.show(...this.shown);
    } catch { /* the notation stays */ }
  }
}
