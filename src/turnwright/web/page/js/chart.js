// Line and bar charts as SVG.

import { el, put, svg } from "./dom.js";
import { number, signed, turnName } from "./words.js";

const WIDTH = 320;
const LEAST_REACH = 10; // of the evaluation, up and down; games differ in its size

function scale(low, high, from, to) {
  return (value) => from + ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (to - from);
}

/** Best value over time: points of [evaluations, milliseconds, value]; several lines beside each other. */
export function searchCurve(lines, { height = 110, until = null } = {}) {
  const points = lines.flat();
  if (!points.length) return el("p", { class: "soft small" }, "No values yet.");
  const values = points.map((point) => point[2]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const end = Math.max(until ?? 0, ...points.map((point) => point[1]), 1);
  const x = scale(0, end, 46, WIDTH - 4);
  const y = low === high ? () => height / 2 : scale(low, high, height - 18, 10);
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
    "aria-label": `Best value over time, from ${number(low)} to ${number(high)} in ${number(end)} milliseconds` },
  svg("path", { class: "axis", d: `M46 4V${height - 16}H${WIDTH}` }),
  svg("text", { x: 42, y: low === high ? height / 2 + 4 : 14, "text-anchor": "end" }, number(high)),
  low !== high && svg("text", { x: 42, y: height - 18, "text-anchor": "end" }, number(low)),
  svg("text", { x: WIDTH, y: height - 3, "text-anchor": "end" }, `${number(end)} ms`),
  lines.map((line, i) => svg("path", { class: i ? "line two" : "line",
    d: line.map((point, n) => (n ? `H${x(point[1])}V${y(point[2])}` : `M${x(point[1])} ${y(point[2])}`)).join("") + `H${x(end)}` })));
}

/** The fitness of a population over its generations: best, median and worst, and a band that holds the middle half. */
export function populationChart(snapshots, { height = 150 } = {}) {
  const times = snapshots.map((one) => Math.max(1, one.generation));
  const quarter = Math.min(...snapshots.map((one) => one.lower));
  const high = Math.max(...snapshots.map((one) => one.best));
  const low = Math.max(Math.min(...snapshots.map((one) => one.worst)), quarter - (high - quarter) / 2); // a lost game would dwarf all others
  const first = Math.log(times[0]);
  const last = Math.log(Math.max(times.at(-1), times[0] + 1));
  const across = scale(first, last, 46, WIDTH - 4);
  const x = (time) => across(Math.log(time));
  const y = low === high ? () => height / 2 : scale(low, high, height - 18, 10);
  const way = (name) => snapshots.map((one, i) => `${i ? "L" : "M"}${x(times[i])} ${y(one[name])}`).join("");
  const back = snapshots.map((one, i) => `L${x(times[i])} ${y(one.lower)}`).reverse().join("");
  const powers = [1, 10, 100, 1000, 10_000, 100_000, 1e6].filter((time) => time >= times[0] && time <= times.at(-1));
  const words = (one) => `generation ${number(one.generation)}, ${number(one.evaluations)} evaluations: best ${number(one.best)}, median ${number(one.median)}, worst ${number(one.worst)} of ${one.genomes}`;
  return svg("svg", { class: "chart population", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
    "aria-label": `Fitness of the population over the generations; at first, ${words(snapshots[0])}; at last, ${words(snapshots.at(-1))}` },
  powers.map((time) => svg("path", { class: "grid", d: `M${x(time)} 4V${height - 16}` })),
  svg("path", { class: "axis", d: `M46 4V${height - 16}H${WIDTH}` }),
  svg("text", { x: 42, y: low === high ? height / 2 + 4 : 14, "text-anchor": "end" }, number(high)),
  low !== high && svg("text", { x: 42, y: height - 18, "text-anchor": "end" }, number(low)),
  powers.map((time) => svg("text", { x: x(time), y: height - 3, "text-anchor": time === times[0] ? "start" : "middle" }, number(time))),
  svg("path", { class: "band", d: `${way("upper")}${back}Z` }),
  ["worst", "median", "best"].map((name) => svg("path", { class: `line ${name}`, d: way(name) })),
  snapshots.map((one, i) => {
    const from = i ? (x(times[i - 1]) + x(times[i])) / 2 : 46;
    const to = i + 1 < times.length ? (x(times[i]) + x(times[i + 1])) / 2 : WIDTH;
    return svg("rect", { class: "hot", x: from, y: 0, width: to - from, height }, svg("title", {}, words(one)));
  }));
}

/** The evaluation over a game, above the line for player 1; bars below for regrets. `pick` is told a turn;
 *  the first `drafted` ones are picks. */
export function gameGraph(element, evaluations, { at = null, regrets = [], pick = () => {}, height = 120, drafted = 0 } = {}) {
  const inner = evaluations.slice(0, -1).map(Math.abs).sort((a, b) => a - b);
  const reach = Math.max(LEAST_REACH, (inner[Math.floor(inner.length * 0.98)] ?? LEAST_REACH) * 1.1);
  const count = Math.max(1, evaluations.length - 1);
  const x = scale(0, count, 46, WIDTH - 6);
  const middle = height / 2;
  const y = scale(-reach, reach, height - 6, 6);
  const way = evaluations.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join("");
  const clip = (sign) => evaluations.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(sign > 0 ? Math.max(0, value) : Math.min(0, value))}`).join("");
  const sorted = regrets.filter(Boolean).map((one) => one.regret).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.9)] || Infinity;
  const most = Math.max(1, Math.min(reach, sorted.at(-1) ?? 0, 3 * usual)); // a missed win would dwarf all others
  const low = regrets.length ? height + 62 : height + 4;
  const step = (WIDTH - 52) / count;
  const bar = (one) => Math.max(1, 46 * Math.min(1, one.regret / most));
  put(element, svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${low}`, role: "img", "aria-label": `Evaluation over ${Math.max(1, count - drafted)} turns, at the end ${signed(evaluations.at(-1))} for player 1` },
    svg("path", { class: "area-0", d: `${clip(1)}L${x(count)} ${middle}L${x(0)} ${middle}Z` }),
    svg("path", { class: "area-1", d: `${clip(-1)}L${x(count)} ${middle}L${x(0)} ${middle}Z` }),
    svg("path", { class: "axis", d: `M46 ${middle}H${WIDTH}` }),
    svg("text", { x: 42, y: 15, "text-anchor": "end" }, `+${number(reach)}`), svg("text", { x: 42, y: middle + 4, "text-anchor": "end" }, "0"),
    svg("text", { x: 42, y: height - 4, "text-anchor": "end" }, `−${number(reach)}`),
    svg("path", { class: "line", d: way }),
    regrets.length ? [svg("text", { x: 42, y: height + 30, "text-anchor": "end" }, "regret"), regrets.map((one, i) => one && svg("rect", {
      class: `bar-${one.seat}`, x: x(i) + step * 0.15, width: Math.max(1, step * 0.7), y: height + 58 - bar(one), height: bar(one) },
    svg("title", {}, `${turnName(i + 1, drafted)}: regret ${number(one.regret)}`)))] : null,
    at !== null && svg("path", { class: "cursor", d: `M${x(at)} 2V${low - 2}` }),
    Array.from({ length: count }, (_, i) => svg("rect", { class: "hot", x: x(i), y: 0, width: step, height: low, onclick: () => pick(i + 1) },
      svg("title", {}, `${turnName(i + 1, drafted)}: ${signed(evaluations[i + 1])}`)))));
}
