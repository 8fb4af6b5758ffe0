"""``zombicide play``: one game in the terminal, played by people and agents."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal

from . import GAMES, make_game
from .console import UserError
from .core import files
from .core.agent_inputs import agent_seed
from .core.game import Game
from .core.seating import VS, groups
from .core.words import log_entry
from .play import views
from .play.session import Move, Session
from .render.ansi import colored, fitted
from .replay.reading import is_replay

__all__ = ["LAST_ROUND", "Play", "main"]

LAST_ROUND: Final = 200
"""Default limit of rounds for a game without people."""


@dataclass
class Play:
    """Play one game with any mix of people, learned policies, rule-based and random players."""

    seats: tuple[str, ...] = ()
    """players as agent specs: human, greedy, random, checkpoint:PATH. The survivors are dealt to them in turn. In games of a team against a
    master, `vs` separates the players of the two sides: human greedy vs search. Default: human with up to three rule-based teammates;
    where roles differ, human against a rule-based player"""
    game: str = "black_plague"
    """id of the game: black_plague, white_death, apocalypse, hit_z_road, z_game, or one of your own"""
    quest: str | None = None
    """quest by id, number or file, in games with quests; default: the first"""
    survivors: str | None = None
    """number of survivors, or their names separated by commas; default: 6"""
    players: int | None = None
    """number of players, in games where they compete; default: 4"""
    decisions: Literal["full", "actions"] = "full"
    """actions: only the survivors' own actions are asked; everything else takes its documented default"""
    max_rounds: int | None = None
    """limit of rounds; default: none if a person plays, else 200 in games without a limit"""
    option: tuple[str, ...] = ()
    """further options of the game, name=value"""
    seed: int | None = None
    """seed of the game; default: a random one, which is printed"""
    until_won: int | None = None
    """try up to this many seeds, from --seed or 0, and show the first game that is won. For agents only"""
    board: Literal["end", "round", "never"] = "end"
    """when the board is shown"""
    color: Literal["auto", "always", "never"] = "auto"
    """colors in the terminal"""
    record: Path | None = None
    """record the game in this file, move by move, for `zombicide replay`; replaces another recorded game"""
    picture: Path | None = None
    """write the final board to this PNG file"""
    move_seconds: float | None = None
    """time limit of an agent's move in seconds; an agent that takes longer ends the game. Each agent then runs in its own process;
    default: no limit"""
    quiet: bool = False
    """do not print the moves"""

    def make_options(self) -> dict[str, Any]:
        """Return the options of the game. Raises ValueError if one is given twice."""
        text = self.survivors
        team = None if text is None else int(text) if text.isdecimal() else tuple(text.split(","))
        decisions = None if self.decisions == "full" else self.decisions
        flags = {"quest": self.quest, "survivors": team, "players": self.players, "max_rounds": self.max_rounds, "decisions": decisions}
        given = {name: value for name, value in flags.items() if value is not None}
        return given | (GAMES[self.game].form().read(self.option, given) if self.option and self.game in GAMES else {})


def main(options: Play) -> int:
    """Play a game and return 0, or 1 if a person left before its end.

    Raises:
        ValueError: an option or a spec is unknown, ``until_won`` is used with people or is less than 1, or another file would be lost.
        OSError: a file cannot be written.
    """
    import zombicide_agents as agents
    from zombicide_agents.human import HumanAgent

    if options.record is not None:
        files.replaceable(options.record, "a recorded game", is_replay)
    if options.picture is not None:
        files.replaceable(options.picture, "a picture", files.is_picture)
        with files.claimed(options.picture):  # named before the game if it cannot be written
            pass
    game = make_game(options.game, **options.make_options())
    color = colored(options.color)
    seats = options.seats or usual_seats(game, agents.usual(game))
    people = any(agents.parse_spec(spec).name == "human" for group in groups(seats) for spec in group)
    if not people:
        game = _with_an_end(game)
    elif options.until_won is not None:
        raise ValueError("--until-won plays games ahead of the one that is shown, which people cannot do: seat agents only")
    if options.until_won is not None and options.until_won < 1:
        raise ValueError(f"--until-won is {options.until_won}: it has to play at least 1 game")
    players = [[agents.make(spec, game) for spec in group] for group in groups(seats)]
    for player in chain.from_iterable(players):
        player.check()
        if isinstance(player, HumanAgent):
            player.color = color
    seed = options.seed if options.until_won is None else _won_seed(game, players, options.seed or 0, options.until_won)
    session = Session(game, players, seed=seed, keep=True)
    print(f"{game.id}{' ' + options.quest if options.quest else ''}, seed {session.seed}")
    called = views.names(session.game, session.state)
    for agent in game.agents:
        print(f"  {called[agent]}: {session.player_of(agent).name}")
    code = 0
    try:
        with ExitStack() as stack:
            _play_on(session, options, _referees(session, options.move_seconds, stack))
    except agents.AgentQuit:
        print("\nYou left the game before its end.")
        code = 1
    _tell_end(session, options)
    return code


def _with_an_end(game: Game) -> Game:
    """Return the game with a limit of rounds, for games without people. Raises ValueError if it cannot be won."""
    reason = game.unwinnable()
    if reason:
        raise ValueError(f"{reason}; this game cannot be won, and no person plays who could stop it: correct the quest, or seat a human")
    if game.options.get("max_rounds", 0) is not None:
        return game
    print(f"no person plays: the game is limited to {LAST_ROUND} rounds (--max-rounds)")
    return make_game(game.id, **{**game.options, "max_rounds": LAST_ROUND})


def _won_seed(game: Game, players: Sequence[Sequence[Any]], first: int, tries: int) -> int:
    """Return the first of ``tries`` seeds with which these players win; the first of all if they win none."""
    for seed in range(first, first + tries):
        outcome = Session(game, players, seed=seed).play()
        if outcome.name == "won":
            return seed
        print(f"seed {seed}: {outcome.name}; trying the next one", flush=True)
    print(f"none of {tries} games was won; here is the first")
    return first


def usual_seats(game: Game, best: str) -> tuple[str, ...]:
    """Return the default players: a person, with or against ``best``."""
    if game.type.kind == "asymmetric":
        return ("human", *[word for _ in list(game.type.parts)[1:] for word in (VS, best)])
    return ("human", *[best] * (min(4, len(game.agents)) - 1))


def _eyes(session: Session) -> frozenset[str] | None:
    """Return the agents whose secrets may be shown: those played by people while the game is not over; None: all."""
    from zombicide_agents.human import HumanAgent

    game = session.game
    people = frozenset(agent for agent, player in zip(game.agents, session.players, strict=True) if isinstance(player, HumanAgent))
    return people if people and not session.over and game.type.hidden == "seats" else None


def _board(session: Session, options: Play) -> str:
    return fitted(session.game.scene_for(session.state, _eyes(session)), colored(options.color))


def _tell_end(session: Session, options: Play) -> None:
    if options.board != "never":
        print("\n" + _board(session, options), end="")
    if options.record is not None:
        print(f"recorded in {options.record}")
    if options.picture is not None:
        from .render import png

        files.write(options.picture, png(session.game.scene_for(session.state, _eyes(session))))
        print(f"final board in {options.picture}")
    outcome = session.outcome
    detail = f" ({outcome.detail})" if outcome.detail else ""
    print(f"{outcome.name}{detail} in round {session.rounds} after {len(session.moves)} decisions")


def _referees(session: Session, seconds: float | None, stack: ExitStack) -> dict[Any, Any]:
    """Return player -> its referee, which asks for moves; people are asked by the session."""
    from zombicide_agents.human import HumanAgent
    from zombicide_agents.referee import Referee

    found = {}
    for number, player in enumerate(dict.fromkeys(session.players)):
        if not isinstance(player, HumanAgent):
            found[player] = stack.enter_context(Referee(player, seconds))  # type: ignore[arg-type]  # all of them are agents here
            found[player].reset(agent_seed(session.seed, number))
    return found


def _move(session: Session, referees: dict[Any, Any]) -> Move:
    """Return the next move. Raises UserError if an agent fails to return one."""
    from zombicide_agents.faults import Fault

    player = session.player_of(session.decider)
    if player not in referees:
        return session.step()
    [answer] = referees[player].ask(session.inputs)
    if isinstance(answer, Fault):
        raise UserError(f"{player.name} has no move for {session.decider}, and the game ends here: {answer.reason}")
    return session.apply(answer)


def _play_on(session: Session, options: Play, referees: dict[Any, Any]) -> None:
    """Play to the end and print the moves."""
    from .replay import Recorder

    called, now = views.names(session.game, session.state), 0
    width = max(map(len, called.values()))
    players = [player.name for player in session.players]
    record = None if options.record is None else Recorder(session.game, session.seed, players, options.record)
    with record or nullcontext() as recorder:
        while not session.over:
            if session.round != now:
                now = session.round
                if not options.quiet:
                    print(f"\nround {now}")
                if options.board == "round":
                    print(_board(session, options))
            move = _move(session, referees)
            if recorder is not None:
                recorder.record(move.action)
            if not options.quiet and views.hears(session, move, _eyes(session)):
                print(_told(session, move, f"  {called[move.agent]:<{width}}"), flush=True)


def _told(session: Session, move: Move, mover: str) -> str:
    """Return the log entry of a move, as far as the people in the game may know it."""
    told = views.told(session, move, _eyes(session))
    came = session.game.brief(views.seen(session, move, _eyes(session)))
    return log_entry(mover, str(told["t"]), str(told["c"]), [*map(session.game.sentence, came)])
