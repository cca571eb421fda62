"""Friends by link: one begins and sends a link, the other takes the seat, somebody watches; hands stay hidden."""

import json
import re

import pytest


@pytest.fixture
def begun(open_page):
    """A game with hidden hands, begun by clicks for a friend; the page of who began it, and the friend's link."""

    def begun(**wanted):
        page = open_page("/#options", **wanted)
        page.check("[name=mode][value=friend]")
        page.check("[name=map][value=a-tiny]")
        page.check("[name=hands][value=hidden]")
        page.fill("#seed", "4")
        page.click("button:text-is('Begin')")
        page.wait_for_url("**/game/*")
        page.wait_for_selector(".hand button")
        return page, page.input_value("[aria-label=Invitation]")

    return begun


def test_a_game_between_friends_with_hidden_hands(open_page, begun, server, picture, click_place):
    one, link = begun()
    watch = one.input_value("[aria-label='Link to watch']")
    assert re.fullmatch(rf"{server}/game/[\w-]{{16}}#invited=[\w-]{{22}}", link)
    assert one.url == watch, "the page's own address gives no seat away"
    picture(one, "friends-begun")
    said: list[str] = []
    other = open_page("/rules")
    other.on("websocket", lambda socket: socket.on("framereceived", lambda frame: said.append(str(frame))))
    other.goto(link)
    other.click("button:text-is('Take the seat')")
    other.wait_for_selector(".side.owner-1 .hand .playing-card:not(.back)")
    assert other.url == watch
    one.locator("[aria-label=Invitation]").wait_for(state="detached")
    assert other.locator(".status").inner_text().startswith("Your friend to move")
    assert other.locator(".side.owner-0 .back").count() > 0
    assert other.locator(".controls button:text-is('End turn')").is_disabled()
    watcher = open_page(watch.removeprefix(server))
    watcher.wait_for_selector("text=You are watching")
    assert watcher.locator(".playing-card:not(.back)").count() == 0
    assert watcher.is_hidden("button:text-is('Resign')")
    # A turn: the others see nothing of it before its end, and then step by step.
    card = one.locator(".hand .playing-card.unit:not(.idle)").first
    card.click()
    one.locator(".mark").first.wait_for()
    one.locator(".square.live").first.click()
    one.locator("button:text-is('Undo'):enabled").wait_for()
    assert other.locator(".log [data-turn]").count() == 0
    assert other.locator(".board .piece").count() == one.locator(".board .piece").count() - 1
    one.click("button:text-is('End turn')")
    other.wait_for_selector("button:text-is('End turn'):enabled")
    watcher.wait_for_selector(".log [data-turn='1'] .deed")
    assert other.locator(".board .piece").count() == one.locator(".board .piece").count()
    assert other.title().startswith("Your turn")
    picture(other, "friends-invited")
    picture(watcher, "friends-watching")
    # A reload goes on at the same seat; the link that was sent opens nothing any more.
    other.reload()
    other.wait_for_selector("button:text-is('End turn'):enabled")
    late = open_page(link.removeprefix(server))
    late.click("button:text-is('Take the seat')")
    late.wait_for_selector(".cover >> text=it is used up")
    positions = [position for message in said if (position := json.loads(message).get("position"))]
    assert positions
    assert all(position["hands"][0] == {} for position in positions), "no frame had the friend's hand"


def test_friends_see_everything_once_one_gives_up(open_page, begun):
    one, link = begun(width=390, height=844)
    other = open_page("/rules", width=390, height=844)
    other.goto(link)
    other.click("button:text-is('Take the seat')")
    other.wait_for_selector(".side.owner-1 .hand .playing-card:not(.back)")
    other.on("dialog", lambda dialog: dialog.accept())
    other.click("button:text-is('Resign')")
    one.wait_for_selector(".banner h2:text-is('You win by resignation')")
    other.wait_for_selector(".banner h2:text-is('You lose by resignation')")
    assert one.locator(".side .back").count() == 0


def test_a_rematch_between_friends_keeps_seats_hands_and_watchers(open_page, begun, server, picture):
    """Each stays in the game with the key of the browser, with sides changed; whoever only watched only watches."""
    one, link = begun()
    other, watcher = open_page("/rules"), open_page(link.removeprefix(server).partition("#")[0])
    other.goto(link)
    other.click("button:text-is('Take the seat')")
    other.wait_for_selector(".side.owner-1 .hand .playing-card:not(.back)")
    one.on("dialog", lambda dialog: dialog.accept())
    one.click("button:text-is('Resign')")
    other.wait_for_selector(".banner h2:text-is('You win by resignation')")
    watcher.wait_for_selector(".banner h2:text-is('Player 2 has won by resignation')")
    assert watcher.locator(".rematch > *").count() == 0, "who watches cannot begin one"
    before = one.url
    other.click("button:text-is('Rematch')")
    other.wait_for_url(lambda url: "/game/" in url and url != before)
    other.wait_for_selector("button:text-is('End turn'):enabled")
    assert "rematch, with sides changed" in other.inner_text(".friends")
    assert other.locator("[aria-label=Invitation]").count() == 0, "nobody is invited anew"
    # The friend and the watcher are told on their own pages.
    one.wait_for_selector(".rematch:has-text('The rematch has begun')")
    assert one.title().startswith("Rematch")
    assert "The rematch has begun" in one.inner_text(".table > .status"), "on a phone the rest is below the board"
    picture(one, "friends-rematch")
    one.reload()
    one.click("button:text-is('Go to the rematch')")
    one.wait_for_url(other.url)
    one.wait_for_selector(".side.owner-1 .hand .playing-card:not(.back)")
    assert one.locator(".status").inner_text().startswith("Your friend to move")
    assert one.locator(".side.owner-0 .back").count() > 0
    assert other.locator(".side.owner-1 .back").count() > 0
    watcher.click("a:text-is('Watch the rematch')")
    watcher.wait_for_url(other.url)
    watcher.wait_for_selector("text=You are watching")
    assert watcher.locator(".playing-card:not(.back)").count() == 0
    assert watcher.is_hidden("button:text-is('Resign')")
    # It is a game like the first: a turn of one is the other's next, also after a reload.
    other.click("button:text-is('End turn')")
    one.wait_for_selector("button:text-is('End turn'):enabled")
    one.reload()
    one.wait_for_selector("button:text-is('End turn'):enabled")
    stranger = open_page(f"/game/{one.url.rpartition('/')[2]}#invited={link.partition('#invited=')[2]}")
    stranger.click("button:text-is('Take the seat')")
    stranger.wait_for_selector(".cover >> text=it is used up")
