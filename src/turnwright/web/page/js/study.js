// A study: whether the server runs one, and the end of a game of it, with a comment for those who want to leave one.

import { post } from "./api.js";
import { el, failure, put } from "./dom.js";

/** Whether the server runs a study: people in it are told nothing about their opponent. */
export const isInStudy = () => "study" in document.documentElement.dataset;

export function studyEnd(name) {
  const text = el("textarea", { id: "comment", rows: 4, maxlength: 2000 });
  const form = el("form", { class: "stack" });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post(`/api/study/games/${name}/comment`, { comment: text.value });
      put(form, el("p", { role: "status" }, "Thank you, your comment was saved."));
    } catch (error) {
      form.append(failure(error));
    }
  });
  put(form, el("label", { htmlFor: "comment" }, "If you like, tell us what you thought of the game and of your opponent. Please write nothing that identifies you."),
    text, el("div", {}, el("button", { type: "submit", class: "primary" }, "Send")));
  return [el("p", {}, "Thank you for playing! Your game is recorded."), form, el("a", { class: "button", href: "/study" }, "Play again")];
}
