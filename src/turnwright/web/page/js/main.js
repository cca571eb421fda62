// Looks at the address and shows the page that belongs to it.

import { el, failure, put } from "./dom.js";
import { keepWish, wish } from "./memory.js";
import { isInStudy } from "./study.js";

const PAGES = [
  [/^\/$/, "play", "/"],
  [/^\/study$/, "study", "/"],
  [/^\/game\/([\w-]+)$/, "game", "/"],
  [/^\/analyse$/, "analyse", "/analyse"],
  [/^\/replay\/(\d+)$/, "replay", "/results"],
  [/^\/results$/, "results", "/results"],
  [/^\/results\/(\d+)$/, "tournament", "/results"],
  [/^\/papers$/, "papers", "/results"],
  [/^\/learn$/, "learn", "/learn"],
  [/^\/puzzles(?:\/([0-9a-f]{8}))?$/, "puzzles", "/puzzles"],
  [/^\/rules$/, "rules", "/rules"],
  [/^\/api$/, "api", ""],
];

const IN_STUDIES = ["study", "game", "rules"]; // other pages would help people in a study, or tell of their opponent

const SUN = "☀";
const MOON = "☾";

function themed() {
  const chosen = wish("theme", null);
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (chosen) document.documentElement.dataset.theme = chosen;
  document.getElementById("theme").textContent = dark ? SUN : MOON;
  return dark;
}

document.getElementById("theme").addEventListener("click", () => {
  keepWish("theme", themed() ? "light" : "dark");
  themed();
});
themed();

const main = document.getElementById("main");
const found = PAGES.map(([pattern, ...rest]) => [location.pathname.match(pattern), ...rest]).find(([match]) => match);
if (found) {
  const [match, name, section] = found;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === section) link.setAttribute("aria-current", "page");
    if (isInStudy()) link.target = "_blank"; // the game stays where it is
  }
  if (isInStudy() && !IN_STUDIES.includes(name)) {
    put(main, failure(new Error("This server runs a study.")), el("a", { class: "button primary", href: "/study" }, "To its first page"));
  } else {
    import(`./pages/${name}.js`)
      .then((page) => page.show(main, ...match.slice(1)))
      .catch((error) => put(main, failure(error)));
  }
} else {
  put(main, el("h1", {}, "There is no such page here"), el("p", {}, "The address may be mistyped, or the page is gone."), el("a", { class: "button primary", href: "/" }, "To the first page"));
}
