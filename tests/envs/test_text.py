"""Text games: prompts that contain only what a seat may know, and the text environment, which follows TextArena's conventions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from tests.envs.toy import Toy
from zombicide_env import black_plague_v0, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.history import LONGEST, since
from zombicide_env.core.scene import Scene
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.text import TextGame
from zombicide_env.games import OWN
from zombicide_env.games.model_answers import written_action
from zombicide_env.games.prompts import EXPLAINED, compact, plain

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("black_plague", {"quest": "big_game_hunting"}),
    ("hit_z_road", {"players": 3}),
    ("z_game", {"players": 3}),
    ("white_death", {"quest": "sound_the_alarm"}),
    ("apocalypse", {}),
]
MOST_TOKENS = 3000  # limit of a prompt in tokens: a third of it explains cards and skills
MOST_OF_PRIMER = 2000
LETTERS_A_TOKEN = 3.3  # characters of English text per token, fewer than any common tokenizer has


def played(game: str, options: dict[str, Any], steps: int, seed: int = 0) -> RawEnv:
    env, rng = RawEnv(game, **options), np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        if env.agents and not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return env


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_prompt_says_what_is_needed(game, options):
    for steps in (0, 7, 40):
        env = played(game, options, steps)
        text = env.prompt()
        agent = env.agent_selection
        assert text.startswith(f"You are {agent}")
        assert "goals:" in text
        asked = text.split("Legal actions:\n")[1].splitlines()
        assert [line.removeprefix("- ") for line in asked] == env.legal_texts() == env.game.legal_texts(env.record)
        assert len(text) / LETTERS_A_TOKEN < MOST_TOKENS
        other = next(name for name in env.possible_agents if name != agent)
        assert "It is not for you to decide now." in env.game.prompt(env.record, other)


def test_a_prompt_of_black_plague_has_board_goals_and_decision():
    env = played("black_plague", {"quest": "big_game_hunting"}, 0)
    about = env.describe(compact=True)
    assert about["goals"] == ["kill: Abomination", "kill: Necromancer", "take all objectives (7 left)"]
    assert about["decision"] == "activate"
    assert "noise" not in about
    labels, ways = env.game.names.zones, {}
    assert list(about["zones"]) == list(labels)
    for zone, line in about["zones"].items():
        ways[zone] = [re.sub(r" \(.*\)", "", way) for way in re.search(r"ways to ([^;]*)", line)[1].split(", ")]
    assert all(zone in ways[other] for zone, others in ways.items() for other in others)
    assert sum(line.count("(closed door)") + line.count("(locked door)") for line in about["zones"].values()) == 2 * sum(
        state != "open" for state in env.describe()["doors"].values()
    )
    assert "Asked of you: " in env.prompt()


def test_a_prompt_keeps_secrets():
    """What a seat of Z-Game reads does not change when hidden information is resampled."""
    for steps in range(5, 120, 23):
        env = played("z_game", {"players": 3}, steps, seed=steps)
        if any(env.terminations.values()):
            continue
        game, worlds = env.game, Batch(env.game, 3, seed=steps, autoreset="disabled", observation_dtype="uint8")
        for seat, agent in enumerate(env.possible_agents):
            about = game.summary(env.record, agent)
            worlds.put(env.record)
            worlds.resample(seat)
            for number in range(3):
                assert game.summary(worlds.states[number : number + 1], agent) == about


def test_compact_leaves_out_what_says_nothing():
    assert compact({"a": 0, "b": None, "c": {"d": []}, "e": {"f": False, "g": 2}, "h": ["x", 0], "i": np.int64(3)}) == {
        "e": {"g": 2},
        "h": ["x", 0],
        "i": 3,
    }
    assert plain({"left": "hammer", "alive": True, "pack": ["axe", "torch"]}) == "left hammer, alive, pack axe torch"


@pytest.mark.parametrize("game", OWN)
def test_the_rules_in_short_fit_into_a_prompt(game):
    for language in ("en", "ru"):
        text = make_game(game).explanation("game", "primer", language)
        assert 500 < len(text) < MOST_OF_PRIMER * LETTERS_A_TOKEN


# ---- the text environment ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("[move e]", "move e"),
        ("I could [search], but I rather [move e].", "move e"),
        ("Thinking...\n**Action:** `melee left walker`", "melee left walker"),
        ("Action: end\n", "end"),
        ("hm\nmove e.", "move e"),
        ("", ""),
        ("I could play [drop left] but it is of use.\nAction: done", "done"),
        ("Action: search\nNo, better: [end] would waste it.\nAction: move e", "move e"),
        ("<think>Action: search? No, [end].</think>\nmove e", "move e"),
        ("the template has opened the thought. Action: search</think>\n\nAction: move e", "move e"),
        ("<think>the thought was cut off: Action: sea", ""),
        ("```\nmove e\n```", "move e"),
        ("Action:\n```text\nmove e\n```\n", "move e"),
        ('```json\n{"reason": "[search] is slow", "action": "move e"}\n```', "move e"),
        ('{"action": "move \\u0065", "sure": true}', "move e"),
        (r'{"action": "a bad \escape"}', r"a bad \escape"),
        (r"So it is $\boxed{\text{move e}}$.", "move e"),
        (r"\boxed{move e}", "move e"),
        ("<answer>move e</answer>", "move e"),
        ("<answer>\nAction: move e\n</answer>\nGood luck to [us]!", "move e"),
        ("**Final Answer:** move e", "move e"),
        ("Final action: [move e] because it is near", "move e"),
        ("Action\uff1amove e", "move e"),
        ("我选择【move e】", "move e"),
        ("Action: <move e>", "move e"),
        ("- **Action**: *move e*", "move e"),
        ("1. Action: 'move e'.", "move e"),
        ("Action: “move e”", "move e"),
        ("Reaction: none [move e]", "move e"),
        ("Action:", ""),
    ],
)
def test_the_action_of_an_answer(answer, action):
    assert written_action(answer) == action


@pytest.mark.parametrize(
    "form", ["{}", "[{}]", "Action: {}", "Action: [{}].", "<answer>{}</answer>", r"\boxed{{{}}}", '{{"action": "{}"}}']
)
def test_every_legal_action_can_be_written_in_every_form(form):
    for game, options in GAMES:
        for steps in (0, 7, 40):
            for text in played(game, options, steps).legal_texts():
                assert written_action(form.format(text)) == text


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_textarena_plays_a_game(game, options):
    env, rng = TextGame(game, **options), np.random.default_rng(4)
    env.reset(num_players=len(env.game.agents), seed=4)
    asked, twin = set(), RawEnv(game, **options)
    twin.reset(seed=4)
    for _ in range(60):
        player, text = env.get_observation()
        assert (player not in asked) == (env.game.explanation("game", "primer") in text)
        asked.add(player)
        legal = text.split("Legal actions:\n")[1].split("\n\n")[0].splitlines()
        action = str(rng.choice(legal)).removeprefix("- ")
        twin.step(twin.parse(action))
        done, info = env.step(f"I think I will [{action}]")
        assert info["legal"]
        assert info["action"] == action
        assert info["seat"] == player
        if done:
            break
    assert env._one.state.tobytes() == twin.record.tobytes()


def test_a_seed_determines_the_games_that_follow():
    one, two = (TextGame(Toy(agents=2)) for _ in range(2))
    for seed in (3, None, None):
        for env in (one, two):
            env.reset(seed=seed)
        assert one._one.state.tobytes() == two._one.state.tobytes()


def test_moves_of_others_are_reported_once():
    env = TextGame(Toy(agents=2), primer=False)
    env.reset(seed=0)
    first, _ = env.get_observation()
    action = env.game.legal_texts(env._one.state)[0]
    env.step(f"[{action}]")
    second, text = env.get_observation()
    assert second != first
    assert f"Since you were asked last:\n{env.game.agents[first]}: {action}" in text
    env.step(f"[{env.game.legal_texts(env._one.state)[0]}]")
    while env.get_observation()[0] != second:
        env.step(f"[{env.game.legal_texts(env._one.state)[0]}]")
    assert env.get_observation()[1].count("Since you were asked last:") == 1


def test_a_replacement_of_a_wrong_answer_is_reported_to_all_players():
    env = TextGame(Toy(agents=2), primer=False, patience=1)
    env.reset(seed=0)
    first, _ = env.get_observation()
    legal = env.game.legal_texts(env._one.state)
    _, info = env.step("I do not know")
    assert info["action"] in legal
    told = f"{info['action']} (a random action, in place of a wrong answer)"
    assert f"Since you were asked last:\n{env.game.agents[first]}: {told}" in env.get_observation()[1]
    while env.get_observation()[0] != first:
        env.step(f"[{env.game.legal_texts(env._one.state)[0]}]")
    assert f"Since you were asked last:\nYou: {told}" in env.get_observation()[1]


def test_a_long_history_is_cut_at_its_beginning():
    lines = [f"line {n}" for n in range(LONGEST + 5)]
    told = since(lines).splitlines()
    assert told == ["Since you were asked last:", "  ... (5 earlier lines are left out)", *lines[5:]]
    assert since([]) == ""


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_prompt_explains_the_cards_and_skills_in_sight(game, options):
    env = played(game, options, 40)
    text = env.prompt()
    explained = re.findall(r"^  (\S+): (.+)$", text.split("\nwhat they are:\n")[1].split("\nAsked of you")[0], re.MULTILINE)
    assert explained
    for word, told in explained:
        assert any(env.game.explanation(kind, word) == told for kind in EXPLAINED)
        assert re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", text.split("\nwhat they are:\n")[0] + text.split("Legal actions:\n")[1])
    cards = set(env.game.glossary().get("card", {}))
    assert cards & set(re.findall(r"\w+", text.split("\nwhat they are:\n")[0])) <= {word for word, _ in explained}


def test_a_weapon_in_a_hand_is_explained_with_its_numbers():
    env = played("black_plague", {"quest": "big_game_hunting"}, 0)
    assert re.search(r"^  short_sword: .*Melee: dice \d, hits on \d\+, damage \d, range 0", env.prompt(), re.MULTILINE)


def test_an_answer_that_is_not_understood_is_asked_for_again_and_then_replaced():
    env = TextGame(Toy(agents=2), patience=2)
    env.reset(seed=0)
    before = env._one.state.tobytes()
    done, info = env.step("I do not know")
    assert (done, info["legal"]) == (False, False)
    assert "is not a legal action" in info["reason"]
    assert "Your answer was not understood" in env.get_observation()[1]
    assert env._one.state.tobytes() == before
    env.step("still not")
    assert env._one.state.tobytes() != before
    assert env.replaced == [1, 0]
    assert "Your answer was not understood" not in env.get_observation()[1]


def test_the_end_pays_rewards_and_reports_the_outcome():
    env = TextGame(Toy(agents=2, max_rounds=1))
    with pytest.raises(RuntimeError, match="call reset"):
        env.step("[x]")
    with pytest.raises(RuntimeError, match="call reset"):
        env.get_observation()
    with pytest.raises(ValueError, match="has 2 players, not 3"):
        env.reset(num_players=3)
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        done, info = env.step(f"[{env.game.legal_texts(env._one.state)[0]}]")
    assert info["outcome"] == "truncated"
    assert "The game has ended: truncated" in env.get_observation()[1]
    rewards, ends = env.close()
    assert set(rewards) == set(ends) == {0, 1}
    assert ends[0]["replaced"] == 0
    with pytest.raises(RuntimeError, match="call reset"):
        env.step("[x]")


def test_a_game_with_secrets_has_to_say_what_a_seat_knows():
    class Secretive(Toy):
        def scene(self, state: Any) -> Scene:
            raise AssertionError("nobody asks for a picture")

    game = Secretive()
    object.__setattr__(game.type, "hidden", "seats")
    env = RawEnv(game)
    env.reset(seed=0)
    with pytest.raises(NotImplementedError, match="what one knows"):
        env.prompt()


def test_environments_of_pettingzoo_and_gymnasium_have_it():
    env = black_plague_v0.parallel_env(quest="danse_macabre")
    env.reset(seed=1)
    assert env.prompt() == env.game.prompt(env.record, env.decider)
    assert env.legal_texts() == env.game.legal_texts(env.record)


def test_the_effects_of_a_move_are_reported() -> None:
    """The zombies' phase, dice and cards are reported in sentences, to every player who may know them."""
    env, told = TextGame("black_plague", primer=False, quest="big_game_hunting"), ""
    env.reset(seed=3)
    for _ in range(60):
        _, text = env.get_observation()
        told += text
        done, _ = env.step(f"[{'end' if 'end' in env.game.legal_texts(env._one.state) else env.game.legal_texts(env._one.state)[0]}]")
        if done:
            break
    game = env.game
    assert any(line.startswith("  ") for line in told.splitlines())
    assert re.search(r"^  .*\b(Walker|Fatty|Runner)", told, re.MULTILINE | re.IGNORECASE)
    assert game.type.hidden == "table"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"patience": 0}, "patience=0: at least 1"),
        ({"patience": "3"}, "patience='3': an integer"),
        ({"longest": -1}, "longest=-1: at least 0"),
        ({"legal": "no"}, "legal='no': True or False"),
        ({"primer": 0}, "primer=0: True or False"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        TextGame(Toy(agents=2), **options)


@pytest.mark.parametrize("answer", [None, 3, b"roll", ["roll"]])
def test_an_answer_is_a_text(answer: Any) -> None:
    env = TextGame(Toy(agents=2))
    env.reset(seed=1)
    with pytest.raises(TypeError, match=f"the answer is {type(answer).__name__}; a text is needed"):
        env.step(answer)


def test_no_line_about_the_past_is_a_length_too() -> None:
    """The last 0 lines of a list are all of them in Python."""
    assert since(["one", "two"], 2).endswith("one\ntwo")
    assert since(["one", "two"], 1).endswith("two")
    assert "one" not in since(["one", "two"], 1)
    assert "two" not in since(["one", "two"], 0)
