// What a search tells of its inside: the population of an evolution, the visits of a tree.

import { populationChart } from "./chart.js";
import { el, svg } from "./dom.js";
import { number, signed } from "./words.js";

const SHOWN = 8; // rows of a table

function sign(name) {
  const shape = name === "band" ? svg("rect", { class: "band", width: 26, height: 10 }) : svg("path", { class: `line ${name}`, d: "M0 5H26" });
  return svg("svg", { class: "chart", viewBox: "0 0 26 10", "aria-hidden": "true" }, shape);
}

/** Everything that a line of an analysis has to tell; `pick(actions, button)` is told of a genome that was clicked. */
export function insideOf(line, pick) {
  const untold = line.figures.depth_max && !line.branches.length && !line.mutations; // a tree that was too large to be kept
  return [untold ? el("p", { class: "small soft" }, "With a budget of up to 20,000 iterations or evaluations, such as 5000it, a tree search also shows its visits.") : null,
    line.population?.snapshots.length ? population(line.population, pick) : null, line.branches.length ? tree(line) : null, line.mutations ? mutations(line.mutations) : null];
}

function population({ snapshots, genomes }, pick) {
  const last = snapshots.at(-1);
  const anew = snapshots.some((one, i) => i && one.best < snapshots[i - 1].best) ? " After a long time without improvement, a new population was started." : "";
  return [
    el("h3", {}, "Population"), populationChart(snapshots),
    el("p", { class: "legend" }, [["best", "best"], ["median", "median"], ["band", "middle half"], ["worst", "worst"]].map(([name, words]) => el("span", {}, sign(name), words))),
    el("p", { class: "small soft" }, `Fitness over ${number(last.generation)} generations.${anew} The best of the last one, ${genomes.length} different turns:`),
    el("ol", { class: "lines many", "aria-label": "Best genomes" }, genomes.map((genome) => el("li", {}, el("button", { type: "button", "aria-pressed": "false", onclick: (event) => pick(genome.actions, event.currentTarget) },
      el("span", { class: "worth" }, signed(genome.value)), el("span", { class: "turn mono" }, genome.notation))))),
  ];
}

function rows(title, heads, body) {
  return [el("h3", {}, title), el("table", {}, el("thead", {}, el("tr", {}, heads.map((words, i) => el("th", { scope: "col", class: i ? "number" : "" }, words)))),
    el("tbody", {}, body.slice(0, SHOWN).map(([words, ...numbers]) => el("tr", {}, el("td", { class: "mono" }, words), numbers.map((value) => el("td", { class: "number" }, number(value)))))))];
}

function tree({ branches, principal }) {
  const figures = (steps) => steps.map((step) => [step.action, step.visits, step.mean]);
  return [rows("Principal turn", ["action", "visits", "mean"], figures(principal)), rows("First actions by visits", ["action", "visits", "mean"], figures(branches))];
}

function mutations({ turn, value, tried, way }) {
  const figures = (steps) => steps.map((step) => [`${step.position}. ${step.replaced} → ${step.action}`, step.visits, step.mean]);
  return [el("h3", {}, "Mutations"), el("p", { class: "small" }, `The tree grows from ${number(value)}: `, el("span", { class: "mono" }, turn)),
    rows("Most visited path", ["mutation", "visits", "mean"], figures(way)), rows("First mutations by visits", ["mutation", "visits", "mean"], figures(tried))];
}
