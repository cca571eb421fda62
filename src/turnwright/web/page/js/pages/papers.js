// Every score that the papers have published, and ours beside it.

import { get } from "../api.js";
import { el, put } from "../dom.js";
import { number } from "../words.js";

const NOT_PLAYED = "not played";
const NOT_JUDGED = "not judged";
const HEADS = ["experiment", "number", "published", "ours", "95 % interval", "games", "reading", "verdict"];

const verdictOf = (one) => (one.score === null ? NOT_PLAYED : one.verdict ?? NOT_JUDGED);

export async function show(main) {
  document.title = "Published numbers · Turnwright";
  const all = await get("/api/papers");
  const counts = new Map();
  for (const one of all) counts.set(verdictOf(one), (counts.get(verdictOf(one)) ?? 0) + 1);
  const tables = el("div", { class: "stack" });
  const chosen = el("select", { "aria-label": "Which numbers", onchange: () => draw(chosen.value) }, el("option", { value: "" }, `all ${number(all.length)}`),
    [...counts].map(([verdict, count]) => el("option", { value: verdict }, `${verdict}: ${number(count)}`)));

  function draw(verdict) {
    const shown = all.filter((one) => !verdict || verdictOf(one) === verdict);
    const papers = [...new Set(shown.map((one) => one.paper))];
    put(tables, papers.map((paper) => table(paper, shown.filter((one) => one.paper === paper))));
  }

  put(main, el("h1", {}, "Published numbers"),
    el("p", { class: "lead" }, "Every score that the papers print, with ours beside it. A number agrees if the whole interval of the difference is within its margin. One that was played with other budgets, or whose games are not kept, is not judged."),
    el("p", { class: "row" }, "Show", chosen, el("span", { class: "soft small" }, "To play one again: ", el("code", {}, "turnwright reproduce EXPERIMENT"))), tables);
  draw("");
}

function table(paper, numbers) {
  return el("section", { class: "card-box" }, el("h2", {}, paper), el("div", { class: "scroll" }, el("table", { class: "published" },
    el("thead", {}, el("tr", {}, HEADS.map((words, i) => el("th", { scope: "col", class: i >= 2 && i <= 5 ? "number" : "" }, words)))), el("tbody", {}, numbers.map(row)))));
}

function row(one) {
  const played = one.score !== null;
  return el("tr", {}, el("td", { class: "mono small", title: one.title }, one.experiment), el("td", {}, one.number),
    el("td", { class: "number" }, one.published.toFixed(1), one.published_games && el("small", { class: "soft" }, ` of ${number(one.published_games)}`)),
    el("td", { class: "number" }, played ? one.score.toFixed(1) : "–"),
    el("td", { class: "number" }, played ? `${one.low.toFixed(1)}–${one.high.toFixed(1)}` : ""),
    el("td", { class: "number" }, played ? number(one.games) : ""),
    el("td", {}, one.reading ?? "", played && !one.full && el("span", { class: "soft small" }, " (smaller budgets)")),
    el("td", {}, el("b", {}, verdictOf(one))));
}
