"""Random legal play in other libraries: a separate program, for the Python in which they are installed.

``python peer_loops.py NAME`` answers lines on its standard input: ``run SECONDS`` with ``{"steps": ..., "seconds": ...}``,
anything else ends it.  Its first line is ``{"version": ...}``, or ``{"missing": ...}`` if the library is not installed.
It imports nothing of this project, and each loop is the fastest one in the library's documentation for the purpose.
A step is one decision of a player, including its observation and its legal actions if the library provides them.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Work = Callable[[int], int]
choice = random.Random(0).random  # noqa: S311 - speed, not secrecy


def pettingzoo(module: str) -> Work:
    """Run the AEC loop of the documentation on ``raw_env`` (no wrappers)."""
    env: Any = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
    seeds = iter(range(1_000_000_000))

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset(seed=next(seeds))
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(choice() * len(legal))]))
                done += 1
                if done == steps:
                    break
        return done

    return work


def open_spiel(name: str) -> Work:
    """Step states of the compiled library from Python: legal actions, their mask, the observation as a tensor."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    kind = game.get_type()
    observes = kind.provides_observation_tensor

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            state = game.new_initial_state()
            while not state.is_terminal() and done < steps:
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, chances)[0])  # noqa: S311 - speed, not secrecy
                    continue
                if observes:
                    state.observation_tensor()
                else:
                    state.information_state_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(choice() * len(legal))])
                done += 1
        return done

    return work


def open_spiel_bots(name: str) -> Work:
    """Play whole games between the library's random bots, one compiled call each: no observation, no mask.  No chance nodes."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, done)
            done += int(state.move_number())
        return done

    return work


def rlcard(name: str) -> Work:
    """Call ``env.step`` with a random legal action of the state, which includes the observation."""
    make: Any = importlib.import_module("rlcard").make
    env = make(name, config={"seed": 0})

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            state, _player = env.reset()
            while not env.is_over() and done < steps:
                legal = list(state["legal_actions"])
                state, _player = env.step(legal[int(choice() * len(legal))])
                done += 1
        return done

    return work


def catanatron(players: str) -> Work:
    """Call ``Game.play_tick`` of random players: the list of legal actions, no observation."""
    module: Any = importlib.import_module("catanatron")
    colours = list(module.Color)[: int(players)]

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            game = module.Game([module.RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and game.state.num_turns < 1000 and done < steps:
                game.play_tick()
                done += 1
        return done

    return work


def pgx(name: str, games: int = 1024, length: int = 64) -> Work:
    """Many games at once on JAX: choice, step, automatic reset, observation and mask in one compiled scan."""
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choose, chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype("float32"))
        action = jax.random.categorical(choose, logits, axis=-1)
        return (step(state, action, jax.random.split(chance, games)), key), None

    scan = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=length)[0])
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    carry = [jax.block_until_ready(scan((first, jax.random.PRNGKey(1))))]

    def work(steps: int) -> int:
        rounds = -(-steps // (games * length))
        for _ in range(rounds):
            carry[0] = scan(carry[0])
        jax.block_until_ready(carry[0])
        return rounds * games * length

    return work


#: Name of the loop -> the distribution that it needs, and its factory.
LOOPS: dict[str, tuple[str, Callable[[str], Work]]] = {
    "pettingzoo": ("pettingzoo", pettingzoo),
    "open_spiel": ("open-spiel", open_spiel),
    "open_spiel_bots": ("open-spiel", open_spiel_bots),
    "rlcard": ("rlcard", rlcard),
    "catanatron": ("catanatron", catanatron),
    "pgx": ("pgx", pgx),
}


def say(message: dict[str, Any]) -> None:
    """Write one line of JSON."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def run(work: Work, seconds: float, n: int) -> dict[str, float]:
    """Run a slice of about ``seconds``; returns steps, wall and CPU seconds, and the number of steps for the next slice."""
    start, busy = time.perf_counter(), time.process_time()
    done = work(n)
    took, busy = time.perf_counter() - start, time.process_time() - busy
    return {"steps": done, "seconds": took, "processor": busy, "next": max(1, round(n * min(8.0, seconds / max(took, 1e-6))))}


def main(name: str) -> int:
    """Answer the lines on standard input."""
    loop, _, argument = name.partition(":")
    distribution, make = LOOPS[loop]
    try:
        version = importlib.metadata.version(distribution)
        work = make(argument)
    except ImportError as error:
        say({"missing": str(error)})
        return 0
    say({"version": version})
    n = 16
    for line in sys.stdin:
        word, _, seconds = line.partition(" ")
        if word != "run":
            break
        found = run(work, float(seconds), n)
        n = int(found["next"])
        say(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
