// A game in progress: play it, or watch it.

import { get } from "../api.js";
import { strike } from "../blows.js";
import { SPEEDS, playSteps, stepShown, stepWords } from "../board/playback.js";
import { Table } from "../board/table.js";
import { gameGraph } from "../chart.js";
import { announce, el, failure, put } from "../dom.js";
import { Coach } from "../coach.js";
import { Friends, beginGame, invitationCard, invitationHere, inviteButton, joinRematch } from "../friends.js";
import { loadGame } from "../games/kits.js";
import { Log } from "../log.js";
import { nameOf, opponentOf } from "../opponents.js";
import { countGame, keepWish, noteGame, recentGames, seatIn, wish } from "../memory.js";
import { Channel } from "../socket.js";
import { isInStudy, studyEnd } from "../study.js";
import { LEAST_SHOWN, SearchProgress } from "../search_progress.js";
import { draftLength, number, outcomeWords, playerWords, signed, turnName } from "../words.js";

export async function show(main, name) {
  document.body.classList.add("one-screen");
  document.title = "Game · Turnwright";
  const invitation = invitationHere();
  const { board } = await get(`/api/games/${name}`);
  const { kit, rules } = await loadGame(board);
  new GamePage(main, name, { kit, rules, invitation });
}

const KEYS = [["1 to 9", "choose a card, or a piece"], ["arrows", "move over the board"], ["Enter", "choose a square or piece"], ["Escape", "let go"],
  ["U", "undo"], ["E", "end the turn"], ["S", "skip the opponent's turn"], ["?", "this list"]];

function showKeys() {
  const dialog = el("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() }, el("h2", {}, "Keys"),
    el("dl", { class: "keys" }, KEYS.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

class GamePage {
  constructor(main, name, { kit, rules, invitation }) {
    this.name = name;
    this.kit = kit;
    this.game = null;
    this.queue = Promise.resolve();
    this.paused = false;
    this.looks = new Map();
    this.unanswered = []; // what the board waits for
    this.table = new Table(kit, rules, { effects: (place) => this.#look(place), act: (action, effects) => this.#act(action, effects) });
    this.thoughts = new SearchProgress("Thinking along");
    this.coach = new Coach(kit, (ghosts, words) => this.#hinted(ghosts, words));
    this.key = seatIn(name)?.key ?? null; // of a seat, where seats have keys
    this.invitation = this.key ? null : invitation;
    this.friends = new Friends(name);
    this.log = new Log(kit, (first) => get(`/api/games/${name}/turns?first=${first}`, this.key), (number) => this.#again(number));
    this.seen = new Map(); // turns that were asked for again, by number
    this.status = el("div", { class: "status", role: "status" });
    this.cover = el("div", { class: "cover", hidden: true });
    this.banner = el("section", { class: "card-box banner", tabindex: -1, hidden: true });
    this.judge = el("p", { class: "small soft judge" });
    this.again = el("div", { class: "rematch" });
    this.trouble = el("div");
    this.buttons = {
      undo: el("button", { type: "button", onclick: () => this.#change({ type: "undo" }) }, "Undo"),
      end: el("button", { type: "button", class: "primary", onclick: () => this.#end() }, "End turn"),
      resign: el("button", { type: "button", class: "quiet", onclick: () => confirm("Give up this game?") && this.#send({ type: "resign" }) }, "Resign"),
      result: el("button", { type: "button", class: "primary to-result", hidden: true, onclick: () => { // where the banner is below the board
        this.banner.scrollIntoView({ block: "start" });
        this.banner.focus({ preventScroll: true });
      } }, "Result"),
      pause: el("button", { type: "button", onclick: () => this.#pause() }, "Pause"),
      skip: el("button", { type: "button", hidden: true, onclick: () => { this.skipping = true; } }, "Skip"),
      step: el("button", { type: "button", onclick: () => this.#send({ type: "continue" }) }, "Next turn"),
    };
    for (const name of ["undo", "end", "resign", "pause", "step"]) this.buttons[name].disabled = true; // until the game is there
    this.controls = el("div", { class: "controls" }, this.buttons.end, this.buttons.undo, this.buttons.result, this.buttons.skip, this.buttons.pause, this.buttons.step,
      el("span", { class: "grow" }), this.#speed(), this.#sound(), this.buttons.resign);
    put(main, el("h1", { class: "unseen" }, "Game"), el("div", { class: "game" },
      el("div", { class: "table" }, this.status, this.trouble, this.cover, this.table.element, this.controls),
      el("aside", {}, this.banner, this.friends.element, !isInStudy() && this.coach.element, this.thoughts.element, this.table.panel.element, !isInStudy() && this.judge, this.log.element)));
    this.channel = new Channel(`/ws/games/${name}`, (message) => this.#told(message), (state) => this.#connected(state));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #speed() {
    const chosen = wish("speed", "normal");
    return el("label", { class: "row small" }, el("span", { class: "speed-word" }, "Speed"), el("select", { "aria-label": "Speed", onchange: (event) => keepWish("speed", event.target.value) },
      Object.keys(SPEEDS).map((speed) => el("option", { value: speed, selected: speed === chosen }, speed))));
  }

  #sound() {
    const words = () => (wish("sound", true) ? "♪" : "♪̸");
    const button = el("button", { type: "button", class: "quiet sound", "aria-label": "Sounds", "aria-pressed": String(wish("sound", true)), title: "Sounds on or off", onclick: () => {
      keepWish("sound", !wish("sound", true));
      button.setAttribute("aria-pressed", String(wish("sound", true)));
      button.textContent = words();
    } }, words());
    return button;
  }

  #key(event) {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    if (event.key === "u" && !this.buttons.undo.disabled) this.buttons.undo.click();
    if (event.key === "e" && !this.buttons.end.disabled) this.buttons.end.click();
    if (/^[1-9]$/.test(event.key) && this.game && this.humanTurn) this.table.press(event.key);
    if (event.key === "?") showKeys();
    if (event.key === "s" && !this.buttons.skip.hidden) this.buttons.skip.click();
  }

  #send(message) {
    put(this.trouble);
    const sent = this.channel.send(message);
    if (!sent) put(this.trouble, failure(new Error("There is no connection; it is tried again.")));
    return sent;
  }

  /** Send what changes the game; until the answer is there, the board takes no clicks and the turn is neither ended nor taken back. */
  #change(message) {
    if (!this.#send(message)) return;
    this.buttons.end.disabled = this.buttons.undo.disabled = true;
    this.table.during(new Promise((done) => { this.unanswered.push(done); }));
  }

  #answered() {
    for (const done of this.unanswered.splice(0)) done();
  }

  /** A hint is on the board. Where the coach is below the board, the page goes back up to it. */
  #hinted(ghosts, words) {
    this.table.haunt(ghosts);
    if (!matchMedia("(max-width: 900px)").matches) return;
    put(this.status, words);
    this.status.scrollIntoView({ block: "end" });
  }

  #connected(state) {
    put(this.trouble, state === "waiting" && failure(new Error("The connection was lost; it is tried again. Your game is safe.")));
    this.table.element.dataset.connection = state;
    if (state === "open" && this.key) this.channel.send({ type: "sit", key: this.key });
  }

  #told(message) {
    if (message.type === "game" && this.key && message.has_keys && message.sitter === null) {
      this.watched = message; // what others see: one's own seat comes next
    } else if (message.type === "error") {
      this.#answered();
      put(this.trouble, failure(message));
      if (this.game) this.#drawControls();
      else if (this.watched) { // the key opens nothing here
        this.key = null;
        this.#show(this.watched);
      }
    } else if (message.type === "effects") {
      this.looks.get(message.source)?.(message.targets);
    } else if (message.type === "thinking") {
      this.#think(message);
    } else if (message.type === "stored") {
      this.stored = message.number;
      this.#over();
    } else if (message.type === "rematch") { // the game is over, whether the page has shown it yet or not
      this.begun = message.name;
      if (this.game?.over) this.#drawRematch();
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
    const { from, to } = this.game.legal.find((one) => one.action === action) ?? {};
    this.played = { action, from, to, effects, count: this.game.count };
    this.#change({ type: "act", actions: [action], count: this.game.count });
  }

  /** End the turn; with actions left only when it is wanted again, since it cannot be taken back. */
  #end() {
    const left = this.game.legal.length > 0 && !this.kit.isSpent(this.game.position);
    if (!left || this.asked === this.game.count || !wish("ask-before-end", true)) {
      this.#act(this.game.end, []);
      return;
    }
    this.asked = this.game.count;
    const words = [this.kit.left(this.game.position), "End the turn anyway?"].filter(Boolean).join(". ");
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
    const person = (i) => (i === this.you ? "You" : this.game.has_keys && this.you !== null ? "Your friend" : `Player ${i + 1}`);
    const names = this.game.seats.map((seat, i) => (seat.agent === "human" ? person(i) : nameOf(seat, playerWords)));
    return names[0] === names[1] ? names.map((name, i) => `${name} ${i + 1}`) : names;
  }

  /** The seat of the one person who plays here; none if there are two or none. */
  get you() {
    if (this.game.has_keys) return this.game.sitter;
    return this.people === 1 ? this.game.seats.findIndex((seat) => seat.agent === "human") : null;
  }

  get people() {
    return this.game.seats.filter((seat) => seat.agent === "human").length;
  }

  /** Whether this page only looks on. */
  get watching() {
    return this.people === 0 || (this.game.has_keys && this.game.sitter === null);
  }

  get hands() {
    if (this.game.has_keys) return this.game.sitter === null ? [] : [this.game.sitter];
    return this.game.seats.map((seat, i) => i).filter((i) => this.game.seats[i].agent === "human" && (this.people === 1 || this.game.player === i));
  }

  /** Whether a person is to move. */
  get peopleMove() {
    return !this.game.over && this.game.seats[this.game.player].agent === "human";
  }

  /** Whether a person at this page is to move. */
  get humanTurn() {
    return this.peopleMove && (!this.game.has_keys || this.game.player === this.game.sitter);
  }

  /** What has gone by before the page was opened is not played back. */
  async #turn(message) {
    if (!this.game) return;
    this.skipping = false;
    await this.#tellThought(message);
    await this.#playBack(message);
    this.last = message.steps.flatMap((step) => stepShown(this.kit, step).last);
  }

  /** What an agent has thought is shown for as long as it takes to read: counted searches are over in a moment. */
  async #tellThought({ log, steps, thought = null }) {
    const least = LEAST_SHOWN[wish("speed", "normal")];
    if (!thought || thought.value === null || isInStudy()) {
      this.thoughts.hide();
      return;
    }
    const ghosts = steps.map(({ from, to }) => ({ from, to }));
    this.thoughts.show(this.names[log.seat], { ...thought, stage: "done", actions: log.actions });
    if (!least || document.hidden) return;
    this.buttons.skip.hidden = false;
    this.buttons.undo.hidden = true; // in its place
    put(this.status, `${this.names[log.seat]} plans this turn`, el("span", { class: "soft small" }, `best of ${number(thought.figures.evaluations ?? thought.figures.iterations ?? 1)} tries`));
    this.table.haunt(ghosts);
    const until = (this.thinkingSince ?? performance.now()) + least;
    while (performance.now() < until && !this.skipping && !document.hidden) await new Promise((done) => setTimeout(done, 50));
    this.thinkingSince = null;
    this.table.haunt([]);
  }

  /** A turn that went by, once more; then the game goes on where it is. */
  #again(turn) {
    if (!this.seen.has(turn)) this.seen.set(turn, get(`/api/games/${this.name}/turns/${turn}`, this.key));
    this.queue = this.queue.then(async () => {
      const now = this.game;
      this.skipping = false;
      try {
        await this.#playBack(await this.seen.get(turn), SPEEDS[wish("speed", "normal")] || SPEEDS.fast);
      } catch (error) {
        this.seen.delete(turn);
        put(this.trouble, failure(error));
      }
      if (this.game === now) {
        this.#redraw();
        this.#drawControls();
      }
    });
  }

  /** Show a turn step by step, unless it is skipped. */
  async #playBack({ log, steps }, pace = null) {
    const who = this.names[log.seat];
    const shown = () => pace ?? SPEEDS[wish("speed", "normal")];
    this.buttons.skip.hidden = !shown();
    this.buttons.undo.hidden = true; // in its place
    await playSteps(this.table, steps.filter((step) => this.kit.isShown(step)), {
      names: this.names, hands: this.hands, pace: () => (document.hidden || this.skipping ? 0 : shown()),
      told: (step) => put(this.status, who === "You" ? "You play" : `${who} plays`, el("span", { class: "soft" }, stepWords(this.kit, step))),
    });
    this.buttons.skip.hidden = true;
  }

  /** Draw the position of the game. */
  #redraw() {
    const { game } = this;
    const position = game.over ? { ...game.position, over: true } : game.position; // nobody is to move where somebody has resigned
    this.table.show(position, { legal: game.legal, names: this.names, hands: game.viewer === "nobody" ? [] : this.hands, last: this.last ?? [] });
    this.#drawStatus();
  }

  async #show(game) {
    const own = this.played && game.count === this.played.count + 1 ? this.played : null;
    this.played = null;
    this.#answered();
    const before = this.game;
    this.game = game;
    if (game.actions.length || own) this.last = [];
    this.looks.clear();
    this.table.seat(this.you ?? 0, this.you);
    this.table.specs = game.seats.map((seat) => (seat.agent === "human" ? "" : playerWords(seat)));
    this.#redraw();
    if (own) strike(this.table, own);
    this.log.show(game.log.map((turn) => ({ ...turn, note: signed(turn.value ?? null).replace("–", ""), noteTitle: "What the agent thinks its turn is worth" })));
    this.friends.show(game);
    if (!before) put(this.judge, "Judged by ", game.judged_by ? ["the evaluation ", el("b", {}, game.judged_by)] : "the game's own evaluation", ".", this.kit.choosesEvaluation && [" ", el("a", { href: "/#options" }, "Choose for a new game")]);
    this.#drawControls();
    this.#drawCover();
    if (!isInStudy()) this.coach.follow(game, this.people === 1 ? this.you : null);
    document.title = `${game.over ? "Over" : this.humanTurn && this.you !== null ? "Your turn" : "Game"} · Turnwright`;
    if (!before || before.over !== game.over) this.#remember();
    if (game.over) {
      this.#count();
      this.#over();
    }
    this.#goOn();
  }

  #drawStatus() {
    const game = this.game;
    const position = game.position;
    if (game.over) {
      put(this.status, outcomeWords(game.outcome, game, this.you), (this.begun ?? game.rematch) && el("span", { class: "soft" }, "The rematch has begun."));
    } else if (this.humanTurn) {
      const whose = this.you !== null ? "Your turn" : `Player ${game.player + 1}'s turn`;
      put(this.status, [whose, this.kit.left(position)].filter(Boolean).join(": "), this.kit.isSpent(position) && el("span", { class: "soft" }, "End the turn, or undo."),
        el("span", { class: "soft small" }, this.kit.when(position)), game.has_keys && inviteButton(this.name, game));
    } else if (this.peopleMove) {
      put(this.status, `${this.names[game.player]} to move`, el("span", { class: "soft small" }, this.kit.when(position)), inviteButton(this.name, game));
    } else {
      put(this.status, el("span", { class: "busy", "aria-hidden": "true" }), `${this.names[game.player]} to move`, el("span", { class: "soft small" }, this.kit.when(position)));
    }
  }

  #drawControls() {
    const { undo, end, resign, pause, step } = this.buttons;
    const { watching } = this;
    const may = this.humanTurn && this.game.viewer !== "nobody";
    resign.hidden = watching || this.game.over;
    this.buttons.result.hidden = !this.game.over;
    for (const button of [undo, end]) button.hidden = watching || this.game.over || !this.kit.hasControls(this.game.position);
    for (const button of [pause, step]) button.hidden = this.people > 0 || this.game.over;
    end.textContent = this.asked === this.game.count ? end.textContent : "End turn";
    undo.disabled = !may || !this.game.undoable;
    end.disabled = !this.game.may_end || !this.kit.hasControls(this.game.position);
    resign.disabled = !this.peopleMove;
    pause.disabled = false;
    pause.textContent = this.paused ? "Go on" : "Pause";
    step.disabled = !this.paused || this.game.thinking;
  }

  #drawCover() {
    const invited = this.invitation && this.game.has_keys && !this.game.over;
    const covered = this.game.viewer === "nobody" && !this.game.has_keys && !this.game.over;
    this.cover.hidden = !covered && !invited;
    if (invited) {
      if (!this.cover.children.length) put(this.cover, invitationCard(this.name, this.invitation, () => location.reload()));
    } else if (covered) {
      put(this.cover, el("b", {}, `Player ${this.game.player + 1} is to move`), el("p", {}, "Hands are hidden. Give the screen to them."),
        el("button", { type: "button", class: "primary", onclick: () => this.#send({ type: "take_seat" }) }, `I am player ${this.game.player + 1}`));
    }
  }

  /** Ask for the agent's turn when everything so far has been shown. */
  #goOn() {
    const game = this.game;
    if (game.over || this.peopleMove || game.thinking) return;
    if (this.people === 0 ? this.paused : this.watching) return;
    this.#send({ type: "continue" });
  }

  #think(message) {
    if (!this.game || this.game.over) return;
    if (!isInStudy()) this.thoughts.show(this.names[message.seat], message);
    put(this.status, el("span", { class: "busy", "aria-hidden": "true" }), `${this.names[message.seat]} is thinking`);
    if (message.ghosts?.length) this.thinkingSince ??= performance.now();
    this.table.haunt(message.ghosts ?? []);
  }

  /** Offer the same game again, with sides changed: friends keep their keys, others must have begun the game in this browser. */
  #drawRematch() {
    const { game, name } = this;
    if (this.joining) return;
    const begun = this.begun ?? game.rematch;
    const request = recentGames().find((one) => one.name === name)?.request;
    const again = (words, begin) => el("button", { type: "button", class: "primary", onclick: async (event) => {
      const button = event.currentTarget;
      button.disabled = this.joining = true; // one click, one game
      try {
        await begin();
      } catch (error) {
        put(this.trouble, failure(error));
        button.disabled = this.joining = false;
      }
    } }, words);
    if (game.has_keys && game.sitter === null) {
      put(this.again, begun && el("a", { class: "button primary", href: `/game/${begun}` }, "Watch the rematch"));
    } else if (game.has_keys && !game.waiting.some(Boolean)) {
      put(this.again, begun && el("p", {}, "The rematch has begun."), again(begun ? "Go to the rematch" : "Rematch", () => joinRematch(name, this.key)));
    } else {
      put(this.again, request && again("Rematch", () => beginGame({ ...request, seats: [...request.seats].reverse() }, { mine: 1 - (this.you ?? 1) })));
    }
    if (begun) {
      this.#drawStatus(); // on a phone the banner is below the board
      document.title = "Rematch · Turnwright";
      announce("The rematch has begun.");
    }
  }

  /** Figures of a game that is over; the best turn is the one that the evaluation rose most by. */
  async #facts(place, evaluations, stored) {
    const drafted = draftLength(this.kit, this.game.log);
    const rows = [["Turns", this.game.log.length - drafted]];
    if (this.you !== null) {
      const sign = this.you === 0 ? 1 : -1;
      const gains = this.game.log.map((turn, i) => ({ turn, gain: sign * (evaluations[i + 1] - evaluations[i]) })).filter(({ turn, gain }) => turn.seat === this.you && Number.isFinite(gain));
      const [best] = gains.sort((one, other) => other.gain - one.gain);
      if (best) rows.push(["Your best turn", el("a", { href: `/replay/${stored}#${best.turn.number}` }, `${turnName(best.turn.number, drafted)}: ${await this.log.sentence(best.turn)}`)]);
      if (this.coach.accuracy !== null) rows.push(["Accuracy", `${this.coach.accuracy} %`]);
    }
    put(place, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  }

  /** Keep how the game against an opponent with a name has ended. */
  #count() {
    if (this.you === null || isInStudy()) return;
    const opponent = opponentOf(this.game.seats[1 - this.you]);
    const mine = this.game.outcome * (this.you === 0 ? 1 : -1);
    if (opponent) countGame(this.name, opponent.name, mine > 0 ? "won" : mine < 0 ? "lost" : "drawn");
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
    const facts = el("dl", { class: "end-facts" });
    put(this.banner, el("h2", {}, outcomeWords(game.outcome, game, this.you)), facts, graph, el("div", { class: "row" }, this.again,
      stored && el("a", { class: "button primary", href: `/replay/${stored}?review` }, "Review the game"),
      stored && el("a", { class: "button", href: `/replay/${stored}` }, "Replay"), el("a", { class: "button", href: "/" }, "New game")));
    announce(outcomeWords(game.outcome, game, this.you));
    this.#drawRematch();
    if (!stored) return;
    const { evaluations } = await get(`/api/stored-games/${stored}`);
    this.#facts(facts, evaluations, stored);
    gameGraph(graph, evaluations, { drafted: draftLength(this.kit, this.game.log), pick: (turn) => location.assign(`/replay/${stored}#${turn}`) });
  }
}
