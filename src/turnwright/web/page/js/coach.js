// The coach: chances of winning, a hint, and after a turn the better one in words. It asks the server for ordinary analyses.

import { post } from "./api.js";
import { announce, el, put, svg } from "./dom.js";
import { keepWish, wish } from "./memory.js";
import { draftLength, effectWords, inFront, turnName } from "./words.js";

// A game's kit says for which specs chances are known: `scale(spec, turn)`, the scale at the start of a turn; `by`: the evaluation that they were fitted for, if it is
// not the one that the game is judged by; `knows`: "seen" if the coach also helps with hidden hands, by what the player sees;
// `isNow(position)`: whether there is something to say.
const BUDGET = "20kev";
const adviser = (by) => ({ agent: `oep:diversity=tabu${by ? `,evaluation=${by}` : ""}`, budget: BUDGET });
const WORTH_SAYING = 0.02; // chances that were given away, from which a better turn is told
const percent = (share) => `${Math.round(100 * share)} %`;

/** A chance from an evaluation for that player, on the scale that was fitted to games; see docs/web.md. */
export const chanceOf = (evaluation, scale) => 1 / (1 + Math.exp(-evaluation / scale));

/** How well turns were played: 100 where nothing was given away, averaged. */
export const accuracyOf = (losses) => (losses.length ? Math.round(100 * (1 - losses.reduce((sum, loss) => sum + loss, 0) / losses.length)) : null);

function bar(chance) {
  return svg("svg", { class: "chance-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "theirs", width: 100, height: 8 }), svg("rect", { class: "yours", width: 100 * chance, height: 8 }));
}

export class Coach {
  /** `haunt(ghosts, words)` draws a hint on the board, and says it where the coach is out of sight. */
  constructor(kit, haunt) {
    Object.assign(this, { kit, haunt, losses: [], on: wish("coach", true), start: null });
    this.chance = el("div", { class: "chance", role: "img" });
    this.words = el("p", { class: "small coach-words", role: "status" });
    this.hint = el("button", { type: "button", onclick: () => this.#hint() }, "Hint");
    this.body = el("div", {}, this.chance, this.words, this.hint);
    this.element = el("section", { class: "card-box coach", hidden: true, "aria-label": "Coach" },
      el("div", { class: "row between" }, el("h2", {}, "Coach"), el("label", { class: "small" },
        el("input", { type: "checkbox", checked: this.on, onchange: (event) => this.#turn(event.target.checked) }), " on")), this.body);
  }

  #turn(on) {
    this.on = on;
    keepWish("coach", on);
    this.body.hidden = !on;
    if (on && this.game) this.#look(this.game);
  }

  /** Follow a game against an agent; `you`: the seat of the one person in it. */
  follow(game, you) {
    const { scale: scaleOf = () => null, by = "", knows = "open", isNow = () => true } = this.kit.coach ?? {};
    const helps = scaleOf(game.game, game.turn) !== null && you !== null && (game.view === "open" || knows === "seen") && isNow(game.position);
    this.element.hidden = !helps || game.over;
    this.body.hidden = !this.on;
    Object.assign(this, { game, you, by, scaleAt: (turn) => scaleOf(game.game, turn) });
    if (!helps) return;
    const mine = !game.over && game.player === you;
    this.hint.disabled = !mine || !game.legal.length;
    const last = game.log.at(-1);
    const begun = this.start;
    if (begun && last && last.number >= begun.number && last.seat === you) {
      this.start = null;
      if (this.on) this.#judge(begun, last.actions);
    } else if (begun && game.log.length >= begun.number) { // the opponent has answered already
      this.start = null;
      const own = game.log.find((turn) => turn.number === begun.number);
      if (this.on && own) this.#judge(begun, own.actions);
    }
    if (mine && !game.actions.length && this.start?.number !== game.log.length + 1) this.start = { notation: game.notation, number: game.log.length + 1 };
    if (this.on && mine && !game.actions.length) this.#look(game);
  }

  /** The player's chance after actions, at the start of a turn; by the evaluation that chances were fitted for. */
  async #chance(turn, state, actions = []) {
    const { evaluation, judgements, over, outcome } = await post("/api/positions", { state, actions });
    const sign = this.you === 0 ? 1 : -1;
    if (over) return (1 + sign * outcome) / 2;
    return chanceOf(sign * (this.by ? judgements[this.by] : evaluation), this.scaleAt(turn));
  }

  async #look(game) {
    try {
      const chance = await this.#chance(game.turn, game.notation);
      this.chance.setAttribute("aria-label", `Your chance of winning: ${percent(chance)}`);
      put(this.chance, bar(chance), el("span", { class: "small" }, `Your chance of winning: ${percent(chance)}`));
    } catch { /* the game goes on without it */ }
  }

  async #best(state) {
    const { lines } = await post("/api/analyses", { state, ...adviser(this.by) });
    return lines[0];
  }

  async #hint() {
    this.hint.disabled = true;
    put(this.words, "Looking …");
    try {
      const { steps: [step] } = await this.#best(this.game.notation);
      const what = effectWords(this.kit, step.effects) || "end the turn";
      this.haunt(step.to ? [{ from: step.from, to: step.to }] : [], `Hint: ${what}`);
      put(this.words, el("b", {}, "Hint: "), what, ". ", el("span", { class: "mono soft" }, step.action));
      announce(`Hint: ${what}`);
    } catch (error) {
      put(this.words, error.message);
    }
    this.hint.disabled = false;
  }

  /** Compare a turn with the best one that is found; both are judged where they end. */
  async #judge({ notation, number }, actions) {
    try {
      const [line, came] = await Promise.all([this.#best(notation), this.#chance(number + 1, notation, actions)]);
      const possible = await this.#chance(number + 1, notation, line.steps.map((step) => step.action));
      const loss = Math.max(0, possible - came);
      this.losses.push(loss);
      const better = line.steps.map((step) => effectWords(this.kit, step.effects)).filter(Boolean).join("; ");
      const name = turnName(number, draftLength(this.kit, this.game.log));
      put(this.words, el("b", {}, `${inFront(name)}: `), loss < WORTH_SAYING ? `as good as any (${percent(came)}).`
        : [`${percent(came)}; ${percent(possible)} with: ${better}. `, el("span", { class: "mono soft" }, line.notation)],
      el("span", { class: "soft" }, ` Accuracy so far: ${accuracyOf(this.losses)} %.`));
    } catch { /* the game goes on without it */ }
  }

  get accuracy() {
    return accuracyOf(this.losses);
  }
}
