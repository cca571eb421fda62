// The HTTP API in words, read from its own description.

import { get } from "../api.js";
import { el, put } from "../dom.js";

export async function show(main) {
  document.title = "API · Turnwright";
  const { info, paths } = await get("/openapi.json");
  const groups = new Map();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const [verb, about] of Object.entries(verbs)) {
      const group = about.tags?.[0] ?? "other";
      groups.set(group, [...(groups.get(group) ?? []), { path, verb, about }]);
    }
  }
  put(main, el("h1", {}, "API"), el("p", { class: "lead" }, info.description, " The whole description is at ", el("a", { href: "/openapi.json" }, "/openapi.json"), "."),
    [...groups].map(([group, entries]) => el("section", { class: "card-box" }, el("h2", {}, group), entries.map(({ path, verb, about }) =>
      el("div", { class: "endpoint" }, el("div", {}, el("span", { class: "verb" }, verb.toUpperCase()), el("code", {}, path)), el("b", {}, about.summary), el("span", { class: "soft small" }, about.description ?? ""))))));
}
