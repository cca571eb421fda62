// The review of a stored game: what every turn was worth, and what it could have been worth.

import { el, put } from "./dom.js";
import { Channel } from "./socket.js";
import { number } from "./words.js";

export class Review {
  /** `changed` is told of every turn that has been looked at: regrets by turn, and whether it is the last. */
  constructor(stored, agents, changed) {
    this.stored = stored;
    this.changed = changed;
    this.regrets = [];
    this.status = el("p", { class: "soft small" }, "Every turn is compared with the best one that an agent finds, by the evaluation at the end of the turn; with reply, by the evaluation after the best reply found for each.");
    this.agent = el("select", { "aria-label": "Agent" }, ["reply", "oep:diversity=tabu", "greedy_turn", "mcts", "emcts"]
      .filter((spec) => agents.some((one) => one.agent === spec.split(":")[0])).map((spec) => el("option", { value: spec }, spec)));
    this.budget = el("select", { "aria-label": "Budget" }, ["10kev", "50kev", "100ms", "500ms"].map((text) => el("option", { value: text, selected: text === "100ms" }, text)));
    this.button = el("button", { type: "button", onclick: () => this.begin() }, "Review every turn");
    this.element = el("div", { class: "stack" }, el("div", { class: "row" }, this.button, this.agent, this.budget), this.status);
  }

  begin() {
    this.channel?.close();
    this.regrets = [];
    const wanted = { type: "review", stored: this.stored, agent: this.agent.value, budget: this.budget.value };
    this.channel = new Channel("/ws/thoughts", (message) => this.#told(message), (state) => state === "open" && this.channel.send(wanted));
    this.button.disabled = true;
  }

  #told(message) {
    if (message.type === "reviewed") {
      this.regrets[message.number - 1] = message;
      put(this.status, `Turn ${message.number} of ${message.of} …`);
      this.changed(this.regrets, false);
    } else if (message.type === "review") {
      put(this.status, "Regret is how much better the best turn found is than the one that was played. On average: ", el("b", {}, number(message.regrets[0])), " for player 1, ", el("b", {}, number(message.regrets[1])), " for player 2.");
      this.#end();
      this.changed(this.regrets, true);
    } else if (message.type === "error") {
      put(this.status, message.message);
      this.#end();
    }
  }

  #end() {
    this.channel.close();
    this.button.disabled = false;
  }
}
