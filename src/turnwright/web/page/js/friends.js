// Friends by link: a game is begun, seats are taken with invitations, and links are there to be sent. An invitation stands
// behind the # of a link, which browsers do not send: neither servers nor proxies can log it. The page's own address is
// for watching, so that whoever copies it gives nothing away.

import { post } from "./api.js";
import { el, failure, put } from "./dom.js";
import { keepSeat, noteGame, seatIn } from "./memory.js";

const MARK = "#invited=";

/** Begin a game and go to it; with `links`, `mine` is the seat of whoever begins it. */
export async function beginGame(request, { mine = 0, seed = null } = {}) {
  const game = await post("/api/games", { ...request, ...(seed === null ? {} : { seed }) });
  noteGame({ name: game.name, started: Date.now() / 1000, seats: game.seats, board: game.board, request });
  if (request.links) {
    const { seat, key } = await post(`/api/games/${game.name}/claim`, { invitation: game.invitations[mine] });
    keepSeat(game.name, { seat, key, invitations: game.invitations.map((one, i) => (i === mine ? null : one)) });
  }
  location.assign(`/game/${game.name}`);
}

/** Go to the rematch of a game between friends, which begins with whoever asks first: the key of one's seat opens the other one. */
export async function joinRematch(name, key) {
  const game = await post(`/api/games/${name}/rematch`, {}, key);
  keepSeat(game.name, { seat: game.sitter, key, again: true });
  location.assign(`/game/${game.name}`);
}

/** The invitation that the page was opened with, taken out of the address. */
export function invitationHere() {
  if (!location.hash.startsWith(MARK)) return null;
  const invitation = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  return invitation;
}

/** Take the seat that an invitation is for. */
export async function takeSeat(name, invitation) {
  keepSeat(name, await post(`/api/games/${name}/claim`, { invitation }));
}

const watchLink = (name) => `${location.origin}/game/${name}`;

/** A button that copies a link. */
function copyButton(link, words, sort = "") {
  return el("button", { type: "button", class: sort, onclick: async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = "Copied";
    } catch {
      prompt(words, link);
    }
  } }, words);
}

/** The invitation for the other seat, if this browser has it and nobody has used it. */
function openInvitation(name, { waiting }) {
  return (seatIn(name)?.invitations ?? []).find((one, i) => one && waiting[i]) ?? null;
}

/** A button with the invitation, for as long as it is needed. */
export function inviteButton(name, game) {
  const invitation = openInvitation(name, game);
  return invitation && copyButton(`${watchLink(name)}${MARK}${invitation}`, "Copy the invitation", "small primary");
}

export class Friends {
  constructor(name) {
    this.name = name;
    this.element = el("section", { class: "card-box friends stack", "aria-label": "Friends", hidden: true });
  }

  show(game) {
    this.element.hidden = !game.has_keys || game.over;
    if (this.element.hidden) return;
    const { name } = this;
    const invitation = openInvitation(name, game);
    const field = (link, label) => el("input", { class: "mono small", readonly: true, value: link, "aria-label": label, onfocus: (event) => event.target.select() });
    const invite = invitation && `${watchLink(name)}${MARK}${invitation}`;
    put(this.element, el("h2", {}, "Friends"),
      game.sitter === null && el("p", { class: "small" }, "You are watching.", game.view === "hidden" && " Hands are hidden until the game is over."),
      seatIn(name)?.again && game.turn < 3 && el("p", { class: "small" }, "This is the rematch, with sides changed. Your friend finds it at the end of the game before, and nobody else can take that seat."),
      invite && [el("p", { class: "small" }, "Send this link to your friend. It opens the other seat, once."), el("div", { class: "row" }, field(invite, "Invitation"), copyButton(invite, "Copy"))],
      game.sitter !== null && !invite && game.waiting.some(Boolean) && el("p", { class: "small" }, "Your friend has not come yet."),
      el("p", { class: "small" }, "With this link anybody can watch, and nothing else:"), el("div", { class: "row" }, field(watchLink(name), "Link to watch"), copyButton(watchLink(name), "Copy")),
      game.sitter !== null && el("p", { class: "small soft" }, "The key of your seat is kept in this browser. Others see a turn of yours when you end it."));
  }
}

/** What an invited visitor is asked before the seat is taken; `taken` is called afterwards. */
export function invitationCard(name, invitation, taken) {
  const wrong = el("div");
  return [el("b", {}, "You are invited to play"), el("p", {}, "The invitation can be used once. The key of your seat will be kept in this browser."),
    el("button", { type: "button", class: "primary", onclick: async (event) => {
      event.currentTarget.disabled = true;
      try {
        await takeSeat(name, invitation);
        taken();
      } catch (error) {
        put(wrong, failure(error));
      }
    } }, "Take the seat"), wrong];
}
