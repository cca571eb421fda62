// A game in progress: play it, or watch it.

import { get } from "../api.js";
import { SPEEDS, playSteps, stepShown } from "../board/playback.js";
import { Table } from "../board/table.js";
import { gameGraph } from "../chart.js";
import { announce, el, failure, put } from "../dom.js";
import { loadGame } from "../games/kits.js";
import { Log } from "../log.js";
import { nameOf } from "../opponents.js";
import { keepWish, noteGame, recentGames, wish } from "../memory.js";
import { Channel } from "../socket.js";
import { isInStudy, studyEnd } from "../study.js";
import { SearchProgress } from "../search_progress.js";
import { effectWords, outcomeWords, playerWords, signed, turnWords } from "../words.js";

export async function show(main, name) {
  document.body.classList.add("one-screen");
  document.title = "Game · Turnwright";
  const { board } = await get(`/api/games/${name}`);
  const { kit, rules } = await loadGame(board);
  new GamePage(main, name, kit, rules);
}

const KEYS = [["1 to 9", "choose a card"], ["arrows", "move over the board"], ["Enter", "choose a square or piece"], ["Escape", "let go"],
  ["U", "undo"], ["E", "end the turn"], ["?", "this list"]];

function showKeys() {
  const dialog = el("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() }, el("h2", {}, "Keys"),
    el("dl", { class: "keys" }, KEYS.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

class GamePage {
  constructor(main, name, kit, rules) {
    this.name = name;
    this.kit = kit;
    this.game = null;
    this.queue = Promise.resolve();
    this.paused = false;
    this.looks = new Map();
    this.table = new Table(kit, rules, { effects: (place) => this.#look(place), act: (action, effects) => this.#act(action, effects) });
    this.thoughts = new SearchProgress("Thinking along");
    this.log = new Log();
    this.status = el("div", { class: "status", role: "status" });
    this.cover = el("div", { class: "cover", hidden: true });
    this.banner = el("section", { class: "card-box banner", hidden: true });
    this.trouble = el("div");
    this.buttons = {
      undo: el("button", { type: "button", onclick: () => this.#send({ type: "undo" }) }, "Undo"),
      end: el("button", { type: "button", class: "primary", onclick: () => this.#end() }, "End turn"),
      resign: el("button", { type: "button", class: "quiet", onclick: () => confirm("Give up this game?") && this.#send({ type: "resign" }) }, "Resign"),
      pause: el("button", { type: "button", onclick: () => this.#pause() }, "Pause"),
      step: el("button", { type: "button", onclick: () => this.#send({ type: "continue" }) }, "Next turn"),
    };
    this.controls = el("div", { class: "controls" }, this.buttons.end, this.buttons.undo, this.buttons.pause, this.buttons.step,
      el("span", { class: "grow" }), this.#speed(), this.buttons.resign);
    put(main, el("h1", { class: "unseen" }, "Game"), el("div", { class: "game" },
      el("div", { class: "table" }, this.status, this.trouble, this.cover, this.table.element, this.controls),
      el("aside", {}, this.banner, this.thoughts.element, this.table.panel.element, this.log.element)));
    this.channel = new Channel(`/ws/games/${name}`, (message) => this.#told(message), (state) => this.#connected(state));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #speed() {
    const chosen = wish("speed", "normal");
    return el("label", { class: "row small" }, el("span", { class: "speed-word" }, "Speed"), el("select", { "aria-label": "Speed", onchange: (event) => keepWish("speed", event.target.value) },
      Object.keys(SPEEDS).map((speed) => el("option", { value: speed, selected: speed === chosen }, speed))));
  }

  #key(event) {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    if (event.key === "u" && !this.buttons.undo.disabled) this.buttons.undo.click();
    if (event.key === "e" && !this.buttons.end.disabled) this.buttons.end.click();
    if (/^[1-9]$/.test(event.key) && this.humanTurn) this.table.press(event.key);
    if (event.key === "?") showKeys();
  }

  #send(message) {
    put(this.trouble);
    if (!this.channel.send(message)) put(this.trouble, failure(new Error("There is no connection; it is tried again.")));
  }

  #connected(state) {
    put(this.trouble, state === "waiting" && failure(new Error("The connection was lost; it is tried again. Your game is safe.")));
    this.table.element.dataset.connection = state;
  }

  #told(message) {
    if (message.type === "error") {
      put(this.trouble, failure(message));
      if (this.game) this.#drawControls();
    } else if (message.type === "effects") {
      this.looks.get(message.source)?.(message.targets);
    } else if (message.type === "thinking") {
      this.#think(message);
    } else if (message.type === "stored") {
      this.stored = message.number;
      this.#over();
    } else { // turns and games are shown in the order in which they came, each when the one before is done
      this.queue = this.queue.then(() => (message.type === "turn" ? this.#turn(message) : this.#show(message)));
    }
  }

  #look(place) {
    return new Promise((resolve) => {
      this.looks.set(place, resolve);
      this.#send({ type: "look", source: place });
    });
  }

  #act(action, effects) {
    this.played = { action, effects, count: this.game.count };
    this.buttons.end.disabled = this.buttons.undo.disabled = true; // until the server has answered
    this.#send({ type: "act", actions: [action], count: this.game.count });
  }

  /** End the turn; with actions left only when it is wanted again, since it cannot be taken back. */
  #end() {
    const left = this.game.legal.length > 0 && !this.kit.isSpent(this.game.position);
    if (!left || this.asked === this.game.count || !wish("ask-before-end", true)) {
      this.#act(this.game.end, []);
      return;
    }
    this.asked = this.game.count;
    const words = [this.kit.left(this.game.position), "End the turn all the same?"].filter(Boolean).join(". ");
    put(this.status, `${words[0].toUpperCase()}${words.slice(1)}`, el("button", { type: "button", class: "small quiet", onclick: () => {
      keepWish("ask-before-end", false);
      this.#end();
    } }, "Yes, and do not ask again"));
    this.buttons.end.textContent = "End it";
    announce(words);
  }

  #pause() {
    this.paused = !this.paused;
    this.#drawControls();
    this.#goOn();
  }

  get names() {
    const names = this.game.seats.map((seat, i) => (seat.agent === "human" ? (this.people === 1 ? "You" : `Player ${i + 1}`) : nameOf(seat, playerWords)));
    return names[0] === names[1] ? names.map((name, i) => `${name} ${i + 1}`) : names;
  }

  /** The seat of the one person who plays; none if there are two or none. */
  get you() {
    return this.people === 1 ? this.game.seats.findIndex((seat) => seat.agent === "human") : null;
  }

  get people() {
    return this.game.seats.filter((seat) => seat.agent === "human").length;
  }

  get hands() {
    return this.game.seats.map((seat, i) => i).filter((i) => this.game.seats[i].agent === "human" && (this.people === 1 || this.game.player === i));
  }

  get humanTurn() {
    return !this.game.over && this.game.seats[this.game.player].agent === "human";
  }

  /** What has gone by before the page was opened is not played back. */
  async #turn(message) {
    this.thoughts.hide();
    if (!this.game) return;
    const who = this.names[message.log.seat];
    put(this.status, `${who} plays ${turnWords(message.log.actions)}`);
    await playSteps(this.table, message.steps.filter((step) => this.kit.isShown(step)), {
      names: this.names, hands: this.hands, pace: () => (document.hidden ? 0 : SPEEDS[wish("speed", "normal")]),
      told: (step) => put(this.status, `${who} plays ${step.action}`, el("span", { class: "soft small" }, effectWords(this.kit, step.effects))),
    });
    this.last = message.steps.flatMap((step) => stepShown(this.kit, step).last);
  }

  async #show(game) {
    const own = this.played && game.count === this.played.count + 1 ? this.played : null;
    this.played = null;
    const before = this.game;
    this.game = game;
    if (game.actions.length || own) this.last = [];
    this.looks.clear();
    this.table.seat(this.you ?? 0, this.you);
    this.table.specs = game.seats.map((seat) => (seat.agent === "human" ? "" : playerWords(seat)));
    const position = game.over ? { ...game.position, over: true } : game.position; // nobody is to move where somebody has resigned
    this.table.show(position, { legal: game.legal, names: this.names, hands: game.viewer === "nobody" ? [] : this.hands, last: this.last ?? [] });
    if (own) this.table.board.glide(own.effects, 200);
    this.log.show(game.log.map((turn) => ({ ...turn, note: signed(turn.value ?? null).replace("–", "") })));
    this.#drawStatus();
    this.#drawControls();
    this.#drawCover();
    if (!before || before.over !== game.over) this.#remember();
    if (game.over) this.#over();
    this.#goOn();
  }

  #drawStatus() {
    const game = this.game;
    const position = game.position;
    if (game.over) {
      put(this.status, outcomeWords(game.outcome, game, this.you));
    } else if (this.humanTurn) {
      const whose = this.people === 1 ? "Your turn" : `Player ${game.player + 1}'s turn`;
      put(this.status, [whose, this.kit.left(position)].filter(Boolean).join(": "), this.kit.isSpent(position) && el("span", { class: "soft" }, "End the turn, or undo."),
        el("span", { class: "soft small" }, this.kit.when(position)));
    } else {
      put(this.status, el("span", { class: "busy", "aria-hidden": "true" }), `${this.names[game.player]} to move`, el("span", { class: "soft small" }, this.kit.when(position)));
    }
  }

  #drawControls() {
    const { undo, end, resign, pause, step } = this.buttons;
    const watching = this.people === 0;
    const may = this.humanTurn && this.game.viewer !== "nobody";
    resign.hidden = watching;
    for (const button of [undo, end]) button.hidden = watching || this.game.over || !this.kit.hasControls(this.game.position);
    for (const button of [pause, step]) button.hidden = !watching || this.game.over;
    end.textContent = this.asked === this.game.count ? end.textContent : "End turn";
    undo.disabled = !may || !this.game.undoable;
    end.disabled = !this.game.may_end || !this.kit.hasControls(this.game.position);
    resign.disabled = !this.humanTurn;
    pause.textContent = this.paused ? "Go on" : "Pause";
    step.disabled = !this.paused || this.game.thinking;
  }

  #drawCover() {
    const covered = this.game.viewer === "nobody" && !this.game.over;
    this.cover.hidden = !covered;
    if (covered) {
      put(this.cover, el("b", {}, `Player ${this.game.player + 1} is to move`), el("p", {}, "Hands are hidden. Give the screen to them."),
        el("button", { type: "button", class: "primary", onclick: () => this.#send({ type: "take_seat" }) }, `I am player ${this.game.player + 1}`));
    }
  }

  /** Ask for the agent's turn when everything so far has been shown. */
  #goOn() {
    const game = this.game;
    if (game.over || this.humanTurn || game.thinking) return;
    if (this.people === 0 && this.paused) return;
    this.#send({ type: "continue" });
  }

  #think(message) {
    if (!this.game || this.game.over) return;
    if (!isInStudy()) this.thoughts.show(this.names[message.seat], message);
    put(this.status, el("span", { class: "busy", "aria-hidden": "true" }), `${this.names[message.seat]} is thinking`);
    this.table.haunt(message.ghosts ?? []);
  }

  #remember() {
    const known = recentGames().find((game) => game.name === this.name);
    noteGame({ started: Date.now() / 1000, ...known, name: this.name, seats: this.game.seats, board: this.game.board, over: this.game.over });
  }

  async #over() {
    const game = this.game;
    if (!game?.over) return;
    const stored = this.stored ?? game.stored;
    const graph = el("div");
    this.thoughts.hide();
    if (isInStudy()) {
      if (this.banner.hidden) put(this.banner, el("h2", {}, outcomeWords(game.outcome, game, this.you)), studyEnd(this.name));
      this.banner.hidden = false;
      return;
    }
    this.banner.hidden = false;
    put(this.banner, el("h2", {}, outcomeWords(game.outcome, game, this.you)), graph, el("div", { class: "row" },
      stored && el("a", { class: "button primary", href: `/replay/${stored}?review` }, "Review the game"),
      stored && el("a", { class: "button", href: `/replay/${stored}` }, "Replay"), el("a", { class: "button", href: "/" }, "New game")));
    announce(outcomeWords(game.outcome, game, this.you));
    if (!stored) return;
    const { evaluations } = await get(`/api/stored-games/${stored}`);
    gameGraph(graph, evaluations, { pick: (turn) => location.assign(`/replay/${stored}#${turn}`) });
  }
}
