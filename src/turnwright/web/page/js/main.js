// Looks at the address and shows the page that belongs to it.

import { failure, put } from "./dom.js";
import { keepWish, wish } from "./memory.js";

const PAGES = [
  [/^\/$/, "play", "/"],
  [/^\/study$/, "study", "/"],
  [/^\/game\/([\w-]+)$/, "game", "/"],
  [/^\/analyse$/, "analyse", "/analyse"],
  [/^\/replay\/(\d+)$/, "replay", "/results"],
  [/^\/results$/, "results", "/results"],
  [/^\/results\/(\d+)$/, "tournament", "/results"],
  [/^\/learn$/, "learn", "/learn"],
  [/^\/rules$/, "rules", "/rules"],
  [/^\/api$/, "api", ""],
];

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
  }
  import(`./pages/${name}.js`)
    .then((page) => page.show(main, ...match.slice(1)))
    .catch((error) => put(main, failure(error)));
} else {
  put(main, failure(new Error("There is no such page here.")));
}
