// Choosing an agent: a strength for most, everything for those who know what they want.

import { el, put } from "./dom.js";
import { keepWish, recordWords, wish } from "./memory.js";
import { OPPONENTS, faceOf, opponentOf } from "./opponents.js";

/** [value, preset]; the last one is for those who know what they want. */
const LEVELS = [...OPPONENTS.map(({ level, agent, budget }) => [level, budget ? { agent, budget } : { agent }]), ["custom", null]];

/** A level with the name, face and record of its opponent; the agent itself is a tooltip. */
function levelFace(preset) {
  const known = preset && opponentOf(preset);
  if (!known) return el("span", {}, "Any agent …", el("small", {}, "with any budget"));
  return el("span", { class: "level", title: [preset.agent, preset.budget].filter(Boolean).join(" · ") }, faceOf(known),
    el("span", {}, `${known.name}`, el("small", {}, [known.about, recordWords(known.name)].filter(Boolean).join(" · "))));
}

export class AgentChoice {
  /** `agents`: the server's list. `value` is {agent, budget} at any time, `valueIn(kit)` for a game. */
  constructor(name, agents, { level = "medium", levels = true, changed = () => {} } = {}) {
    this.agents = agents;
    this.changed = changed;
    const remembered = wish(`level-${name}`, level);
    this.level = !levels ? "custom" : LEVELS.some(([known]) => known === remembered) ? remembered : level;
    this.custom = { agent: "reply", budget: "500ms", settings: "" };
    this.more = el("div", { class: "row" });
    this.element = el("div", { class: "stack" },
      levels && el("fieldset", {}, el("legend", {}, "Agent"), el("div", { class: "choices" }, LEVELS.map(([value, preset]) =>
        el("label", { class: "choice" }, el("input", { type: "radio", name: `${name}-level`, value, checked: value === this.level, onchange: () => this.choose(value) }), levelFace(preset))))),
      this.more);
    this.name = name;
    this.#draw();
  }

  /** Choose a level by its name. */
  choose(level) {
    this.level = level;
    keepWish(`level-${this.name}`, level);
    const input = this.element.querySelector(`input[value="${level}"]`);
    if (input) input.checked = true;
    this.#draw();
    this.changed();
  }

  #draw() {
    if (this.level !== "custom") {
      put(this.more);
      return;
    }
    const about = this.agents.find((one) => one.agent === this.custom.agent);
    const meaning = el("p", { class: "small soft" }, about.meaning);
    put(this.more,
      el("div", { class: "field" }, el("label", { htmlFor: `${this.name}-agent` }, "Agent"),
        el("select", { id: `${this.name}-agent`, onchange: (event) => {
          this.custom.agent = event.target.value;
          this.custom.settings = "";
          this.#draw();
        } }, this.agents.map((one) => el("option", { value: one.agent, selected: one.agent === this.custom.agent }, one.agent)))),
      el("div", { class: "field" }, el("label", { htmlFor: `${this.name}-budget` }, "Budget per turn"),
        el("input", { id: `${this.name}-budget`, size: 9, value: this.custom.budget, oninput: (event) => { this.custom.budget = event.target.value.trim(); } })),
      el("div", { class: "field" }, el("label", { htmlFor: `${this.name}-settings` }, "Settings"),
        el("input", { id: `${this.name}-settings`, size: 22, list: `${this.name}-known`, placeholder: "key=value,key=value", value: this.custom.settings,
          oninput: (event) => { this.custom.settings = event.target.value.trim(); } }),
        el("datalist", { id: `${this.name}-known` }, about.settings.map((one) => el("option", { value: `${one.name}=${one.default}` }, one.meaning)))),
      meaning);
  }

  /** Who is chosen, by name. */
  get words() {
    const preset = LEVELS.find(([level]) => level === this.level)[1];
    return (preset && opponentOf(preset)?.name) ?? this.custom.agent;
  }

  get value() {
    return this.valueIn({});
  }

  /** What is chosen for a game, whose kit may have an agent of its own for a level. */
  valueIn({ levels = {} }) {
    const preset = levels[this.level] ?? LEVELS.find(([level]) => level === this.level)[1];
    if (preset) return preset;
    const { agent, budget, settings } = this.custom;
    return { agent: settings ? `${agent}:${settings}` : agent, ...(budget ? { budget } : {}) };
  }
}
