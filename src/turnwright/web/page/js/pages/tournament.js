// A tournament: cross table with intervals, ratings, and its games.

import { get } from "../api.js";
import { el, put } from "../dom.js";
import { dateWords, number, signed } from "../words.js";

const percent = (share) => (100 * share).toFixed(0);

export async function show(main, run) {
  document.title = "Tournament · Turnwright";
  const found = await get(`/api/tournaments/${run}`);
  const { ranking, players, table, ratings } = found;
  const whole = (place) => table[place].filter(Boolean).reduce((sum, cell) => [sum[0] + cell.points, sum[1] + cell.games], [0, 0]);
  put(main, el("h1", {}, players.length === 2 ? "Match" : "Tournament"),
    el("p", { class: "lead" }, el("span", { class: "mono" }, found.game), `, ${found.view} hands, ${dateWords(found.started)}`),
    el("section", { class: "card-box" }, el("h2", {}, "Points in %, row against column, with 95 % intervals"), el("div", { class: "scroll" }, el("table", { class: "cross" },
      el("thead", {}, el("tr", {}, ["", "agent", ...ranking.map((_, i) => String(i + 1)), "all", "Elo from all games ± 95 %"].map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, ranking.map((place, rank) => {
        const [points, games] = whole(place);
        return el("tr", {}, el("th", { scope: "row" }, String(rank + 1)), el("td", { class: "players" }, players[place]), ranking.map((other) => cell(table[place][other], `/results?${new URLSearchParams({ one: players[place], other: players[other], game: found.game })}`)),
          el("td", {}, games ? percent(points / games) : "–", el("small", {}, `${number(games)} games`)),
          el("td", {}, signed(Math.round(ratings.elo[place])), el("small", {}, ratings.errors?.[place] != null ? `± ${number(ratings.errors[place])}` : "")));
      })))), ratings.statement ? el("p", { class: "soft small" }, ratings.statement) : null),
    el("section", { class: "card-box" }, el("h2", {}, "Pairings"), el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ["pairing", "won", "drawn", "lost", "share", "95 % interval", "Elo from these games alone (95 %)"].map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, found.pairings.map((one) => el("tr", {}, el("td", { class: "players" }, one.players.join(" – ")), [one.wins, one.draws, one.losses].map((count) => el("td", { class: "number" }, number(count))),
        el("td", { class: "number" }, one.share === null ? "–" : `${percent(one.share)} %`), el("td", {}, one.games ? `${percent(one.wilson[0])}–${percent(one.wilson[1])} %` : "–"),
        el("td", {}, eloWords(one.elo)))))))),
    el("p", {}, el("a", { href: "/results" }, "All stored games")));
}

function eloWords(elo) {
  if (elo?.elo === null || elo?.elo === undefined) return "–";
  const bound = (value) => (value === null ? "∞" : signed(Math.round(value)));
  return `${signed(Math.round(elo.elo))} (${bound(elo.low)} to ${bound(elo.high)})`;
}

/** Points of a row against a column; it leads to the games. */
function cell(found, href) {
  if (!found) return el("td", { class: "soft" }, "–");
  const sort = found.low > 0.5 ? "best" : found.high < 0.5 ? "worst" : "";
  return el("td", { class: sort }, el("a", { href }, percent(found.share)), el("small", {}, `${percent(found.low)}–${percent(found.high)}`));
}
