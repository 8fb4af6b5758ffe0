"""Skills work for every survivor, and survivors are data (BP-22.R8)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.games.vectors import vectors
from tests.games.zombicide.black_plague.play import choose, start
from zombicide_env.conformance.coverage import rules_of
from zombicide_env.games.zombicide.black_plague import edition
from zombicide_env.games.zombicide.black_plague.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILL_INDEX, SKILLS
from zombicide_env.games.zombicide.black_plague.world.box import box

VECTORS = vectors("black_plague")
#: BP-22.n -> the skill's id, from the list of rules.
NUMBERED = {rule.id: rule.label for rule in rules_of("black_plague") if re.fullmatch(r"BP-22\.\d+", rule.id) and int(rule.id[6:]) <= 80}
PARAMETERS = ("plus_1_damage_with", "plus_1_damage", "ironclad", "collector", "starts_with")


def test_the_list_of_skills_and_the_columns_agree() -> None:
    """BP-22.R8, BP-22.R6: the list of section 22 and the engine's columns name the same skills."""
    assert len(NUMBERED) == 80
    assert set(NUMBERED.values()) == {*edition.SKILLS, *PARAMETERS}
    assert {skill.split(":")[0] for skill in SKILLS} | {"plus_1_damage_with", "starts_with"} == set(NUMBERED.values())


@pytest.mark.parametrize("rule", NUMBERED)
def test_a_vector_plays_with_each_skill(rule: str) -> None:
    """At least one vector names the skill's rule and gives the skill to a survivor that has it on no ID card."""
    skill = NUMBERED[rule]
    held = [
        vector.id
        for vector in VECTORS
        if rule in vector.rules
        for sheet in vector.document["survivors"].values()
        if any(str(name).split(":")[0] == skill for name in sheet.get("skills", ()))
        or (skill == "plus_1_action" and sheet.get("xp", 0) >= 7)
    ]
    assert held, f"no vector for {rule} ({skill})"


MINE = """\
id,name,blue,orange,red,body_slot_item
zed,Zed,jump; starts_with:torch,lucky; taunt,born_leader; tough; plus_1_damage_with:hammer,axe
"""


def test_a_survivor_of_ones_own_plays(tmp_path: Path) -> None:
    """BP-22.R8: a few lines of text define a survivor with any skills, which then plays and levels up."""
    sheet = tmp_path / "mine.csv"
    sheet.write_text(MINE)
    game = BlackPlague(1, survivors=[f"{sheet}:zed", "ann", "baldric", "clovis", "nelly", "samson"], max_rounds=20)
    batch = start(game, 1)
    zed = game.describe(batch.states)["survivors"]["zed"]
    assert zed["skills"] == ["jump", "starts_with:torch"]
    assert "torch" in (zed["left"], zed["right"], *zed["pack"])
    batch.step([game.parse(batch.states, "activate zed")])
    state = batch.states[0]
    state["xp"][0], state["objective"][state["zone"][0]] = 40, 1
    batch.refresh()
    batch.step([game.parse(batch.states, "take")])  # 45 experience: Yellow, Orange and Red at once
    assert {"learn lucky", "learn taunt"} == set(game.legal_texts(batch.states))
    batch.step([game.parse(batch.states, "learn taunt")])
    assert {"learn born_leader", "learn tough", "learn plus_1_damage_with:hammer"} == set(game.legal_texts(batch.states))
    batch.step([game.parse(batch.states, "learn plus_1_damage_with:hammer")])
    learned = game.describe(batch.states)["survivors"]["zed"]["skills"]
    assert {"jump", "taunt", "plus_1_action", "plus_1_damage_with:hammer"} <= set(learned)
    rng = np.random.default_rng(0)
    for _ in range(150):
        if batch.dones[0]:
            break
        batch.step([choose(game, batch.masks[0], rng)])
    assert game.status(batch.states).value == 0


def test_a_broken_survivor_is_refused_with_the_line(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text(MINE.replace("lucky", "lucki"))
    with pytest.raises(ValueError, match=r"mine\.csv:2: orange: skill 'lucki' is unknown \(did you mean 'lucky'\?\)"):
        BlackPlague(1, survivors=[f"{sheet}:zed", "ann", "baldric", "clovis", "nelly", "samson"])


@pytest.mark.parametrize("skill", [skill for skill in SKILLS if skill not in box().survivors[0].blue])
def test_every_skill_in_play_keeps_the_game_sound(skill: str) -> None:
    """All six survivors have the skill twice (BP-22.R4): a random game stays sound."""
    game = BlackPlague(1, max_rounds=6, decisions="actions")
    game.world.setflags(write=True)
    game.world[0]["skill_start"][:6, SKILL_INDEX[skill]] += 2
    if skill in ZONE_SKILLS:  # at most three of them each
        game.world[0]["learn_orange"][:6] = game.world[0]["learn_red"][:6] = -1
    batch, rng = start(game, 3), np.random.default_rng(3)
    for _ in range(60):
        if batch.dones[0]:
            break
        batch.step([choose(game, batch.masks[0], rng)])
    assert game.status(batch.states).value == 0
