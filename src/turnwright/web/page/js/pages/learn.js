// A short introduction: small positions in which one thing is to be done.

import { post } from "../api.js";
import { strike } from "../blows.js";
import { Table } from "../board/table.js";
import { announce, el, failure, put } from "../dom.js";
import { listGames, loadGame } from "../games/kits.js";
import { keepWish, wish } from "../memory.js";
import { effectWords } from "../words.js";

/** All games that have lessons; first the one that the address names, or else the server's first. */
async function gamesToLearn() {
  const wanted = new URLSearchParams(location.search).get("game");
  const games = await Promise.all((await listGames()).map(({ name }) => loadGame(name)));
  const found = games.filter((game) => game.kit.learn).sort((one, other) => (other.name === wanted) - (one.name === wanted));
  if (!found.length || (wanted && found[0].name !== wanted)) throw new Error("There are no lessons for that game.");
  return found;
}

export async function show(main) {
  document.body.classList.add("one-screen");
  document.title = "Learn · Turnwright";
  const [{ name, title, kit, rules }, ...others] = await gamesToLearn();
  const { lessons } = kit.learn;
  const place = `lesson-${name}`;
  let number = Math.min(wish(place, 0), lessons.length - 1);
  let here = null;
  const say = el("p", { class: "say", role: "status" });
  const dots = el("div", { class: "lesson-dots", "aria-hidden": "true" });
  const next = el("button", { type: "button", class: "primary", hidden: true, onclick: () => table.during(begin(number + 1)) }, "Next");
  const again = el("button", { type: "button", onclick: () => table.during(begin(number)) }, "Begin again");
  const table = new Table(kit, rules, {
    effects: (place) => post("/api/positions/effects", { state: here.notation, source: place }),
    act: (action, effects) => table.during(act(action, effects)),
  });

  table.seat(0, 0);

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

  async function act(action, effects) {
    const { done: asked, step, no } = lessons[number];
    const done = asked(action);
    const onTheWay = !done && step?.(action);
    if (!done && !onTheWay) { // the position stays as it is, so that the next try begins where this one did
      const what = effectWords(kit, effects);
      put(say, el("b", { class: "wrong" }, "Not this one. "), what && `${what[0].toUpperCase()}${what.slice(1)} – that is legal, but it is not the task here. `, no ?? "", " ", lessons[number].say);
      announce(`Not this one. ${no ?? ""} ${lessons[number].say}`);
      draw();
      return;
    }
    const { from, to } = here.legal.find((one) => one.action === action);
    try {
      here = await post("/api/positions", { state: here.notation, actions: [action] });
    } catch (error) {
      put(say, failure(error));
      return;
    }
    draw(!done);
    strike(table, { from, to, effects });
    if (onTheWay) {
      put(say, "✓ ", onTheWay);
      announce(onTheWay);
    }
    if (done) {
      put(say, "✓ ", lessons[number].well);
      announce(lessons[number].well);
      next.hidden = false;
      next.focus();
    }
  }

  const text = el("section", { class: "card-box lesson" }, el("h1", {}, `Learn ${title}`), dots, say, el("div", { class: "row" }, next, again));
  put(main, el("div", { class: "game learning" },
    el("div", { class: "table" }, table.element), text, el("aside", {}, table.panel.element, kit.learn.aside(),
      others.map((other) => el("a", { class: "button", href: `/learn?game=${other.name}` }, `Learn ${other.title}`)))));
  await begin(number);
}
