"""The compiled rules, one file per chapter."""
