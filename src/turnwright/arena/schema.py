"""The tables of the store, the same in every database."""

import sqlalchemy as sa

VERSION = 1
"""Version of the tables; a store with a higher one is left alone. Columns that may be empty can be added without a new
one: older stores get them when they are next written to, and older programs leave them empty."""

metadata = sa.MetaData()

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

runs = sa.Table(
    "runs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("machine", sa.Text, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("run", sa.Integer, sa.ForeignKey("runs.id"), nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("first_budget", sa.Text),
    sa.Column("second_budget", sa.Text),
    sa.Column("view", sa.Text, nullable=False),
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("first_seed", sa.BigInteger, nullable=False),
    sa.Column("second_seed", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.Integer, nullable=False),
    sa.Column("ending", sa.Text),
    sa.Column("forfeit", sa.Text, nullable=False),
    sa.Column("turns", sa.Text, nullable=False),
    sa.Column("reports", sa.Text, nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("overrun", sa.Float),
    sa.Column("versions", sa.Text, nullable=False),
    sa.UniqueConstraint("key", "source"),
)
