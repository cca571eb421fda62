// Any position, any agent: the best turns, stepped through on the board.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { el, failure, put } from "../dom.js";
import { FoundTurns } from "../found_turns.js";
import { listGames, loadGame } from "../games/kits.js";
import { Channel } from "../socket.js";
import { SearchProgress } from "../search_progress.js";
import { effectWords, outcomeWords, signed } from "../words.js";

const COMPARED = ["learned", "described", "features"];

/** What the position is worth by the evaluation that judges the game, and by another one beside it. */
function judgement({ evaluation, judged_by: judge, judgements }) {
  const other = COMPARED.find((name) => name !== judge && name in judgements);
  return `evaluation${judge ? ` (${judge})` : ""} ${signed(evaluation)}${other ? `, ${other} ${signed(judgements[other])}` : ""}`;
}

export async function show(main) {
  document.title = "Analyse · Turnwright";
  const [games, { agents }] = await Promise.all([listGames().then((listed) => Promise.all(listed.map(({ name }) => loadGame(name)))), lasting("/api/agents")]);
  const page = new AnalysePage(main, new Map(games.map((game) => [game.name, game])), agents);
  const wanted = new URLSearchParams(location.search).get("state");
  await page.set(Object.values(games[0].kit.examples).at(-1));
  if (wanted) await page.set(wanted);
}

class AnalysePage {
  /** `games`: all of them by name, loaded. */
  constructor(main, games, agents) {
    this.past = [];
    this.games = games;
    this.tables = new Map();
    this.isEditing = false;
    this.place = el("div", { class: "table-place" });
    this.about = el("div");
    const changed = (text) => this.set(text, { edited: true });
    const refused = (message) => put(this.trouble, failure({ message }));
    this.editors = new Map([...games].filter(([, { kit }]) => kit.Editor).map(([name, { kit, rules }]) => [name, new kit.Editor(rules, { changed, refused })]));
    const examples = [...games.values()].flatMap(({ kit }) => Object.entries(kit.examples));
    this.choice = new AgentChoice("analyst", agents, { levels: false });
    this.caption = el("p", { class: "status", role: "status" });
    this.trouble = el("div");
    this.text = el("textarea", { id: "notation", rows: 4, class: "mono", spellcheck: "false" });
    this.lines = el("input", { id: "lines", type: "number", min: 1, max: 5, value: 3, size: 3 });
    this.go = el("button", { type: "button", class: "primary", onclick: () => this.#analyse() }, "Analyse");
    this.stop = el("button", { type: "button", disabled: true, onclick: () => this.channel.send({ type: "stop" }) }, "Stop");
    this.thoughts = new SearchProgress("The search");
    this.found = new FoundTurns({ stepped: (steps, at) => this.#stepTo(steps, at), taken: (steps) => this.#take(steps),
      played: (actions, state = this.here.notation) => post("/api/positions/turn", { state, actions }) });
    this.back = el("button", { type: "button", onclick: () => this.#back() }, "Take back");
    this.end = el("button", { type: "button", onclick: () => this.#act(this.here.end) }, "End turn");
    this.edit = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#toggle() }, "Set up by hand");
    put(main, el("h1", { class: "unseen" }, "Analyse"), el("div", { class: "game" },
      el("div", { class: "table" }, this.caption, this.trouble, this.place,
        el("div", { class: "controls" }, this.back, this.end, el("span", { class: "grow" }), this.edit), [...this.editors.values()].map((editor) => editor.element)),
      el("aside", {},
        el("section", { class: "card-box stack" }, el("h2", {}, "Agent"), this.choice.element,
          el("div", { class: "row" }, el("label", { htmlFor: "lines" }, "Searches"), this.lines, this.go, this.stop)),
        this.thoughts.element, this.found.element,
        el("section", { class: "card-box stack" }, el("label", { htmlFor: "notation" }, "Position in notation"), this.text,
          el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.set(this.text.value.trim()) }, "Show"),
            el("select", { "aria-label": "Examples", onchange: (event) => event.target.value && this.set(event.target.value) },
              el("option", { value: "" }, "Examples …"), examples.map(([name, state]) => el("option", { value: state }, name))))),
        this.about)));
  }

  /** The table of a game: made when it is first needed. */
  #tableOf(game) {
    if (!this.tables.has(game)) {
      const { kit, rules } = this.games.get(game);
      const table = new Table(kit, rules, {
        effects: (place) => post("/api/positions/effects", { state: this.here.notation, source: place }),
        act: (action) => this.#act(action),
      });
      const choose = table.board.chosen;
      table.board.chosen = (place) => (this.isEditing ? this.editor.paint(place) : choose(place));
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
      if (edited) this.editor?.load(this.here);
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
    this.end.disabled = !here.may_end;
    this.#draw();
  }

  get editor() {
    return this.editors.get(this.here.board);
  }

  /** The editor of the game that is shown, if it has one; it stays open, or closed. */
  #edit(here) {
    this.isEditing &&= Boolean(this.editor);
    this.edit.hidden = !this.editor;
    for (const editor of this.editors.values()) editor.element.hidden = !this.isEditing || editor !== this.editor;
    this.editor?.load(here);
  }

  #draw() {
    const { here } = this;
    const hands = this.isEditing || here.over ? [] : [here.player];
    this.table.show(here.position, { legal: this.isEditing ? [] : here.legal, hands });
    put(this.caption, here.over ? outcomeWords(here.outcome, here) : `${[`Player ${here.player + 1} to move`, this.table.kit.left(here.position)].filter(Boolean).join(", ")}; ${judgement(here)} for player 1`);
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
    this.isEditing = !this.isEditing;
    this.editor.element.hidden = !this.isEditing;
    this.edit.setAttribute("aria-pressed", String(this.isEditing));
    this.edit.textContent = this.isEditing ? "Done" : "Set up by hand";
    this.#draw();
  }

  #analyse() {
    if (this.isEditing) this.#toggle();
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
    this.table.show(step.position, stepShown(this.table.kit, step));
    put(this.caption, `${step.action}: ${effectWords(this.table.kit, step.effects) || "the turn ends"}`);
  }

  async #take(steps) {
    const here = await post("/api/positions", { state: this.here.notation, actions: steps.map((step) => step.action) });
    this.past.push(this.here);
    this.#show(here);
  }
}
