// The first page: begin a game, or go on with one.

import { lasting, post } from "../api.js";
import { AgentChoice } from "../agent_choice.js";
import { mapPicture } from "../board/hero_academy.js";
import { choices, el, failure, put } from "../dom.js";
import { gameOf } from "../board/kits.js";
import { keepWish, noteGame, recentGames, wish } from "../memory.js";
import { dateWords } from "../words.js";

const MAP_NAMES = { a: "Large", "a-small": "Small", "a-tiny": "Tiny" };
const LEADS = {
  hero_academy: () => ["Hero Academy: two teams on a small board, several actions a turn. Destroy the other side's crystals, or all its units. New here? ",
    el("a", { href: "/learn" }, "Learn it in five minutes"), "."],
  locm: () => ["Legends of Code and Magic: draft thirty cards, then fight on two lanes until one side has no health left. New here? ",
    el("a", { href: "/rules#locm" }, "The rules are short"), "."],
};
const DRAFT_NAMES = { played: "Draft", ranked: "Ranked", curve: "Curve", mixed: "Mixed", random: "Random" };

export async function show(main) {
  document.title = "Play · Turnwright";
  const [rules, { agents }] = await Promise.all([lasting("/api/rules"), lasting("/api/agents")]);
  const wanted = { game: "hero_academy", mode: "agent", draft: "played", locmHands: "hidden", side: "first", map: "a", points: 5, hands: "open", draws: "random", seed: "", ...wish("new-game", {}) };
  const opponents = [new AgentChoice("one", agents, { level: "medium" }), new AgentChoice("two", agents, { level: "easy" })];
  const who = el("div", { class: "stack" });
  const wrong = el("div", { role: "alert" });

  const drawWho = () => put(who,
    wanted.mode === "agent" && choices("side", "You play", [["first", "First"], ["second", "Second"], ["random", "Either"]], wanted.side, (value) => { wanted.side = value; }),
    wanted.mode !== "people" && el("div", { class: "seat-choice" }, wanted.mode === "watch" && el("b", {}, "Player 1"), opponents[0].element),
    wanted.mode === "watch" && el("div", { class: "seat-choice" }, el("b", {}, "Player 2"), opponents[1].element));

  function seats() {
    if (wanted.mode === "people") return [{}, {}];
    if (wanted.mode === "watch") return opponents.map((one) => one.value);
    const second = wanted.side === "second" || (wanted.side === "random" && Math.random() < 0.5);
    return second ? [opponents[0].value, {}] : [{}, opponents[0].value];
  }

  async function begin(event) {
    event.preventDefault();
    keepWish("new-game", { ...wanted, seed: "" });
    try {
      const game = await post("/api/games", {
        ...(wanted.game === "locm"
          ? { game: "locm", options: { draft: wanted.draft }, hands: wanted.locmHands }
          : { options: { map: wanted.map, action_points: Number(wanted.points), draws: wanted.draws }, hands: wanted.hands }),
        seats: seats(), ...(wanted.seed === "" ? {} : { seed: Number(wanted.seed) }),
      });
      noteGame({ name: game.name, started: Date.now() / 1000, seats: game.seats, game: game.game });
      location.assign(`/game/${game.name}`);
    } catch (error) {
      put(wrong, failure(error));
    }
  }

  const lead = el("p", { class: "lead" });
  const options = el("section", { class: "card-box new-game", "aria-label": "Board and rules" });
  const drawGame = () => {
    put(lead, LEADS[wanted.game]());
    put(options, wanted.game === "locm" ? locmOptions(rules.locm, wanted) : heroOptions(rules.hero_academy, wanted), seedField(wanted));
  };
  drawGame();
  drawWho();
  put(main, el("h1", {}, "Play"), lead,
    el("div", { class: "split" },
      el("form", { class: "card-box new-game", onsubmit: begin },
        choices("game", "Game", [["hero_academy", "Hero Academy", "tactics on a board"], ["locm", "Legends of Code and Magic", "a card game"]], wanted.game, (value) => {
          wanted.game = value;
          drawGame();
        }),
        choices("mode", "Who plays", [["agent", "Against an agent"], ["people", "Two people", "at this screen"], ["watch", "Watch two agents"]], wanted.mode, (value) => {
          wanted.mode = value;
          drawWho();
        }), who,
        el("button", { class: "primary", type: "submit" }, "Begin"), wrong),
      el("div", { class: "stack" }, options, recent())));
}

function heroOptions(rules, wanted) {
  const points = el("output", {}, String(wanted.points));
  return [
    el("fieldset", {}, el("legend", {}, "Map"), el("div", { class: "maps" }, Object.entries(rules.maps).map(([name, { rows, deck }]) =>
      el("label", { class: "choice map-choice" }, el("input", { type: "radio", name: "map", value: name, checked: name === wanted.map, onchange: () => { wanted.map = name; } }),
        el("span", {}, mapPicture(rows), MAP_NAMES[name] ?? name, el("small", {}, `${Object.values(rules.decks[deck]).reduce((a, b) => a + b)} cards`)))))),
    el("div", { class: "field" }, el("label", { htmlFor: "points" }, "Actions a turn: ", points),
      el("input", { id: "points", type: "range", min: rules.action_points.least, max: rules.action_points.most, value: wanted.points, oninput: (event) => {
        wanted.points = event.target.value;
        points.textContent = event.target.value;
      } })),
    choices("hands", "Hands", [["open", "Open", "as in the papers"], ["hidden", "Hidden", "as in the original game"]], wanted.hands, (value) => { wanted.hands = value; }),
    choices("draws", "Draws", [["random", "Random"], ["seeded", "Seeded", "follow from the deal"]], wanted.draws, (value) => { wanted.draws = value; }),
  ];
}

function locmOptions(rules, wanted) {
  return [
    choices("draft", "Decks", Object.entries(rules.drafts).map(([name, meaning]) => [name, DRAFT_NAMES[name] ?? name, meaning]), wanted.draft, (value) => { wanted.draft = value; }),
    choices("locm-hands", "Hands, decks and picks", [["hidden", "Hidden", "as the rules have it"], ["open", "Open"]], wanted.locmHands, (value) => { wanted.locmHands = value; }),
  ];
}

function seedField(wanted) {
  return el("div", { class: "field" }, el("label", { htmlFor: "seed" }, "Seed of the deal (empty: random)"),
    el("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{0,15}", size: 16, value: wanted.seed, oninput: (event) => { wanted.seed = event.target.value.trim(); } }));
}

function recent() {
  const games = recentGames();
  if (!games.length) return null;
  return el("section", { class: "card-box" }, el("h2", {}, "Your games"), el("ul", { class: "recent" }, games.slice(0, 6).map((game) =>
    el("li", {}, el("a", { href: `/game/${game.name}` }, el("span", {}, game.seats.map((seat) => (seat.agent === "human" ? "you" : seat.agent.split(":")[0])).join(" – ")),
      el("span", { class: "soft small" }, gameOf(game.game) === "locm" && "LOCM, ", game.over ? "over" : dateWords(game.started)))))));
}
