// What the store holds: games, and tournaments.

import { get } from "../api.js";
import { el, failure, put } from "../dom.js";
import { playerNames } from "../opponents.js";
import { dateWords, number, playersOf, playerWords } from "../words.js";

const PAGE = 30;

export async function show(main) {
  document.title = "Games · Turnwright";
  const rows = el("tbody");
  const more = el("button", { type: "button" }, "Older games");
  const all = el("span", { class: "soft small" });
  const filter = el("input", { type: "search", placeholder: "agent", "aria-label": "Only games of an agent whose name contains", size: 18 });
  let last = null;
  const address = new URLSearchParams(location.search);
  const pair = address.get("one") && address.get("other") ? { one: address.get("one"), other: address.get("other"), game: address.get("game") ?? "" } : null;

  async function fetchGames(fresh) {
    if (fresh) {
      last = null;
      put(rows);
    }
    try {
      const query = new URLSearchParams({ ...pair, agent: filter.value.trim(), limit: PAGE, ...(last ? { before: last } : {}) });
      const found = await get(`/api/stored-games?${query}`);
      rows.append(...found.games.map(gameRow));
      last = found.games.at(-1)?.id ?? last;
      more.hidden = found.games.length < PAGE;
      all.textContent = `${number(found.all)} ${found.all === 1 ? "game" : "games"} in the store`;
      if (!rows.children.length) rows.append(el("tr", {}, el("td", { colspan: 5, class: "soft" }, "No games yet.")));
    } catch (error) {
      put(main, failure(error));
    }
  }

  more.addEventListener("click", () => fetchGames(false));
  filter.addEventListener("change", () => fetchGames(true));
  const tournaments = el("div", {}, el("p", { class: "soft" }, "…"));
  put(main, el("h1", {}, "Games"), el("div", { class: "stack" },
    el("section", { class: "card-box" }, el("h2", {}, "Matches and tournaments"), tournaments,
      el("p", { class: "small" }, el("a", { href: "/papers" }, "What the papers have published, with our numbers beside it"))),
    el("section", { class: "card-box" }, el("div", { class: "row between" }, el("h2", {}, pair ? `Games of ${pair.one} and ${pair.other}` : "Stored games"), filter, all),
      el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["", "players", "winner", "turns", "played"].map((words) => el("th", { scope: "col" }, words)))), rows)), more)));
  const [found] = await Promise.all([get("/api/tournaments"), fetchGames(true)]);
  put(tournaments, found.length ? el("ul", { class: "recent" }, found.slice(0, 40).map((one) => el("li", {}, el("a", { href: `/results/${one.number}` },
    el("span", { class: "players" }, one.players.length > 4 ? `${one.players.slice(0, 4).join(", ")} and ${one.players.length - 4} more` : one.players.join(", ")),
    el("span", { class: "soft small" }, `${number(one.games)} games · ${dateWords(one.started)}`)))))
    : el("p", { class: "soft" }, "None yet: ", el("code", {}, "turnwright tournament"), " and ", el("code", {}, "turnwright match"), " play some."));
}

export function gameRow(game) {
  const players = playersOf(game);
  const names = playerNames(game);
  const won = game.outcome > 0 ? 0 : 1;
  const named = names[won] !== playerWords(players[won]);
  const winner = game.outcome === 0 ? "draw" : named ? names[won] : playerWords(players[won], { short: true });
  return el("tr", {}, el("td", {}, el("a", { href: `/replay/${game.id}` }, `#${game.id}`)),
    el("td", { class: "players", title: players.map((player) => playerWords(player)).join(" – ") }, names.join(" – ")),
    el("td", {}, winner, game.forfeit ? el("span", { class: "soft" }, game.forfeit === "resigned" ? " (resigned)" : " (forfeit)") : game.ending ? el("span", { class: "soft" }, ` (${game.ending})`) : null),
    el("td", { class: "number" }, number(game.turns)), el("td", { class: "soft small" }, dateWords(game.started)));
}
