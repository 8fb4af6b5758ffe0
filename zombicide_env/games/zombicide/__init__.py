"""The Zombicide family: one engine, editions as data."""
