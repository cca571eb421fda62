"""What there is, as it goes out: games, agents, stored games, tournaments, studies."""

from typing import Any, Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Hands, Outcome, Side, Two
from turnwright.web.schemas.games import SeenStep, ShownSeat
from turnwright.web.schemas.positions import AnyPosition, Positioned, Step


class ListedBoard(Answer):
    """A game that can be played here."""

    name: str = Field(description="Names the game in requests.")
    game: str = Field(description="What spec strings call it.")
    title: str
    summary: str = Field(description="What kind of game it is.")
    credit: str = Field(description="Its authors; empty if unknown.")
    hands: Hands = Field(description="Whether hands are open or hidden, unless somebody chooses otherwise.")
    options: dict[str, Any] = Field(description="JSON schema of what can be chosen.")
    script: str = Field(description="Address of the module that shows it.")
    style: str = Field(description="Address of its style sheet; empty if it has none.")


class ShowcaseAnswer(Answer):
    """The latest turn of the game on the first page."""

    board: str
    seats: list[ShownSeat] = Two
    number: int = Field(description="Counts the games of this server.")
    turn: int = Field(description="Turns that have been played.")
    position: AnyPosition = Field(description="Before the latest turn.")
    steps: list[SeenStep] = Field(description="Of the latest turn; none before the first.")
    over: bool
    outcome: Outcome


class AgentSetting(Answer):
    """A setting of an agent."""

    name: str
    default: str | None
    values: str
    meaning: str


class ListedAgent(Answer):
    """An agent that can be chosen."""

    agent: str
    meaning: str
    needs_budget: bool
    settings: list[AgentSetting]


class Spending(Answer):
    """What an agent may spend on a turn."""

    milliseconds: float
    count: int


class AgentsAnswer(Answer):
    """Agents and their limits."""

    agents: list[ListedAgent]
    limits: Spending


class _Stored(Answer):
    """The data of every stored game, with the same field names as in exports."""

    id: int = Field(description="Its number in the store.")
    game: str
    first: str = Field(description="The agent that moves first.")
    second: str
    budgets: list[str | None] = Two
    view: str
    outcome: Outcome
    ending: str | None = Field(description="How it ended, in the game's words; null if it was forfeited.")
    forfeit: str = Field(description="Why the game was forfeited; empty if it was played to its end.")
    started: float = Field(description="Seconds since 1970.")
    seconds: float


class ListedGame(_Stored):
    """A stored game in a list."""

    turns: int


class StoredGames(Answer):
    """Some stored games, the newest first."""

    games: list[ListedGame]
    all: int = Field(description="Number of all games of the store.")


class StoredGameAnswer(_Stored, Positioned):
    """A stored game; the position is its start."""

    seed: int
    agent_seeds: list[int]
    turns: list[str]
    reports: dict[str, list[float | None]] = Field(description="Figures of the searches, by turn.")
    overrun_ms: float | None = Field(description="The largest overrun of a turn's time budget.")
    source: str = Field(description="Digest of the sources that played it.")
    versions: dict[str, str]
    board: str
    evaluations: list[float] = Field(description="For the first player: at the start, and after every turn.")


class StoredTurn(Positioned):
    """A turn of a stored game; the position is where it began."""

    number: int
    seat: Side
    steps: list[Step]


class ListedTournament(Answer):
    """A match or tournament in a list."""

    number: int
    started: float
    game: str
    view: str
    players: list[str]
    games: int


class Cell(Answer):
    """What the player of a row has won against the player of a column."""

    points: float
    games: int
    share: float
    low: float = Field(description="End of the 95 % interval of the share.")
    high: float


class TournamentAnswer(Answer):
    """A cross table."""

    number: int
    started: float
    game: str
    view: str
    players: list[str]
    table: list[list[Cell | None]]
    ratings: dict[str, Any]
    ranking: list[int]
    pairings: list[dict[str, Any]]


class ListedPuzzle(Answer):
    """A puzzle in the list."""

    name: str = Field(description="Names it in addresses.")
    board: str
    length: int = Field(description="Actions that its solution has.")
    stars: int = Field(description="How hard it is, 1 to 5.")


class PuzzleAnswer(ListedPuzzle):
    """A position that can be won within the turn, in essentially one way."""

    state: str = Field(description="The position in notation.")
    actions: list[str] = Field(description="A turn that wins.")
    turns: int = Field(description="Sequences of actions that win; all end in the same state.")
    needs: int | None = Field(description="Evaluations that a search needed; null if it did not find the win.")


class PublishedNumber(Answer):
    """A score that a paper has published, and the best of ours beside it."""

    paper: str
    experiment: str = Field(description="What `turnwright reproduce` calls it.")
    title: str
    number: str = Field(description="Its row and column.")
    published: float = Field(description="In percent.")
    published_games: int | None
    full: bool = Field(description="Whether ours was played with the published budgets.")
    verdict: str | None = Field(description="Whether ours agrees; null if it was not judged, or not played.")
    reading: str | None = Field(description="How the paper was read; null if it was not played.")
    score: float | None = Field(description="In percent; null if it was not played.")
    low: float | None = Field(description="End of the 95 % interval of ours.")
    high: float | None
    games: int


class StudyAnswer(Answer):
    """What people read before they take part in a study."""

    title: str
    consent: str
    rules: str
    skills: list[str]
    board: str = Field(description="Names the board of its game.")
    game: str = Field(description="The game's name for people.")


class Participation(Answer):
    """A game in a study."""

    name: str
    person: str = Field(description="A random id, for further games.")


class Kept(Answer):
    """Something was kept."""

    kept: Literal[True]
