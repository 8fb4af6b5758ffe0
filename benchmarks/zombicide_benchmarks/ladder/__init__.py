"""How quickly learners climb the ladder from nothing: ``python -m zombicide_benchmarks.ladder``.

``play`` counts wins on boards that nobody has learned on, ``curve`` looks at a learner while it learns, ``learners`` holds the learners,
``page`` shows the results.
"""
