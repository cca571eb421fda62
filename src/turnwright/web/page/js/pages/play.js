// The first page: a game of two agents, and a button to play one's own.

import { lasting } from "../api.js";
import { el, put } from "../dom.js";
import { listGames } from "../games/kits.js";
import { recentGames, recordWords, seatIn } from "../memory.js";
import { NewGame } from "../new_game.js";
import { OPPONENTS, faceOf, nameOf } from "../opponents.js";
import { Showcase } from "../showcase.js";
import { dateWords, playerWords } from "../words.js";

export async function show(main) {
  document.title = "Turnwright";
  document.body.classList.add("front-page");
  const [games, { agents }] = await Promise.all([listGames(), lasting("/api/agents")]);
  const what = el("p", { class: "soft small what" });
  const ladder = el("div", { class: "ladder", role: "group", "aria-label": "Opponents, from a beginner to the strongest" });
  const wanted = new NewGame(games, agents, () => {
    if (!wanted) return; // while it is being made
    put(what, wanted.words);
    drawLadder(ladder, wanted);
  });
  const showcase = new Showcase();
  put(main, el("div", { class: "front" },
    el("section", { class: "front-words" },
      el("h1", {}, "One turn, several actions"),
      el("p", { class: "lead" }, "Play tactics games in which a turn consists of several actions, against programs that show you what they think."),
      el("div", { class: "front-buttons" },
        el("button", { type: "button", class: "primary big", onclick: () => wanted.begin() }, "Play"),
        el("a", { class: "button big", href: "/learn" }, "I'm new")),
      el("div", { class: "row" }, what, el("button", { type: "button", class: "quiet small", onclick: () => wanted.open() }, "Options …")),
      ladder,
      el("p", {}, el("a", { href: "/puzzles" }, "Puzzle of the day: win this turn")),
      recent(games)),
    showcase.element), credits(games), wanted.drawer);
  put(what, wanted.words);
  drawLadder(ladder, wanted);
  await wanted.draw();
  if (location.hash === "#options") wanted.open();
  await showcase.begin();
}

/** Faces to choose the opponent by; what was won and lost against each is below its name. */
function drawLadder(place, wanted) {
  const [{ level: chosen }] = wanted.opponents;
  if (!place.children.length) put(place, OPPONENTS.map((one) => el("button", { type: "button", class: "rung", value: one.level,
    title: [one.agent, one.budget].filter(Boolean).join(" · "), onclick: () => wanted.challenge(one.level) },
  faceOf(one), el("span", {}, one.name), el("small", {}, recordWords(one.name) || one.about))));
  for (const rung of place.children) rung.setAttribute("aria-pressed", String(wanted.wanted.mode === "agent" && chosen === rung.value));
}

function recent(known) {
  const games = recentGames().filter((game) => !game.over);
  if (!games.length) return null;
  const titleOf = ({ board }) => known.find(({ name }) => name === board)?.title ?? "";
  const person = (name, i) => ((seatIn(name)?.seat ?? i) === i ? "you" : "a friend");
  const against = ({ name, seats }) => seats.map((seat, i) => (seat.agent === "human" ? person(name, i) : nameOf(seat, (one) => playerWords(one, { short: true })))).join(" – ");
  return el("details", { class: "recent-games" }, el("summary", {}, `Your games that are not over (${games.length})`), el("ul", { class: "recent" }, games.slice(0, 6).map((game) =>
    el("li", {}, el("a", { href: `/game/${game.name}` }, el("span", {}, against(game)), el("span", { class: "soft small" }, `${titleOf(game)}, ${dateWords(game.started)}`))))));
}

function credits(games) {
  const made = games.filter(({ credit }) => credit).map(({ title, credit }) => `${title} by ${credit}`).join("; ");
  return el("footer", { class: "small soft credits" },
    el("p", {}, made && `Other people designed these games, and we thank them: ${made}. We implement the rules for research and teaching; drawings, texts and programs are our own. `,
      el("a", { href: "/rules" }, "Rules"), " · ", el("a", { href: "/api" }, "For programs"), "."));
}
