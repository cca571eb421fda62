// Everything that can be chosen for a game, in a drawer beside the first page.

import { AgentChoice } from "./agent_choice.js";
import { choices, el, failure, put } from "./dom.js";
import { beginGame } from "./friends.js";
import { loadGame } from "./games/kits.js";
import { keepWish, wish } from "./memory.js";

export class NewGame {
  /** `changed` is told when something else is wanted. */
  constructor(games, agents, changed = () => {}) {
    this.games = games;
    this.changed = changed;
    this.wanted = { game: games[0].name, mode: "agent", side: "first", options: {}, seed: "", ...wish("new-game", {}) };
    if (!games.some(({ name }) => name === this.wanted.game)) this.wanted.game = games[0].name;
    this.opponents = [new AgentChoice("one", agents, { level: "medium", changed }), new AgentChoice("two", agents, { level: "easy", changed })];
    this.who = el("div", { class: "stack" });
    this.wrong = el("div", { role: "alert" });
    this.lead = el("p", { class: "lead" });
    this.options = el("section", { class: "new-game", "aria-label": "Board and rules" });
    const { wanted } = this;
    this.drawer = el("dialog", { class: "drawer", "aria-label": "Options" },
      el("form", { class: "new-game", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        this.begin();
      } },
      el("div", { class: "row between" }, el("h2", {}, "Options"), el("button", { type: "button", class: "quiet", onclick: () => this.close() }, "Close")),
      choices("game", "Game", games.map(({ name, title, summary }) => [name, title, summary]), wanted.game, (value) => {
        wanted.game = value;
        this.#drawGame();
      }), this.lead,
      choices("mode", "Who plays", [["agent", "Against an agent"], ["friend", "A friend", "by a link"], ["people", "Two people", "at this screen"], ["watch", "Watch two agents"]], wanted.mode, (value) => {
        wanted.mode = value;
        this.#drawWho();
      }), this.who, this.options,
      el("div", { class: "row drawer-end" }, el("button", { class: "primary", type: "submit" }, "Begin"), this.wrong)));
    this.drawer.addEventListener("close", () => this.#keep());
    this.drawer.addEventListener("click", (event) => event.target === this.drawer && this.close()); // beside it
  }

  async draw() {
    this.#drawWho();
    await this.#drawGame();
  }

  open() {
    this.drawer.showModal();
  }

  /** Close the drawer. What was chosen is kept at once: the event comes later, and the page may be left before. */
  close() {
    this.#keep();
    this.drawer.close();
  }

  /** Play against the opponent of a level. */
  challenge(level) {
    this.wanted.mode = "agent";
    this.drawer.querySelector('input[name="mode"][value="agent"]').checked = true;
    this.opponents[0].choose(level);
    this.#drawWho();
    keepWish("new-game", { ...this.wanted, seed: "" });
  }

  /** What is wanted, in a few words. */
  get words() {
    const { wanted } = this;
    const title = this.games.find(({ name }) => name === wanted.game)?.title ?? "";
    if (wanted.mode === "people") return `${title}, two people at this screen`;
    if (wanted.mode === "friend") return `${title} with a friend, by a link`;
    if (wanted.mode === "watch") return `${title}, two agents`;
    return `${title} against ${this.opponents[0].words}`;
  }

  #keep() {
    if (location.hash) history.replaceState(null, "", location.pathname);
    keepWish("new-game", { ...this.wanted, seed: "" });
    this.changed();
  }

  #drawWho() {
    const { wanted, opponents } = this;
    put(this.who,
      wanted.mode === "friend" && el("p", { class: "small soft" }, "You get a link to send. Each of you has a seat of your own, so hidden hands stay hidden; a second link is for those who only watch."),
      ["agent", "friend"].includes(wanted.mode) && choices("side", "You play", [["first", "First"], ["second", "Second"], ["random", "Either"]], wanted.side, (value) => { wanted.side = value; }),
      ["agent", "watch"].includes(wanted.mode) && el("div", { class: "seat-choice" }, wanted.mode === "watch" && el("b", {}, "Player 1"), opponents[0].element),
      wanted.mode === "watch" && el("div", { class: "seat-choice" }, el("b", {}, "Player 2"), opponents[1].element));
    this.changed();
  }

  async #drawGame() {
    const { wanted } = this;
    this.drawer.setAttribute("aria-busy", "true"); // what is about to move takes no clicks
    const { name, title, kit, rules } = await loadGame(wanted.game);
    if (name !== wanted.game) return; // another one was chosen meanwhile
    this.drawer.removeAttribute("aria-busy");
    const chosen = wanted.options[name] = { ...kit.newGame.usual, ...wanted.options[name] };
    put(this.lead, el("b", {}, title), ". ", kit.lead());
    put(this.options, kit.newGame.fields(rules, chosen), seedField(wanted));
    this.changed();
  }

  /** Who sits where, `mine` being the seat of whoever begins. */
  #seats(kit) {
    const { wanted, opponents } = this;
    const mine = wanted.side === "second" || (wanted.side === "random" && Math.random() < 0.5) ? 1 : 0;
    if (wanted.mode === "people") return { seats: [{}, {}], mine: 0 };
    if (wanted.mode === "friend") return { seats: [{}, {}], mine, links: true };
    if (wanted.mode === "watch") return { seats: opponents.map((one) => one.valueIn(kit)), mine: 0 };
    const opponent = opponents[0].valueIn(kit);
    return { seats: mine ? [opponent, {}] : [{}, opponent], mine };
  }

  /** Begin the game that is wanted; what the server refuses is said in the drawer. */
  async begin() {
    const { wanted } = this;
    if (!/^\d*$/.test(wanted.seed)) {
      put(this.wrong, failure(new Error("The seed of the deal is a whole number, or empty for a random one.")));
      return;
    }
    keepWish("new-game", { ...wanted, seed: "" });
    try {
      const { kit } = await loadGame(wanted.game);
      const { mine, ...who } = this.#seats(kit);
      const request = { game: wanted.game, ...kit.newGame.request({ ...kit.newGame.usual, ...wanted.options[wanted.game] }), ...who };
      await beginGame(request, { mine, seed: wanted.seed === "" ? null : Number(wanted.seed) });
    } catch (error) {
      put(this.wrong, failure(error));
      if (!this.drawer.open) this.open();
    }
  }
}

function seedField(wanted) {
  return el("div", { class: "field" }, el("label", { htmlFor: "seed" }, "Seed of the deal (empty: random)"),
    el("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{0,15}", size: 16, value: wanted.seed, oninput: (event) => { wanted.seed = event.target.value.trim(); } }));
}
