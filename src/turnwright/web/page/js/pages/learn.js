// A short introduction: small positions in which one thing is to be done.

import { post } from "../api.js";
import { Table } from "../board/table.js";
import { announce, el, failure, put } from "../dom.js";
import { listGames, loadGame } from "../games/kits.js";
import { keepWish, wish } from "../memory.js";

/** The game that the address names, or else the first that has lessons. */
async function gameToLearn() {
  const wanted = new URLSearchParams(location.search).get("game");
  for (const { name } of (await listGames()).filter((one) => !wanted || one.name === wanted)) {
    const game = await loadGame(name);
    if (game.kit.learn) return game;
  }
  throw new Error("There are no lessons of that game.");
}

export async function show(main) {
  document.title = "Learn · Turnwright";
  const { name, title, kit, rules } = await gameToLearn();
  const { lessons } = kit.learn;
  const place = `lesson-${name}`;
  let number = Math.min(wish(place, 0), lessons.length - 1);
  let here = null;
  const say = el("p", { class: "say", role: "status" });
  const dots = el("div", { class: "lesson-dots", "aria-hidden": "true" });
  const next = el("button", { type: "button", class: "primary", hidden: true, onclick: () => begin(number + 1) }, "Next");
  const again = el("button", { type: "button", onclick: () => begin(number) }, "Begin again");
  const table = new Table(kit, rules, {
    effects: (place) => post("/api/positions/effects", { state: here.notation, source: place }),
    act: (action) => act(action),
  });

  async function begin(wanted) {
    if (wanted >= lessons.length) {
      keepWish(place, 0);
      put(say, kit.learn.done);
      put(next, "Play your first game");
      next.onclick = () => location.assign("/");
      return;
    }
    number = wanted;
    keepWish(place, number);
    next.hidden = true;
    put(say, lessons[number].say);
    put(dots, lessons.map((_, i) => el("i", { class: i < number ? "done" : i === number ? "now" : "" })));
    here = await post("/api/positions", { state: lessons[number].state });
    draw();
  }

  function draw(playable = true) {
    table.show(here.position, { legal: playable && !here.over ? here.legal : [], hands: [0], names: kit.learn.names });
  }

  async function act(action) {
    try {
      here = await post("/api/positions", { state: here.notation, actions: [action] });
    } catch (error) {
      put(say, failure(error));
      return;
    }
    const done = lessons[number].done(action);
    draw(!done);
    if (done) {
      put(say, "✓ ", lessons[number].well);
      announce(lessons[number].well);
      next.hidden = false;
      next.focus();
    }
  }

  put(main, el("div", { class: "game" },
    el("div", { class: "table lesson" }, el("h1", {}, `Learn ${title}`), dots, say, el("div", { class: "row" }, next, again), table.element), el("aside", {}, table.panel.element, kit.learn.aside())));
  await begin(number);
}
