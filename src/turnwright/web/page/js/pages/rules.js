// The rules of all games on one page; in a study, of its game.

import { get } from "../api.js";
import { el, put } from "../dom.js";
import { listGames, loadGame } from "../games/kits.js";
import { isInStudy } from "../study.js";

async function namesToShow() {
  return isInStudy() ? [(await get("/api/study")).board] : (await listGames()).map((game) => game.name);
}

export async function show(main) {
  document.title = "Rules · Turnwright";
  const games = (await Promise.all((await namesToShow()).map(loadGame)))
    .map((game) => ({ ...game, told: game.kit.rulesOf(game.rules) })).filter(({ told }) => told.length);
  const links = games.map(({ name, title, kit }) => el("li", {}, el("a", { href: `#${name}` }, title),
    kit.learn && el("span", { class: "outside-studies" }, ": ", el("a", { href: `/learn?game=${name}` }, "try it on the board"), " first, if you like")));
  put(main, el("h1", {}, "Rules"), games.length > 1 && el("ul", { class: "lead" }, links),
    games.map(({ name, title, told }) => el("section", { class: "stack rules", id: name, "aria-label": title }, el("h1", {}, title), told)));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
