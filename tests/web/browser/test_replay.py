"""Stored games, played back."""


def test_a_stored_game_is_played_back(open_page, begin, server, picture):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.click(".banner:not([hidden]) >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector("text=Turn 1:")
    number = page.url.partition("/replay/")[2].partition("#")[0]
    record = page.request.get(f"{server}/api/stored-games/{number}").json()
    page.click("[aria-label='One action on']")
    page.wait_for_selector(f"text=Turn 1, {record['turns'][0].split()[0]}:")
    page.click("[aria-label='To the end']")
    page.wait_for_selector(f"text=Turn {len(record['turns'])},")
    page.fill(".scrubber", "2")
    page.wait_for_selector("text=Turn 3:")
    picture(page, "replay")
    page.goto(f"{server}/replay/{number}#2.0")
    page.reload()
    page.wait_for_selector(f"text=Turn 2, {record['turns'][1].split()[0]}:")
    with page.expect_download() as download:
        page.click("text=Notation")
    assert download.value.suggested_filename == f"game-{number}.txt"
    page.goto(f"{server}/results")
    page.wait_for_selector(f"text=#{number}")
