// Any position, any agent: the best turns, stepped through on the board.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { loadGlyphs } from "../board/glyphs.js";
import { gameOf, kitOf } from "../board/kits.js";
import { stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { el, failure, put } from "../dom.js";
import { FoundTurns } from "../found_turns.js";
import { LocmEditor } from "../locm_editor.js";
import { PositionEditor } from "../position_editor.js";
import { Channel } from "../socket.js";
import { Thoughts } from "../thoughts.js";
import { effectWords, outcomeWords, signed } from "../words.js";

const STARTS = {
  "Large map": "hero_academy 1 1 3 b4X4500,c2X4500,g2x4500,h4x4500 KC2PH2/kcwipd K2A3CW3NI2PR3S2D3H/k2a3c2w2nipr3s2d2h3 576/54890",
  "Small map": "hero_academy:map=a-small,deck=SMALL 1 1 3 b3X4500,c2X4500,e2x4500,f3x4500 A2WPSH/kcwiph K2C2WNIR2D2H/ka2cwnr2sd2h 106438/3501",
  "In the middle of a game": "hero_academy 13 1 5 a2C880h,b4X4300,c2X4500,c3w166dh,g2x4500,g3C880rh,g5a800,h1c800r,h4x3750,i1k1000 A2PRSD/a2wp2r K3ACW3NPRSD2H/k2c2wnrs2d2h2 18077/28174",
  "Legends of Code and Magic": "locm battle 8 1 hp27,was32,mana5/5,bonus0,rune25,draw1,shown1 3=152,11=137,13=48,15=125,17=49,19=70 21=49,23=90,25=78,27=66,29=141,31=72,33=41,35=152,37=48,39=112,41=125,43=88,45=72,47=156,49=120,51=36,53=90,55=21,57=75,59=65 7=48:1:1/1:----L-rt,9=47:0:1/5:--D---rt,1=32:0:3/2:------rt,5=72:0:5/3:B-----r - hp22,was22,mana0/4,bonus0,rune20,draw1,shown1 4=78,6=21,10=156,12=66,14=152,16=49,18=90 20=88,22=47,24=36,26=48,28=112,30=125,32=32,34=41,36=48,38=48,40=137,42=65,44=125,46=70,48=152,50=120,52=141,54=49,56=75,58=72,60=90 2=72:0:5/3:B-----t,8=72:1:5/3:B----- -",
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
    const changed = (text) => this.set(text, { edited: true });
    const refused = (message) => put(this.trouble, failure({ message }));
    this.editors = { hero_academy: new PositionEditor(changed), locm: new LocmEditor(rules.locm, { changed, refused }) };
    this.editor = this.editors.hero_academy;
    this.choice = new AgentChoice("analyst", agents, { levels: false });
    this.caption = el("p", { class: "status", role: "status" });
    this.trouble = el("div");
    this.text = el("textarea", { id: "notation", rows: 4, class: "mono", spellcheck: "false" });
    this.lines = el("input", { id: "lines", type: "number", min: 1, max: 5, value: 3, size: 3 });
    this.go = el("button", { type: "button", class: "primary", onclick: () => this.#analyse() }, "Analyse");
    this.stop = el("button", { type: "button", disabled: true, onclick: () => this.channel.send({ type: "stop" }) }, "Stop");
    this.thoughts = new Thoughts("The search");
    this.found = new FoundTurns({ stepped: (steps, at) => this.#stepTo(steps, at), taken: (steps) => this.#take(steps),
      played: (actions) => post("/api/positions/turn", { state: this.here.notation, actions }) });
    this.back = el("button", { type: "button", onclick: () => this.#back() }, "Take back");
    this.edit = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#toggle() }, "Set up by hand");
    put(main, el("h1", { class: "unseen" }, "Analyse"), el("div", { class: "game" },
      el("div", { class: "table" }, this.caption, this.trouble, this.place,
        el("div", { class: "controls" }, this.back, el("button", { type: "button", onclick: () => this.#act(kitOf(this.here.game).end) }, "End turn"), el("span", { class: "grow" }), this.edit), Object.values(this.editors).map((editor) => editor.element)),
      el("aside", {},
        el("section", { class: "card-box stack" }, el("h2", {}, "Agent"), this.choice.element,
          el("div", { class: "row" }, el("label", { htmlFor: "lines" }, "Searches"), this.lines, this.go, this.stop)),
        this.thoughts.element, this.found.element,
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
    put(this.trouble);
    this.text.value = here.notation;
    this.found.hide();
    this.thoughts.hide();
    this.#edit(here);
    this.back.disabled = !this.past.length;
    this.go.disabled = here.over;
    this.#draw();
  }

  /** The editor of the game that is shown; it stays open, or closed. */
  #edit(here) {
    const { isOpen } = this.editor;
    for (const editor of Object.values(this.editors)) editor.element.hidden = true;
    this.editor = this.editors[here.board];
    this.editor.element.hidden = !isOpen;
    this.editor.load(here);
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
    this.found.hide();
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
      else this.found.show(message.lines, this.here.player);
    }
  }

  #stepTo(steps, at) {
    if (at < 0) {
      this.#draw();
      this.table.haunt(steps);
      return;
    }
    const step = steps[at];
    this.table.show(step.position, stepShown(step));
    put(this.caption, `${step.action}: ${effectWords(step.effects) || "the turn ends"}`);
  }

  async #take(steps) {
    const here = await post("/api/positions", { state: this.here.notation, actions: steps.map((step) => step.action) });
    this.past.push(this.here);
    this.#show(here);
  }
}
