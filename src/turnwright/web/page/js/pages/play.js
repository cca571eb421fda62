// The first page: begin a game, or go on with one.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { choices, el, failure, put } from "../dom.js";
import { listGames, loadGame } from "../games/kits.js";
import { keepWish, noteGame, recentGames, wish } from "../memory.js";
import { dateWords } from "../words.js";

export async function show(main) {
  document.title = "Play · Turnwright";
  const [games, { agents }] = await Promise.all([listGames(), lasting("/api/agents")]);
  const wanted = { game: games[0].name, mode: "agent", side: "first", options: {}, seed: "", ...wish("new-game", {}) };
  if (!games.some(({ name }) => name === wanted.game)) wanted.game = games[0].name;
  const opponents = [new AgentChoice("one", agents, { level: "medium" }), new AgentChoice("two", agents, { level: "easy" })];
  const who = el("div", { class: "stack" });
  const wrong = el("div", { role: "alert" });

  const drawWho = () => put(who,
    wanted.mode === "agent" && choices("side", "You play", [["first", "First"], ["second", "Second"], ["random", "Either"]], wanted.side, (value) => { wanted.side = value; }),
    wanted.mode !== "people" && el("div", { class: "seat-choice" }, wanted.mode === "watch" && el("b", {}, "Player 1"), opponents[0].element),
    wanted.mode === "watch" && el("div", { class: "seat-choice" }, el("b", {}, "Player 2"), opponents[1].element));

  function seats(kit) {
    if (wanted.mode === "people") return [{}, {}];
    if (wanted.mode === "watch") return opponents.map((one) => one.valueIn(kit));
    const second = wanted.side === "second" || (wanted.side === "random" && Math.random() < 0.5);
    const opponent = opponents[0].valueIn(kit);
    return second ? [opponent, {}] : [{}, opponent];
  }

  async function begin(event) {
    event.preventDefault();
    if (!/^\d*$/.test(wanted.seed)) {
      put(wrong, failure(new Error("The seed of the deal is a whole number, or empty for a random one.")));
      return;
    }
    keepWish("new-game", { ...wanted, seed: "" });
    try {
      const { kit } = await loadGame(wanted.game);
      const game = await post("/api/games", {
        game: wanted.game, ...kit.newGame.request(wanted.options[wanted.game]), seats: seats(kit), ...(wanted.seed === "" ? {} : { seed: Number(wanted.seed) }),
      });
      noteGame({ name: game.name, started: Date.now() / 1000, seats: game.seats, board: game.board });
      location.assign(`/game/${game.name}`);
    } catch (error) {
      put(wrong, failure(error));
    }
  }

  const lead = el("p", { class: "lead" });
  const options = el("section", { class: "card-box new-game", "aria-label": "Board and rules" });
  const drawGame = async () => {
    const { name, title, kit, rules } = await loadGame(wanted.game);
    if (name !== wanted.game) return; // another one was chosen meanwhile
    const chosen = wanted.options[name] = { ...kit.newGame.usual, ...wanted.options[name] };
    put(lead, el("b", {}, title), ". ", kit.lead());
    put(options, kit.newGame.fields(rules, chosen), seedField(wanted));
  };
  await drawGame();
  drawWho();
  put(main, el("h1", {}, "Play"), lead,
    el("div", { class: "split" },
      el("form", { class: "card-box new-game", onsubmit: begin },
        choices("game", "Game", games.map(({ name, title, summary }) => [name, title, summary]), wanted.game, (value) => {
          wanted.game = value;
          drawGame();
        }),
        choices("mode", "Who plays", [["agent", "Against an agent"], ["people", "Two people", "at this screen"], ["watch", "Watch two agents"]], wanted.mode, (value) => {
          wanted.mode = value;
          drawWho();
        }), who,
        el("button", { class: "primary", type: "submit" }, "Begin"), wrong),
      el("div", { class: "stack" }, options, recent(games))));
}

function seedField(wanted) {
  return el("div", { class: "field" }, el("label", { htmlFor: "seed" }, "Seed of the deal (empty: random)"),
    el("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{0,15}", size: 16, value: wanted.seed, oninput: (event) => { wanted.seed = event.target.value.trim(); } }));
}

function recent(known) {
  const games = recentGames();
  if (!games.length) return null;
  const titleOf = ({ board }) => (board === known[0].name ? null : known.find(({ name }) => name === board)?.title);
  return el("section", { class: "card-box" }, el("h2", {}, "Your games"), el("ul", { class: "recent" }, games.slice(0, 6).map((game) =>
    el("li", {}, el("a", { href: `/game/${game.name}` }, el("span", {}, game.seats.map((seat) => (seat.agent === "human" ? "you" : seat.agent.split(":")[0])).join(" – ")),
      el("span", { class: "soft small" }, titleOf(game) && `${titleOf(game)}, `, game.over ? "over" : dateWords(game.started)))))));
}
