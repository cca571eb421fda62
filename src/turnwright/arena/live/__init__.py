"""Games in progress, in which people play as well: how they stand, and where they are kept."""
