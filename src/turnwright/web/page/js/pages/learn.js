// A short introduction: small positions in which one thing is to be done.

import { lasting, post } from "../api.js";
import { loadGlyphs } from "../board/glyphs.js";
import { kitOf } from "../board/kits.js";
import { Table } from "../board/table.js";
import { announce, el, failure, put } from "../dom.js";
import { keepWish, wish } from "../memory.js";

const GAME = "hero_academy:map=a-small,deck=SMALL";
const LESSONS = [
  { say: "This is your side: round and blue. Bring in a unit: click the knight in your hand, then one of your lit deploy squares.",
    state: `${GAME} 3 1 5 b3X4500,c2X4500,e2x4500,f3x4500 K/- -/- 1/1`, done: (action) => /^K@/.test(action), well: "Units always enter on a deploy square, for one action." },
  { say: "Move it forward: click the knight, then a lit square. Knights go two squares, along rows and columns.",
    state: `${GAME} 3 1 5 a1K1000,b3X4500,c2X4500,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => /^a1-/.test(action), well: "Units jump over everything in between." },
  { say: "Strike! The archer shoots up to three squares. Click it: lit enemies show what they would lose. Shoot the wizard.",
    state: `${GAME} 3 1 5 b3X4500,c1A800,c2X4500,d2w300,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "c1xd2", well: "300 damage: the wizard is knocked out. It lies there, and its side may still revive it." },
  { say: "Make sure that it never stands up again: step on the knocked-out wizard.",
    state: `${GAME} 3 1 4 b3X4500,c1A800,c2X4500,d2w0,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "c1-d2", well: "Stomped. Only a cleric can revive a fallen comrade, or a potion." },
  { say: "Your own knight is down. Revive it with the cleric before your turn ends, or it is lost.",
    state: `${GAME} 3 1 4 b1C800,b2K0,b3X4500,c2X4500,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "b1+b2", well: "Clerics heal within two squares: three times their power, or twice to revive." },
  { say: "Cards can do more. Give the scroll to the wizard (it triples the power of one strike), then strike the knight: the blow leaps on to its neighbours.",
    state: `${GAME} 3 1 5 b3X4500,c2X4500,c3W800,d2k500,e2x4500,e3c400,f3x4500 S/- -/- 1/1`, done: (action) => /^c3x/.test(action), well: "That is how turns are made: several actions that work together." },
  { say: "Now win. One crystal is left, nearly broken. The unit on the crossed swords adds 300 to every blow on a crystal. Strike it.",
    state: `${GAME} 9 1 3 b3X4500,c2X4500,d4A800,e2x450 -/- -/a 1/1`, done: (action) => action === "d4xe2", well: "The last crystal falls, and the game is yours. Taking all units wins, too." },
];

export async function show(main) {
  document.title = "Learn · Turnwright";
  const [{ hero_academy: rules }] = await Promise.all([lasting("/api/rules"), loadGlyphs("hero_academy")]);
  let number = Math.min(wish("lesson", 0), LESSONS.length - 1);
  let here = null;
  const say = el("p", { class: "say", role: "status" });
  const dots = el("div", { class: "lesson-dots", "aria-hidden": "true" });
  const next = el("button", { type: "button", class: "primary", hidden: true, onclick: () => begin(number + 1) }, "Next");
  const again = el("button", { type: "button", onclick: () => begin(number) }, "Begin again");
  const table = new Table(kitOf(GAME), rules, {
    effects: (place) => post("/api/positions/effects", { state: here.notation, source: place }),
    act: (action) => act(action),
  });

  async function begin(wanted) {
    if (wanted >= LESSONS.length) {
      keepWish("lesson", 0);
      put(say, "That is all you need. Draws, hidden hands and six more cards come by themselves.");
      put(next, "Play your first game");
      next.onclick = () => location.assign("/");
      return;
    }
    number = wanted;
    keepWish("lesson", number);
    next.hidden = true;
    put(say, LESSONS[number].say);
    put(dots, LESSONS.map((_, i) => el("i", { class: i < number ? "done" : i === number ? "now" : "" })));
    here = await post("/api/positions", { state: LESSONS[number].state });
    draw();
  }

  function draw(playable = true) {
    table.show(here.position, { legal: playable && !here.over ? here.legal : [], hands: [0], names: ["You", "Opponent"] });
  }

  async function act(action) {
    try {
      here = await post("/api/positions", { state: here.notation, actions: [action] });
    } catch (error) {
      put(say, failure(error));
      return;
    }
    const done = LESSONS[number].done(action);
    draw(!done);
    if (done) {
      put(say, "✓ ", LESSONS[number].well);
      announce(LESSONS[number].well);
      next.hidden = false;
      next.focus();
    }
  }

  put(main, el("div", { class: "game" },
    el("div", { class: "table lesson" }, el("h1", {}, "Learn Hero Academy"), dots, say, el("div", { class: "row" }, next, again), table.element), el("aside", {}, table.panel.element,
      el("section", { class: "card-box" }, el("h2", {}, "Two ways to win"), el("p", {}, "Destroy all crystals of the other side, or leave it without units."), el("a", { href: "/rules" }, "All rules on one page")))));
  await begin(number);
}
