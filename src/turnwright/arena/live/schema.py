"""The table of games in progress, in the arena's database."""

import sqlalchemy as sa

from turnwright.arena.schema import metadata

live_games = sa.Table(
    "live_games",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("turns", sa.Text, nullable=False),
    sa.Column("actions", sa.Text, nullable=False),
    sa.Column("reports", sa.Text, nullable=False),
    sa.Column("resigned", sa.Integer),
    sa.Column("forfeit", sa.Text, nullable=False),
    sa.Column("stored", sa.Integer, sa.ForeignKey("games.id")),
)
"""Games in progress, and where the arena has them once they are over."""
