"""Training from scratch on the ladder of tasks: ``python -m zombicide_benchmarks.ladder``.

``play`` counts wins on held-out boards, ``curve`` evaluates a learner during training, ``learners`` has the learners, ``page`` shows the
results.
"""
