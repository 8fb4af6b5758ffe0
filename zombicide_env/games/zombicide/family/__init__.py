"""Modules shared by all editions.  Each edition loads its own copy of them, with its own constants; nothing else imports them."""

raise ImportError(
    "the modules of the family belong to an edition: import zombicide_env.games.zombicide.black_plague.rules, for instance, not "
    "zombicide_env.games.zombicide.family.rules"
)
