// Win this turn: positions that can be won at once, in essentially one way. One of them is the puzzle of the day.

import { get, post } from "../api.js";
import { strike } from "../blows.js";
import { playSteps } from "../board/playback.js";
import { Table } from "../board/table.js";
import { announce, el, failure, put } from "../dom.js";
import { loadGame } from "../games/kits.js";
import { PuzzleRecord, dayNumber, dayWords } from "../puzzle_record.js";
import { effectWords } from "../words.js";

export const starsOf = (stars) => "★".repeat(stars) + "☆".repeat(Math.max(0, 5 - stars));

export async function show(main, name = null) {
  document.body.classList.add("one-screen");
  document.title = "Win this turn · Turnwright";
  const all = await get("/api/puzzles");
  if (!all.length) throw new Error("This server has no puzzles.");
  const day = dayNumber();
  const today = all[day % all.length].name;
  const puzzle = await get(`/api/puzzles/${name ?? today}`);
  const { kit, rules, title } = await loadGame(puzzle.board);
  new PuzzlePage(main, { puzzle, all, day: puzzle.name === today ? day : null, kit, rules, title });
}

class PuzzlePage {
  constructor(main, { puzzle, all, day, kit, rules, title }) {
    Object.assign(this, { puzzle, all, day, kit, title });
    this.record = new PuzzleRecord();
    this.played = [];
    this.tries = 1;
    this.hints = 0;
    this.given = false; // whether the solution was shown
    this.table = new Table(kit, rules, {
      effects: (place) => post("/api/positions/effects", { state: this.here.notation, source: place }),
      act: (action, effects) => this.table.during(this.#act(action, effects)),
    });
    this.say = el("p", { class: "say", role: "status" });
    this.after = el("div", { class: "row" });
    this.shelf = el("div", { class: "stack" });
    this.buttons = {
      undo: el("button", { type: "button", onclick: () => this.table.during(this.#undo()) }, "Undo"),
      again: el("button", { type: "button", onclick: () => this.table.during(this.#again()) }, "Start over"),
      hint: el("button", { type: "button", onclick: () => this.#hint() }, "Hint"),
      solution: el("button", { type: "button", class: "quiet", onclick: () => this.#solve() }, "Solution"),
    };
    this.tools = el("div", { class: "row tools" }, Object.values(this.buttons));
    const head = el("h1", {}, day === null ? "Win this turn" : ["Puzzle of the day, ", el("span", { class: "whole" }, dayWords(day))]);
    const text = el("section", { class: "card-box lesson puzzle" }, head,
      el("p", { class: "soft small stars" }, el("span", { role: "img", "aria-label": `${puzzle.stars} of 5 stars` }, starsOf(puzzle.stars)), ` ${title}, ${puzzle.length} actions`),
      this.say, this.tools, this.after);
    put(main, el("div", { class: "game learning" }, el("div", { class: "table" }, this.table.element), text,
      el("aside", {}, this.shelf, this.table.panel.element)));
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
      if (event.key === "u" && !this.buttons.undo.disabled) this.table.during(this.#undo());
      if (/^[1-9]$/.test(event.key)) this.table.press(event.key);
    });
    this.#drawShelf();
    this.#begin();
  }

  async #begin() {
    this.played = [];
    this.start = this.here = await this.#read([]);
    this.table.seat(this.here.player, this.here.player);
    this.#draw();
    put(this.say, `You can win this turn, in exactly one way. You have ${this.puzzle.length} actions, and you need them all.`);
  }

  #read(actions) {
    return post("/api/positions", { state: this.puzzle.state, actions });
  }

  get names() {
    return [0, 1].map((seat) => (seat === this.start.player ? "You" : "Opponent"));
  }

  #draw({ playable = true, ...shown } = {}) {
    const me = this.start.player;
    const mine = playable && !this.done && !this.here.over && this.here.player === me;
    this.table.show(this.here.position, { legal: mine ? this.here.legal : [], hands: [me], names: this.names, ...shown });
    this.buttons.undo.disabled = this.buttons.again.disabled = !this.played.length;
    this.tools.hidden = Boolean(this.done);
  }

  isWon(state) {
    return state.over && state.outcome === (this.start.player === 0 ? 1 : -1);
  }

  async #act(action, effects) {
    const { from, to } = this.here.legal.find((one) => one.action === action) ?? {};
    try {
      this.here = await this.#read([...this.played, action]);
    } catch (error) {
      put(this.say, failure(error));
      return;
    }
    this.played.push(action);
    let won = this.isWon(this.here);
    const spent = !won && (this.here.over || this.here.player !== this.start.player || this.kit.isSpent(this.here.position) || !this.here.legal.length);
    if (spent && this.here.may_end && this.here.player === this.start.player) { // some wins come with the end of the turn
      const ended = await this.#read([...this.played, this.here.end]);
      if (this.isWon(ended)) {
        this.here = ended;
        won = true;
      }
    }
    this.done = won;
    this.#draw();
    strike(this.table, { from, to, effects });
    const left = this.puzzle.length - this.played.length;
    const words = won ? "" : spent ? "That does not win. Take something back, or start over." : `${left} ${left === 1 ? "action" : "actions"} left.`;
    if (won) this.#won();
    else {
      put(this.say, words);
      announce(`${effectWords(this.kit, effects)}. ${words}`);
    }
  }

  async #undo() {
    this.played.pop();
    this.here = await this.#read(this.played);
    this.#draw();
    put(this.say, `Taken back. ${this.puzzle.length - this.played.length} actions left.`);
  }

  async #again() {
    this.tries += 1;
    this.done = false;
    await this.#begin();
  }

  /** The next action of the solution that what was played allows; the order may differ. */
  #next() {
    const left = this.puzzle.actions.filter((action) => action !== this.start.end);
    for (const action of this.played) {
      const place = left.indexOf(action);
      if (place < 0) return null;
      left.splice(place, 1);
    }
    return this.here.legal.find((one) => one.action === left.find((action) => this.here.legal.some((legal) => legal.action === action)));
  }

  async #hint() {
    const next = this.#next();
    this.hints += 1;
    if (!next) {
      put(this.say, "This does not win. Take something back, or start over.");
      announce("This does not win.");
      return;
    }
    const found = await post("/api/positions/effects", { state: this.here.notation, source: next.from });
    const what = effectWords(this.kit, found.find((one) => one.action === next.action)?.effects ?? []) || next.action;
    this.table.haunt([{ from: next.from, to: next.to }]);
    put(this.say, `Hint: ${what}. `, el("span", { class: "mono soft" }, next.action));
    announce(`Hint: ${what}.`);
  }

  async #solve() {
    this.given = this.done = true;
    this.played = [];
    this.here = this.start;
    this.#draw();
    put(this.say, "The solution: ", el("span", { class: "mono" }, this.puzzle.actions.join(" ")), this.puzzle.turns > 1 && ` – or another of the ${this.puzzle.turns} orders that end the same.`);
    put(this.after, this.#onwards());
    const steps = await post("/api/positions/turn", { state: this.puzzle.state, actions: this.puzzle.actions });
    await playSteps(this.table, steps, { names: this.names, hands: [this.start.player], pace: () => 800 });
    this.record.note(this.puzzle.name, { given: true });
    this.#drawShelf();
  }

  #won() {
    this.record.solve(this.puzzle.name, { day: this.day, hints: this.hints, tries: this.tries });
    put(this.say, el("b", {}, "You win! "), this.puzzle.turns > 1 ? `${this.puzzle.turns} orders lead here; the end is always the same.` : "No other order works.",
      this.puzzle.needs ? ` A search needed ${this.puzzle.needs.toLocaleString("en")} evaluations.` : " A search did not find it with 100,000 evaluations.");
    announce("You win!");
    put(this.after, this.#onwards(), el("button", { type: "button", onclick: (event) => this.#share(event.target) }, "Share"));
    this.#drawShelf();
    this.after.querySelector("a")?.focus({ preventScroll: true });
  }

  /** To a further puzzle: one of the same stars that is not solved yet. */
  #onwards(stars = this.puzzle.stars) {
    const open = this.all.filter((one) => one.stars === stars && one.name !== this.puzzle.name && !this.record.isSolved(one.name));
    const next = open[Math.floor(Math.random() * open.length)];
    return next ? el("a", { class: "button primary", href: `/puzzles/${next.name}` }, "Next puzzle") : el("a", { class: "button primary", href: "/puzzles" }, "Puzzle of the day");
  }

  shareText() {
    const how = [this.tries === 1 ? "at the first try" : `in ${this.tries} tries`, this.hints ? `${this.hints} ${this.hints === 1 ? "hint" : "hints"}` : "no hint"].join(", ");
    const streak = this.record.streak(dayNumber());
    return [`Turnwright: win this turn${this.day === null ? "" : `, ${dayWords(this.day)}`} ${starsOf(this.puzzle.stars)}`, `Solved ${how}${streak > 1 ? `, ${streak} days in a row` : ""}`,
      `${location.origin}/puzzles/${this.puzzle.name}`].join("\n");
  }

  async #share(button) {
    try {
      await navigator.clipboard.writeText(this.shareText());
      button.textContent = "Copied";
    } catch {
      prompt("Your result:", this.shareText());
    }
  }

  #drawShelf() {
    const levels = [1, 2, 3, 4, 5].map((stars) => [stars, this.all.filter((one) => one.stars === stars)]).filter(([, found]) => found.length);
    const streak = this.record.streak(dayNumber());
    const solved = this.all.filter((one) => this.record.isSolved(one.name)).length;
    put(this.shelf, el("section", { class: "card-box" }, el("h2", {}, "Your puzzles"),
      el("p", { class: "streak" }, el("b", {}, streak), ` ${streak === 1 ? "day" : "days"} in a row · `, el("b", {}, solved), ` of ${this.all.length} solved`),
      el("ul", { class: "recent" }, this.day === null && el("li", {}, el("a", { href: "/puzzles" }, el("span", {}, "Puzzle of the day"))), levels.map(([stars, found]) => {
        const open = found.filter((one) => !this.record.isSolved(one.name) && one.name !== this.puzzle.name);
        const next = open[Math.floor(Math.random() * open.length)] ?? found[0];
        return el("li", {}, el("a", { href: `/puzzles/${next.name}` }, el("span", { role: "img", "aria-label": `${stars} of 5 stars` }, starsOf(stars)),
          el("span", { class: "soft small" }, `${found.filter((one) => this.record.isSolved(one.name)).length} of ${found.length}`)));
      })), el("p", { class: "small soft" }, "Your progress is stored only in this browser. Every puzzle is proved by playing all possible turns: all winning turns end in the same position.")));
  }
}
