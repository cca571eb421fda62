// A stored game, played back.

import { get, lasting } from "../api.js";
import { SPEEDS, stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { gameGraph } from "../chart.js";
import { el, put } from "../dom.js";
import { loadGame } from "../games/kits.js";
import { Log } from "../log.js";
import { wish } from "../memory.js";
import { playerNames } from "../opponents.js";
import { Review } from "../review.js";
import { dateWords, draftLength, effectWords, inFront, number, outcomeWords, playersOf, playerWords, turnName } from "../words.js";

export async function show(main, stored) {
  document.body.classList.add("one-screen");
  document.title = `Game ${stored} · Turnwright`;
  const [game, { agents }] = await Promise.all([get(`/api/stored-games/${stored}`), lasting("/api/agents")]);
  const { kit, rules } = await loadGame(game.board);
  new ReplayPage(main, Number(stored), game, { kit, rules, agents });
}

class ReplayPage {
  constructor(main, stored, game, { kit, rules, agents }) {
    this.stored = stored;
    this.game = game;
    this.turns = new Map();
    this.playing = false;
    this.regrets = [];
    this.drafted = draftLength(kit, game.turns.map((turn) => ({ actions: [turn] })));
    this.names = playerNames(game);
    this.table = new Table(kit, rules);
    this.table.specs = playersOf(game).map((player) => playerWords(player));
    this.log = new Log(kit, (first) => get(`/api/stored-games/${stored}/turns?first=${first}`), (turn) => this.go(turn, 0));
    this.caption = el("p", { class: "status", role: "status" });
    this.graph = el("div");
    this.slider = el("input", { class: "scrubber", type: "range", min: 0, max: game.turns.length, value: 0, "aria-label": "Turn", oninput: () => this.go(Number(this.slider.value) + 1, -1) });
    this.analyse = el("a", { class: "button" }, "Analyse", el("span", { class: "wide-word" }, " this position")); // leads somewhere once a position is shown
    this.analyse.style.visibility = "hidden";
    this.play = el("button", { type: "button", onclick: () => this.#toggle() }, "Play");
    this.review = new Review(stored, agents, (regrets) => {
      this.regrets = regrets;
      this.#drawGraph();
      this.#drawLog();
    });
    const winner = outcomeWords(game.outcome, { ending: game.forfeit || "played", reason: game.ending ?? "" });
    put(main, el("h1", { class: "unseen" }, `Game ${stored}`), el("div", { class: "game" },
      el("div", { class: "table" }, this.caption, this.table.element,
        el("div", { class: "controls" },
          el("button", { type: "button", "aria-label": "To the start", onclick: () => this.go(1, -1) }, "|◀"),
          el("button", { type: "button", "aria-label": "One action back", onclick: () => this.#step(-1) }, "◀"),
          this.play,
          el("button", { type: "button", "aria-label": "One action on", onclick: () => this.#step(1) }, "▶"),
          el("button", { type: "button", "aria-label": "To the end", onclick: () => this.go(game.turns.length, Infinity) }, "▶|"),
          el("span", { class: "grow" }), this.analyse),
        this.slider),
      el("aside", {},
        el("section", { class: "card-box" }, el("h2", {}, `${winner} after ${game.turns.length - this.drafted} turns`),
          el("p", { class: "small soft players" }, `${this.names.join(" against ")}; ${game.view} hands; ${dateWords(game.started)}; `, el("span", { class: "mono" }, game.game)),
          game.forfeit && game.forfeit !== "resigned" ? el("p", { class: "small" }, `Forfeit: ${game.forfeit}`) : null,
          this.graph, this.review.element,
          el("div", { class: "row small" },
            el("button", { type: "button", onclick: (event) => this.#share(event.target) }, "Copy link"),
            el("a", { class: "button", href: `/api/stored-games/${stored}`, download: `game-${stored}.json` }, "JSON"),
            el("a", { class: "button", href: `/api/stored-games/${stored}/notation`, download: `game-${stored}.txt` }, "Notation"))),
        this.log.element, this.table.panel.element)));
    const [turn, step] = location.hash.slice(1).split(".").map(Number);
    this.go(turn || 1, Number.isInteger(step) ? step : turn ? 0 : -1);
    addEventListener("hashchange", () => {
      const [t, s] = location.hash.slice(1).split(".").map(Number);
      if (t && (t !== this.turn || s !== this.step)) this.go(t, s || 0);
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, [role=grid], [data-place]")) return;
      if (event.key === "ArrowLeft") this.#step(-1);
      if (event.key === "ArrowRight") this.#step(1);
    });
    if (location.search.includes("review")) this.review.begin();
  }

  async #fetch(turn) {
    if (!this.turns.has(turn)) this.turns.set(turn, get(`/api/stored-games/${this.stored}/turns/${turn}`));
    return this.turns.get(turn);
  }

  /** Show the position after a step of a turn; step -1 is the position before its first action. */
  async go(turn, step) {
    const count = this.game.turns.length;
    if (!count) return this.#draw({ position: this.game.position, notation: this.game.notation }, {});
    const past = turn > count;
    const wanted = Math.max(1, Math.min(turn, count));
    const asked = (this.asked = Symbol("latest"));
    const found = await this.#fetch(wanted);
    if (this.asked !== asked) return undefined;
    this.turn = wanted;
    this.step = past ? found.steps.length - 1 : Math.max(-1, Math.min(step, found.steps.length - 1));
    this.here = this.step < 0 ? found : found.steps[this.step];
    const shown = this.step < 0 ? {} : stepShown(this.table.kit, this.here);
    this.#draw(this.here, shown);
    const name = inFront(turnName(wanted, this.drafted));
    const what = this.step < 0 ? `${name}: ${this.names[found.seat]} to move` : `${name}, ${this.here.action}: ${effectWords(this.table.kit, this.here.effects) || "the turn ends"}`;
    put(this.caption, what);
    this.slider.value = this.step === found.steps.length - 1 ? wanted : wanted - 1;
    history.replaceState(null, "", `${location.pathname}${location.search}#${wanted}.${this.step}`);
    this.#drawGraph();
    this.#drawLog();
    return undefined;
  }

  #draw(here, shown) {
    this.analyse.href = `/analyse?state=${encodeURIComponent(here.notation)}`;
    this.analyse.style.visibility = "";
    this.table.show(here.position, { names: this.names, ...shown });
  }

  #drawGraph() {
    const at = this.turn ? this.turn - (this.step < 0 ? 1 : 0) : 0;
    gameGraph(this.graph, this.game.evaluations, { at, regrets: this.regrets, drafted: this.drafted, pick: (turn) => this.go(turn, 0) });
  }

  #drawLog() {
    const seats = this.game.reports.seat ?? [];
    this.log.show(this.game.turns.map((text, i) => ({
      number: i + 1, seat: seats[i] ?? i % 2, actions: [text],
      note: this.regrets[i] ? (this.regrets[i].regret > 0.5 ? `−${number(this.regrets[i].regret)}` : "best") : "",
    })), this.turn);
  }

  async #step(by) {
    if (!this.turn) return; // nothing is shown yet
    const found = await this.#fetch(this.turn);
    const next = this.step + by;
    if (next >= found.steps.length) {
      if (this.turn < this.game.turns.length) await this.go(this.turn + 1, 0);
      else this.playing = false;
    } else if (next < -1 && this.turn > 1) await this.go(this.turn - 1, Infinity);
    else await this.go(this.turn, next);
  }

  async #toggle() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "Pause" : "Play";
    while (this.playing) {
      await this.#step(1);
      await new Promise((done) => setTimeout(done, SPEEDS[wish("speed", "normal")] || 60));
    }
    this.play.textContent = "Play";
  }

  async #share(button) {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      prompt("The link to this position:", location.href);
    }
  }
}
