// The first page of a study: consent, a question, short rules for beginners, and the game.

import { get, post } from "../api.js";
import { choices, el, failure, put } from "../dom.js";
import { keepWish, wish } from "../memory.js";

const SKILLS = {
  beginner: ["Beginner", "I have never played it, or hardly ever"],
  intermediate: ["Intermediate", "I know the rules and have played some games"],
  expert: ["Expert", "I have played a lot"],
};

const paragraphs = (text) => text.trim().split(/\n\s*\n/).map((part) => el("p", {}, part));

export async function show(main) {
  document.title = "Study · Turnwright";
  const study = await get("/api/study");
  const box = el("section", { class: "card-box stack" });
  put(main, el("h1", {}, study.title), box);
  const known = wish("study", {});

  function consent() {
    const agreed = el("input", { type: "checkbox", id: "agreed", onchange: () => { next.disabled = !agreed.checked; } });
    const next = el("button", { type: "button", class: "primary", disabled: true, onclick: question }, "Go on");
    put(box, paragraphs(study.consent), el("label", { class: "row" }, agreed, "I have read this and want to take part."), el("div", {}, next),
      known.game && el("p", {}, el("a", { href: `/game/${known.game}` }, "Go on with the game that you began")));
  }

  function question() {
    let skill = null;
    const next = el("button", { type: "button", class: "primary", disabled: true, onclick: () => (skill === "beginner" ? rules(skill) : begin(skill)) }, "Go on");
    put(box, choices("skill", `How well do you play ${study.game}?`, study.skills.map((name) => [name, ...SKILLS[name]]), null, (value) => {
      skill = value;
      next.disabled = false;
    }), el("div", {}, next));
  }

  function rules(skill) {
    put(box, el("h2", {}, "The rules in brief"), paragraphs(study.rules),
      el("p", {}, "All rules, and every unit's numbers, are on the page ", el("a", { href: "/rules", target: "_blank" }, "Rules"), "."),
      el("div", {}, el("button", { type: "button", class: "primary", onclick: () => begin(skill) }, "Begin the game")));
  }

  async function begin(skill) {
    try {
      const { name, person } = await post("/api/study/games", { consent: true, skill, ...(known.person ? { person: known.person } : {}) });
      keepWish("study", { person, game: name });
      location.assign(`/game/${name}`);
    } catch (error) {
      box.append(failure(error));
    }
  }

  consent();
}
