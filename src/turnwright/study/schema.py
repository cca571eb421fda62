"""The table of studies, in the arena's database."""

import sqlalchemy as sa

from turnwright.arena.schema import metadata

study_games = sa.Table(
    "study_games",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("study", sa.Text, nullable=False, index=True),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("skill", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("cores", sa.Integer, nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
)
"""A row for every game of a person, by the name of the game in progress; `person` is a random id."""
