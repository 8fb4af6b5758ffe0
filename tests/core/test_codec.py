"""Codecs: every index has one meaning, errors name what is wrong, hashes change with everything that matters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zombicide_env.core.codec import ActionBlock, ActionCodec, CodecError, Column, ObservationBlock, ObservationCodec, markdown

BLOCKS = [
    ActionBlock("move", (("zone", 5),), "move <zone>", "go there"),
    ActionBlock("end", (), "end", "stop"),
    ActionBlock("put", (("slot", 3), ("slot", 4)), "put <slot> <slot>", "carry | swap"),
]
ACTIONS = ActionCodec("toy", BLOCKS)
OBSERVATIONS = ObservationCodec(
    "toy",
    [
        ObservationBlock("zones", (4, 2), doc="a table", columns=(Column("crowd", 20, "zombies"), Column("kind", classes=3))),
        ObservationBlock("round", (), high=100),
        ObservationBlock("seat", (3,), high=1),
    ],
)


# ---- actions ---------------------------------------------------------------------------------------------


def test_indices_follow_from_the_blocks_in_order() -> None:
    assert ACTIONS.size == 5 + 1 + 12
    assert ACTIONS.start == {"move": 0, "end": 5, "put": 6}
    assert ACTIONS.encode("put", 2, 1) == 6 + 2 * 4 + 1
    assert ACTIONS.label(ACTIONS.encode("put", 2, 1)) == "put slot=2 slot=1"


@settings(deadline=None, derandomize=True)
@given(st.integers(0, ACTIONS.size - 1))
def test_decode_and_encode_are_inverse(index: int) -> None:
    block, args = ACTIONS.decode(index)
    assert ACTIONS.encode(block.name, *args) == index
    assert all(0 <= arg < size for arg, size in zip(args, block.shape, strict=True))


def test_every_index_is_one_action() -> None:
    assert len({(ACTIONS.decode(i)[0].name, ACTIONS.decode(i)[1]) for i in range(ACTIONS.size)}) == ACTIONS.size


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ACTIONS.decode(18), r"action 18 is not in 0 \.\. 17"),
        (lambda: ACTIONS.decode(-1), "action -1"),
        (lambda: ACTIONS.encode("mvoe", 1), "did you mean move"),
        (lambda: ACTIONS.encode("move"), r"takes 1 arguments \(zone\), not 0"),
        (lambda: ACTIONS.encode("move", 5), r"zone 5 of action 'move' is not in 0 \.\. 4"),
        (lambda: ActionCodec("x", [BLOCKS[0], BLOCKS[0]]), "twice: move"),
    ],
)
def test_errors_name_the_fault(call: object, message: str) -> None:
    with pytest.raises(CodecError, match=message):
        call()


def test_the_layout_hash_depends_on_names_order_and_sizes_only() -> None:
    other_words = [ActionBlock(b.name, b.args, "text", "doc") for b in BLOCKS]
    assert ActionCodec("renamed", other_words).layout_hash == ACTIONS.layout_hash
    for blocks in (
        BLOCKS[::-1],
        [ActionBlock("move", (("zone", 6),)), *BLOCKS[1:]],
        [ActionBlock("step", (("zone", 5),)), *BLOCKS[1:]],
        BLOCKS[:2],
    ):
        assert ActionCodec("toy", blocks).layout_hash != ACTIONS.layout_hash


def test_the_table_of_actions_has_a_row_per_block() -> None:
    rows = ACTIONS.table()
    assert [row["indices"] for row in rows] == ["0-4", "5", "6-17"]
    text = markdown(rows)
    assert text.count("\n") == 5
    assert "carry \\| swap" in text
    assert markdown([]) == ""


# ---- observations ----------------------------------------------------------------------------------------


def test_observation_layout_and_scale() -> None:
    assert OBSERVATIONS.size == 8 + 1 + 3
    assert OBSERVATIONS.start == {"zones": 0, "round": 8, "seat": 9}
    assert OBSERVATIONS.high.tolist() == [20, 2] * 4 + [100, 1, 1, 1]
    np.testing.assert_allclose(OBSERVATIONS.high * OBSERVATIONS.scale, 1.0)
    assert OBSERVATIONS.scale.dtype == np.float32
    assert OBSERVATIONS["zones"].column("kind") == 1
    with pytest.raises(ValueError, match="read-only"):
        OBSERVATIONS.scale[0] = 2


def test_unflatten_undoes_flatten() -> None:
    parts = {"zones": np.arange(8).reshape(4, 2) % 3, "round": 7, "seat": [0, 1, 0]}
    vector = OBSERVATIONS.flatten(parts)
    assert vector.dtype == np.uint8
    back = OBSERVATIONS.unflatten(vector)
    for name, value in parts.items():
        np.testing.assert_array_equal(back[name], value)
    back["round"][...] = 9
    assert vector[8] == 9  # views
    batch = np.stack([vector, vector, vector])
    assert OBSERVATIONS.unflatten(batch)["zones"].shape == (3, 4, 2)
    assert OBSERVATIONS.unflatten(batch)["round"].shape == (3,)
    np.testing.assert_array_equal(OBSERVATIONS.flatten(OBSERVATIONS.unflatten(batch)), batch)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"zones": np.zeros((4, 3))}, r"shape \(4, 3\)"),
        ({"zones": np.full((4, 2), 3)}, "outside its bounds"),
        ({"round": -1}, "outside its bounds"),
        ({"rounds": 1}, "did you mean round"),
    ],
)
def test_wrong_parts_of_an_observation_are_refused_by_name(change: dict[str, object], message: str) -> None:
    parts = {"zones": np.zeros((4, 2)), "round": 0, "seat": np.zeros(3)}
    with pytest.raises(CodecError, match=message):
        OBSERVATIONS.flatten(parts | change)
    with pytest.raises(CodecError, match="missing: zones, seat"):
        OBSERVATIONS.flatten({"round": 0})
    with pytest.raises(CodecError, match="has 12 values, not 5"):
        OBSERVATIONS.unflatten(np.zeros(5))


def test_observation_hash_and_bounds() -> None:
    def one(high: int, classes: int, low: int = 0) -> str:
        return ObservationCodec("x", [ObservationBlock("a", (1,), low, columns=(Column("c", high, classes=classes),))]).layout_hash

    assert len({one(9, 0), one(8, 0), one(9, 10), one(9, 0, 1)}) == 4
    with pytest.raises(CodecError, match="2 columns for a last axis of 3"):
        ObservationBlock("a", (3,), columns=(Column("x"), Column("y")))
    with pytest.raises(CodecError, match="bounds"):
        ObservationBlock("a", (3,), high=300)


def test_the_table_of_observations_has_a_row_per_column() -> None:
    rows = OBSERVATIONS.table()
    assert [row["observation"] for row in rows] == ["zones", "zones.crowd", "zones.kind", "round", "seat"]
    assert rows[2]["range"] == "0-2 (class)"
    assert rows[3]["indices"] == "8"


# ---- entities ---------------------------------------------------------------------------------------------


def test_entities_have_the_names_of_rows_and_change_no_hash() -> None:
    def made(**names: str) -> ObservationCodec:
        column = Column("at", 3, "", 4, names.get("entity", ""))
        blocks = [ObservationBlock("zones", (3, 1), rows=names.get("rows", "")), ObservationBlock("who", (1,), columns=(column,))]
        return ObservationCodec("small", blocks)

    named, plain = made(rows="zone", entity="zone"), made()
    assert named.entities == {"zone": 3} and plain.entities == {}
    assert named.layout_hash == plain.layout_hash
    assert [row["shape"] for row in named.table()] == ["zone[3] x 1", "1", ""]
    assert [row["range"] for row in named.table()][-1] == "0-3 (zone + 1)"
    block = ActionBlock("go", (("zone - 1", 3), ("card", 2)), entities=("zone", "card"))
    assert ActionBlock("go", (("zone", 3),)).entities == ("zone",)
    assert ActionCodec("a", [block]).layout_hash == ActionCodec("a", [ActionBlock("go", block.args)]).layout_hash


@pytest.mark.parametrize(
    ("blocks", "said"),
    [
        (
            [ObservationBlock("a", (3, 1), rows="zone"), ObservationBlock("b", (4, 1), rows="zone")],
            "'b' of 'x' has 4 rows of zone, another 3",
        ),
        ([ObservationBlock("a", (1,), columns=(Column("c", 3, "", 4, "zone"),))], "a.c of 'x' names a row of 'zone', which no block has"),
        (
            [ObservationBlock("a", (3, 1), rows="zone"), ObservationBlock("b", (1,), columns=(Column("c", 3, "", 3, "zone"),))],
            "b.c of 'x' has 3 classes; to name a row of 'zone' it needs 4",
        ),
    ],
)
def test_entities_that_do_not_agree_are_refused(blocks: list[ObservationBlock], said: str) -> None:
    with pytest.raises(CodecError, match=said):
        ObservationCodec("x", blocks)


def test_an_action_names_as_many_entities_as_arguments() -> None:
    with pytest.raises(CodecError, match="'go' has 2 arguments, 1 entities are named"):
        ActionBlock("go", (("a", 2), ("b", 2)), entities=("a",))


def test_what_two_codecs_share_is_found_by_name() -> None:
    mine = ActionCodec("a", [ActionBlock("rest"), ActionBlock("hit", (("kind", 3),), values={"kind": ("x", "y", "z")})])
    theirs = ActionCodec("b", [ActionBlock("hit", (("kind", 2),), values={"kind": ("z", "x")}), ActionBlock("rest")])
    here, there = mine.shared(theirs)
    assert {mine.label(a): theirs.label(b) for a, b in zip(here, there, strict=True)} == {
        "rest": "rest",
        "hit kind=0": "hit kind=1",
        "hit kind=2": "hit kind=0",
    }
    assert ActionCodec("c", [ActionBlock("hit")]).shared(mine)[0].size == 0  # other arguments, another meaning


def test_shared_features_keep_row_and_column() -> None:
    columns = [Column(name) for name in ("noise", "frost", "sight")]
    mine = ObservationCodec("a", [ObservationBlock("zones", (3, 2), columns=(columns[0], columns[2]))])
    theirs = ObservationCodec("b", [ObservationBlock("round", (1,)), ObservationBlock("zones", (2, 3), columns=tuple(columns))])
    here, there = mine.shared(theirs)
    vector = np.arange(7, dtype=np.uint8)
    carried = np.zeros(6, np.uint8)
    carried[here] = vector[there]
    assert carried.reshape(3, 2).tolist() == [[1, 3], [4, 6], [0, 0]]
    assert mine.shared(mine)[0].tolist() == mine.shared(mine)[1].tolist() == list(range(6))
