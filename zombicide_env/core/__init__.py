"""The game-agnostic half: compilation, random numbers, decks, the agenda, codecs, batches and the ``Game`` protocol."""
