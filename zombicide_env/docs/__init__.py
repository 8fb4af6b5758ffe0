"""The pages of the documentation, a whole game in one file (``pig``), and what writes the reference pages (``reference``)."""
