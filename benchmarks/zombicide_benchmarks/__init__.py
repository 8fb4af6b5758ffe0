"""How fast the environments are on this machine, and how strong agents are: ``zombicide benchmark`` (``run`` and ``strength``)."""
