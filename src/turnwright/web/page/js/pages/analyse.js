// Any position, any agent: the best turns, stepped through on the board.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { el, failure, put } from "../dom.js";
import { FoundTurns } from "../found_turns.js";
import { listGames, loadGame } from "../games/kits.js";
import { Stepper } from "../stepper.js";
import { Channel } from "../socket.js";
import { SearchProgress } from "../search_progress.js";
import { effectWords, outcomeWords, playerWords, signed } from "../words.js";

const COMPARED = ["learned", "described", "features"];
const SET_UP = () => ["Set up", el("span", { class: "wide-word" }, " by hand")];
/** Where everything beside the board stands below it; the same screens as in `one_screen.css`. */
const NARROW = matchMedia("(max-width: 900px), (max-height: 540px)");

/** What the position is worth by the evaluation that judges the game, and by another one beside it, where there is room. */
function judgement({ evaluation, judged_by: judge, judgements }) {
  const other = COMPARED.find((name) => name !== judge && name in judgements);
  return [`evaluation${judge ? ` (${judge})` : ""} ${signed(evaluation)}`, other && el("span", { class: "wide-word" }, `, ${other} ${signed(judgements[other])}`), " for player 1"];
}

export async function show(main) {
  document.body.classList.add("one-screen");
  document.title = "Analyse · Turnwright";
  const [games, { agents }] = await Promise.all([listGames().then((listed) => Promise.all(listed.map(({ name }) => loadGame(name)))), lasting("/api/agents")]);
  const page = new AnalysePage(main, new Map(games.map((game) => [game.name, game])), agents);
  const wanted = new URLSearchParams(location.search).get("state");
  if (!wanted || !await page.set(wanted)) await page.set(Object.values(games[0].kit.examples).at(-1), { kept: Boolean(wanted) });
}

class AnalysePage {
  /** `games`: all of them by name, loaded. */
  constructor(main, games, agents) {
    this.past = [];
    this.games = games;
    this.tables = new Map();
    this.isEditing = false;
    this.place = el("div", { class: "table-board" }); // until there is a table
    this.about = el("div");
    const changed = (text) => this.set(text, { edited: true });
    const refused = (message) => this.#complain({ message });
    this.editors = new Map([...games].filter(([, { kit }]) => kit.Editor).map(([name, { kit, rules }]) => [name, new kit.Editor(rules, { changed, refused })]));
    const examples = [...games.values()].filter(({ kit }) => Object.keys(kit.examples).length);
    this.choice = new AgentChoice("analyst", agents, { levels: false });
    this.rival = new AgentChoice("rival", agents, { levels: false });
    this.rivalBox = el("div", { hidden: true }, this.rival.element);
    this.compare = el("input", { id: "compare", type: "checkbox", onchange: () => this.#compare() });
    this.caption = el("p", { class: "status", role: "status" });
    this.trouble = el("div");
    this.text = el("textarea", { id: "notation", rows: 2, class: "mono", spellcheck: "false" });
    this.lines = el("input", { id: "lines", type: "number", min: 1, max: 5, value: 3, size: 3 });
    this.go = el("button", { type: "button", class: "primary", onclick: () => this.#analyse() }, "Analyse");
    this.stop = el("button", { type: "button", disabled: true, onclick: () => this.channel.send({ type: "stop" }) }, "Stop");
    this.thoughts = new SearchProgress("The search");
    this.stepper = new Stepper({ stepped: (steps, at, found) => this.#stepTo(steps, at, found), taken: (steps) => this.#play(steps.map((step) => step.action)) });
    const listen = { walked: (steps, at, found) => this.stepper.walk(steps, at, found), played: (actions, state = this.here.notation) => post("/api/positions/turn", { state, actions }) };
    this.found = [new FoundTurns(listen), new FoundTurns(listen, "Best turns of the second agent")];
    this.turns = el("div", { class: "found-turns" });
    this.share = el("button", { type: "button", onclick: () => this.#share() }, "Copy link");
    this.back = el("button", { type: "button", onclick: () => this.#back() }, "Take back");
    this.end = el("button", { type: "button", onclick: () => this.#play([this.here.end]) }, "End turn");
    this.edit = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#toggle() });
    put(this.edit, SET_UP());
    this.start = el("div", { class: "row start" }, this.go, this.stop);
    this.controls = el("div", { class: "controls" }, this.stepper.element, el("span", { class: "grow" }), this.back, this.end, this.edit);
    this.asking = el("div", { class: "row between" }, el("label", { class: "row", htmlFor: "compare" }, this.compare, "Compare two agents"), el("span", { class: "row" }, el("label", { htmlFor: "lines" }, "Different turns"), this.lines));
    this.element = el("div", { class: "game analysing" },
      el("div", { class: "table" }, this.caption, this.place, this.controls),
      el("aside", {}, this.trouble,
        el("section", { class: "card-box stack asking", "aria-label": "Agent" }, this.choice.element, this.rivalBox, this.asking),
        el("div", { class: "told", tabindex: 0, role: "group", "aria-label": "What is found" }, [...this.editors.values()].map((editor) => editor.element), this.thoughts.element, this.turns, this.about),
        el("section", { class: "card-box stack noted" }, el("label", { htmlFor: "notation" }, "Position in notation"), this.text,
          el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.set(this.text.value.trim()) }, "Show"), this.share,
            el("select", { "aria-label": "Examples", onchange: (event) => event.target.value && this.set(event.target.value) },
              el("option", { value: "" }, "Examples …"), examples.map(({ title, kit }) => el("optgroup", { label: title }, Object.entries(kit.examples).map(([name, state]) => el("option", { value: state }, name)))))))));
    NARROW.addEventListener("change", () => this.#placeStart());
    this.#placeStart();
    put(main, el("h1", { class: "unseen" }, "Analyse"), this.element);
  }

  /** On a phone a search is started at the board; elsewhere beside it, where its agent is chosen. */
  #placeStart() {
    if (NARROW.matches) this.controls.prepend(this.start);
    else this.asking.append(this.start);
  }

  #compare() {
    this.rivalBox.hidden = !this.compare.checked;
    this.element.classList.toggle("comparing", this.compare.checked);
  }

  /** Say what went wrong beside what it is about; on a phone that may be below the board. */
  #complain(error) {
    put(this.trouble, failure(error));
    this.trouble.scrollIntoView({ block: "nearest" });
  }

  /** The table of a game: made when it is first needed. */
  #tableOf(game) {
    if (!this.tables.has(game)) {
      const { kit, rules } = this.games.get(game);
      const table = new Table(kit, rules, {
        effects: (place) => post("/api/positions/effects", { state: this.here.notation, source: place }),
        act: (action) => this.#play([action]),
      });
      const choose = table.board.chosen;
      table.board.chosen = (place) => (this.isEditing ? this.editor.paint(place) : choose(place));
      this.tables.set(game, table);
    }
    return this.tables.get(game);
  }

  /**
   * The position that the server answers with, or null if another one has been asked for since. Until then the board takes no
   * clicks, since it is about to be drawn anew.
   */
  async #asked(wanted) {
    const question = {};
    this.question = question;
    const answer = post("/api/positions", wanted);
    const here = await (this.table ? this.table.during(answer) : answer);
    return this.question === question ? here : null;
  }

  /** Show a position from its notation; whether it is one. `kept`: what went wrong before stays said. */
  async set(state, { edited = false, kept = false } = {}) {
    try {
      const here = await this.#asked({ state });
      if (!here) return true;
      const said = kept ? [...this.trouble.children] : [];
      if (!edited) this.past = [];
      this.#show(here);
      put(this.trouble, said);
      return true;
    } catch (error) {
      this.#complain(error);
      if (edited) this.editor?.load(this.here);
      return false;
    }
  }

  async #share() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.share.textContent = "Copied";
    } catch {
      prompt("The link to this position:", location.href);
    }
  }

  #show(here) {
    history.replaceState(null, "", `/analyse?state=${encodeURIComponent(here.notation)}`); // every position has its address
    this.share.textContent = "Copy link";
    this.here = here;
    this.table = this.#tableOf(here.board);
    this.place.replaceWith(this.table.element);
    this.place = this.table.element;
    put(this.about, this.table.panel.element);
    put(this.trouble);
    this.text.value = here.notation;
    this.channel?.close(); // it was about the position before
    this.stop.disabled = true;
    for (const found of this.found) found.hide();
    this.stepper.clear();
    this.thoughts.hide();
    this.#edit(here);
    this.back.disabled = !this.past.length;
    this.go.disabled = here.over;
    this.end.disabled = !here.may_end;
    this.#draw();
  }

  /** Whose cards are shown large: the same whatever is shown of a position, so that the board stays where it is. */
  get #hands() {
    return [this.here.player];
  }

  get editor() {
    return this.editors.get(this.here.board);
  }

  /** The editor of the game that is shown, if it has one; it stays open, or closed. */
  #edit(here) {
    this.isEditing &&= Boolean(this.editor);
    this.element.classList.toggle("editing", this.isEditing);
    this.edit.hidden = !this.editor;
    for (const editor of this.editors.values()) editor.element.hidden = !this.isEditing || editor !== this.editor;
    this.editor?.load(here);
  }

  #draw() {
    const { here } = this;
    this.table.show(here.position, { legal: this.isEditing ? [] : here.legal, hands: this.#hands });
    if (here.over) put(this.caption, outcomeWords(here.outcome, here));
    else put(this.caption, [`Player ${here.player + 1} to move`, this.table.kit.left(here.position)].filter(Boolean).join(", "), el("span", { class: "soft small" }, judgement(here)));
  }

  async #play(actions) {
    try {
      const here = await this.#asked({ state: this.here.notation, actions });
      if (!here) return;
      this.past.push(this.here);
      this.#show(here);
    } catch (error) {
      this.#complain(error);
    }
  }

  #back() {
    const before = this.past.pop();
    this.question = null; // an answer on its way is not wanted any more
    if (before) this.#show(before);
  }

  #toggle() {
    this.isEditing = !this.isEditing;
    this.element.classList.toggle("editing", this.isEditing);
    this.editor.element.hidden = !this.isEditing;
    this.edit.setAttribute("aria-pressed", String(this.isEditing));
    put(this.edit, this.isEditing ? "Done" : SET_UP());
    this.#draw();
  }

  #analyse() {
    if (this.isEditing) this.#toggle();
    this.channel?.close();
    const isPair = this.compare.checked;
    this.asked = [this.choice, ...(isPair ? [this.rival] : [])].map((choice, i) => ({ value: choice.value, found: this.found[i], i }));
    put(this.turns, this.found.slice(0, isPair ? 2 : 1).map((found) => found.element));
    for (const found of this.found) found.hide();
    this.stepper.clear();
    this.#draw();
    this.channel = new Channel("/ws/thoughts", (message) => this.#told(message), (state) => state === "open" && this.#askNext());
    this.go.disabled = true;
    this.stop.disabled = false;
    put(this.trouble);
  }

  /** Ask for the turns of the next agent; two think one after the other. */
  #askNext() {
    const { value } = this.asked[0];
    this.channel.send({ type: "analyse", state: this.here.notation, ...value, lines: Number(this.lines.value) });
  }

  /** Show what an agent has found; the board shows the best turn of the first one. */
  #showFound(message) {
    const { value, found, i } = this.asked.shift();
    const who = this.compare.checked ? playerWords({ budget: null, ...value }) : "";
    found.show(message.lines, this.here.player, { who, wanted: Number(this.lines.value), searches: message.searches, isShown: i === 0 });
    return this.asked.length > 0;
  }

  #told(message) {
    if (message.type === "thinking") {
      this.thoughts.show(`Search ${message.line} of ${message.of}`, message);
      this.table.haunt(message.ghosts);
    } else if (message.type === "analysis" || message.type === "error") {
      this.table.haunt([]);
      if (message.type === "analysis" && this.#showFound(message)) {
        this.#askNext();
        return;
      }
      this.channel.close();
      this.go.disabled = false;
      this.stop.disabled = true;
      this.thoughts.hide();
      if (message.type === "error") this.#complain(message);
    }
  }

  #stepTo(steps, at, shown) {
    for (const found of this.found) if (found !== shown) found.release();
    if (at < 0) {
      this.#draw();
      this.table.haunt(steps);
      return;
    }
    const step = steps[at];
    this.table.show(step.position, { hands: this.#hands, ...stepShown(this.table.kit, step) });
    put(this.caption, `${step.action}: ${effectWords(this.table.kit, step.effects) || "the turn ends"}`);
  }
}
