"""The game-agnostic half: compilation, chance, decks, the agenda, codecs, batches and the ``Game`` protocol."""
