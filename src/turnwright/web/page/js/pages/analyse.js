// Any position, any agent: the best turns, stepped through on the board.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { loadGlyphs } from "../board/glyphs.js";
import { gameOf, kitOf } from "../board/kits.js";
import { stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { searchCurve } from "../chart.js";
import { el, failure, put } from "../dom.js";
import { PositionEditor } from "../position_editor.js";
import { Channel } from "../socket.js";
import { Thoughts, figureList } from "../thoughts.js";
import { effectWords, number, outcomeWords, signed } from "../words.js";

const STARTS = {
  "Large map": "hero_academy 1 1 3 b4X4500,c2X4500,g2x4500,h4x4500 KC2PH2/kcwipd K2A3CW3NI2PR3S2D3H/k2a3c2w2nipr3s2d2h3 576/54890",
  "Small map": "hero_academy:map=a-small,deck=SMALL 1 1 3 b3X4500,c2X4500,e2x4500,f3x4500 A2WPSH/kcwiph K2C2WNIR2D2H/ka2cwnr2sd2h 106438/3501",
  "In the middle of a game": "hero_academy 13 1 5 a2C880h,b4X4300,c2X4500,c3w166dh,g2x4500,g3C880rh,g5a800,h1c800r,h4x3750,i1k1000 A2PRSD/a2wp2r K3ACW3NPRSD2H/k2c2wnrs2d2h2 18077/28174",
};

export async function show(main) {
  document.title = "Analyse · Turnwright";
  const [rules, { agents }] = await Promise.all([lasting("/api/rules"), lasting("/api/agents"), loadGlyphs("hero_academy"), loadGlyphs("locm")]);
  const page = new AnalysePage(main, rules, agents);
  const wanted = new URLSearchParams(location.search).get("state");
  await page.set(STARTS["In the middle of a game"]);
  if (wanted) await page.set(wanted);
}

class AnalysePage {
  constructor(main, rules, agents) {
    this.past = [];
    this.rules = rules;
    this.tables = new Map();
    this.place = el("div", { class: "table-place" });
    this.about = el("div");
    this.editor = new PositionEditor((text) => this.set(text, { edited: true }));
    this.choice = new AgentChoice("analyst", agents, { levels: false });
    this.caption = el("p", { class: "status", role: "status" });
    this.trouble = el("div");
    this.text = el("textarea", { id: "notation", rows: 4, class: "mono", spellcheck: "false" });
    this.lines = el("input", { id: "lines", type: "number", min: 1, max: 5, value: 3, size: 3 });
    this.go = el("button", { type: "button", class: "primary", onclick: () => this.#analyse() }, "Analyse");
    this.stop = el("button", { type: "button", disabled: true, onclick: () => this.channel.send({ type: "stop" }) }, "Stop");
    this.thoughts = new Thoughts("The search");
    this.found = el("section", { class: "card-box", hidden: true, "aria-label": "Best turns" });
    this.back = el("button", { type: "button", onclick: () => this.#back() }, "Take back");
    this.edit = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#toggle() }, "Set up by hand");
    put(main, el("h1", { class: "unseen" }, "Analyse"), el("div", { class: "game" },
      el("div", { class: "table" }, this.caption, this.trouble, this.place,
        el("div", { class: "controls" }, this.back, el("button", { type: "button", onclick: () => this.#act(kitOf(this.here.game).end) }, "End turn"), el("span", { class: "grow" }), this.edit), this.editor.element),
      el("aside", {},
        el("section", { class: "card-box stack" }, el("h2", {}, "Agent"), this.choice.element,
          el("div", { class: "row" }, el("label", { htmlFor: "lines" }, "Searches"), this.lines, this.go, this.stop)),
        this.thoughts.element, this.found,
        el("section", { class: "card-box stack" }, el("label", { htmlFor: "notation" }, "Position in notation"), this.text,
          el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.set(this.text.value.trim()) }, "Show"),
            el("select", { "aria-label": "Examples", onchange: (event) => event.target.value && this.set(event.target.value) },
              el("option", { value: "" }, "Examples …"), Object.entries(STARTS).map(([name, state]) => el("option", { value: state }, name))))),
        this.about)));
  }

  /** The table of a game: made when it is first needed. */
  #tableOf(game) {
    if (!this.tables.has(game)) {
      const table = new Table(kitOf(game), this.rules[game], {
        effects: (place) => post("/api/positions/effects", { state: this.here.notation, source: place }),
        act: (action) => this.#act(action),
      });
      const choose = table.board.chosen;
      table.board.chosen = (place) => (this.editor.isOpen ? this.editor.paint(place) : choose(place));
      this.tables.set(game, table);
    }
    return this.tables.get(game);
  }

  /** Show a position from its notation. */
  async set(state, { edited = false } = {}) {
    try {
      const here = await post("/api/positions", { state });
      if (!edited) this.past = [];
      this.#show(here);
    } catch (error) {
      put(this.trouble, failure(error));
      if (edited) this.editor.load(this.here);
    }
  }

  #show(here) {
    this.here = here;
    this.table = this.#tableOf(here.board);
    put(this.place, this.table.element);
    put(this.about, this.table.panel.element);
    this.line = null;
    put(this.trouble);
    this.text.value = here.notation;
    this.found.hidden = true;
    this.thoughts.hide();
    this.edit.hidden = here.board !== "hero_academy";
    if (this.edit.hidden) this.editor.element.hidden = true;
    else this.editor.load(here);
    this.back.disabled = !this.past.length;
    this.go.disabled = here.over;
    this.#draw();
  }

  #draw() {
    const { here } = this;
    const hands = this.editor.isOpen || here.over ? [] : [here.player];
    this.table.show(here.position, { legal: this.editor.isOpen ? [] : here.legal, hands });
    put(this.caption, here.over ? outcomeWords(here.outcome) : `Player ${here.player + 1} to move, ${kitOf(here.board).left(here.position)}; evaluation ${signed(here.evaluation)} for player 1`);
  }

  async #act(action) {
    try {
      const here = await post("/api/positions", { state: this.here.notation, actions: [action] });
      this.past.push(this.here);
      this.#show(here);
    } catch (error) {
      put(this.trouble, failure(error));
    }
  }

  #back() {
    const before = this.past.pop();
    if (before) this.#show(before);
  }

  #toggle() {
    this.editor.element.hidden = !this.editor.element.hidden;
    this.edit.setAttribute("aria-pressed", String(this.editor.isOpen));
    this.edit.textContent = this.editor.isOpen ? "Done" : "Set up by hand";
    this.#draw();
  }

  #analyse() {
    if (this.editor.isOpen) this.#toggle();
    this.channel?.close();
    const wanted = { type: "analyse", state: this.here.notation, ...this.choice.value, lines: Number(this.lines.value) };
    this.channel = new Channel("/ws/thoughts", (message) => this.#told(message), (state) => state === "open" && this.channel.send(wanted));
    this.found.hidden = true;
    this.go.disabled = true;
    this.stop.disabled = false;
    put(this.trouble);
  }

  #told(message) {
    if (message.type === "thinking") {
      this.thoughts.show(`Search ${message.line} of ${message.of}`, message);
      this.table.haunt(message.ghosts);
    } else if (message.type === "analysis" || message.type === "error") {
      this.channel.close();
      this.go.disabled = false;
      this.stop.disabled = true;
      this.thoughts.hide();
      this.table.haunt([]);
      if (message.type === "error") put(this.trouble, failure(message));
      else this.#list(message.lines);
    }
  }

  #list(lines) {
    this.found.hidden = false;
    const report = el("div");
    const buttons = lines.map((line) => el("button", { type: "button", "aria-pressed": "false", onclick: () => pick(line) },
      el("span", { class: "worth" }, signed(line.evaluation)), el("span", { class: "turn mono" }, line.notation)));
    const pick = (line) => {
      buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(lines[i] === line)));
      this.line = line;
      this.step = -1;
      put(report, this.#stepper(), this.#report(line));
      this.#stepTo(line.steps.length - 1);
    };
    put(this.found, el("h2", {}, "Best turns"), el("p", { class: "small soft" }, `Evaluation at the end of the turn, for player ${this.here.player + 1}.`),
      el("ol", { class: "lines" }, buttons.map((button) => el("li", {}, button))), report);
    if (lines.length) pick(lines[0]);
  }

  #stepper() {
    const move = (by) => () => this.#stepTo(Math.max(-1, Math.min(this.step + by, this.line.steps.length - 1)));
    return el("div", { class: "controls" }, el("button", { type: "button", "aria-label": "Before the turn", onclick: () => this.#stepTo(-1) }, "|◀"),
      el("button", { type: "button", "aria-label": "One action back", onclick: move(-1) }, "◀"), el("button", { type: "button", "aria-label": "One action on", onclick: move(1) }, "▶"),
      el("span", { class: "grow" }), el("button", { type: "button", onclick: () => this.#take() }, "Play it"));
  }

  #stepTo(step) {
    this.step = step;
    if (step < 0) {
      this.#draw();
      this.table.haunt(this.line.steps);
      return;
    }
    const here = this.line.steps[step];
    this.table.show(here.position, stepShown(here));
    put(this.caption, `${here.action}: ${effectWords(here.effects) || "the turn ends"}`);
  }

  async #take() {
    const actions = this.line.steps.map((step) => step.action);
    const here = await post("/api/positions", { state: this.here.notation, actions });
    this.past.push(this.here);
    this.#show(here);
  }

  #report(line) {
    const curves = line.parts.length ? line.parts : [line.curve];
    return el("div", {}, el("h3", {}, "Search"), curves.some((curve) => curve.length) ? searchCurve(curves, { until: line.figures.milliseconds }) : null, figureList(line.figures),
      el("p", { class: "small soft" }, `The agent's own value: ${number(line.value)}${line.exhausted ? "; it looked at everything there was" : ""}`),
      line.branches.length ? [el("h3", {}, "First actions by visits"), el("table", {}, el("tbody", {}, line.branches.slice(0, 8).map((branch) =>
        el("tr", {}, el("td", { class: "mono" }, branch.action), el("td", { class: "number" }, number(branch.visits)), el("td", { class: "number" }, number(branch.mean))))))] : null);
  }
}
