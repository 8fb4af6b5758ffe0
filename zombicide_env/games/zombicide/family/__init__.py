"""The rooms that every edition has.  Each edition loads them for itself, with its own numbers, and so does nobody else."""

raise ImportError(
    "the rooms of the family belong to an edition: import zombicide_env.games.zombicide.black_plague.rules, for instance, not "
    "zombicide_env.games.zombicide.family.rules"
)
