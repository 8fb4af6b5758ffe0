"""What only White Death has: its actions, work and decisions, each handed to the room that knows it."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import FX_AAAHH, NONE
from ..numbers import actions as A
from ..numbers import events as E
from ..numbers import own
from ..numbers import own_actions as OA
from ..numbers import own_skills as WS
from ..numbers import tasks as T
from .combat import aftermath, end_streaks
from .deeds import before_deed, do, legal_deeds
from .freeze import thaw
from .gifts import any_gift, gift_step, legal_gifts
from .laying import deal_prepared, lay_out, shuffle_hidden
from .lending import close_lent, lend_action, lent_ends, lent_spent
from .magic import takes_effect
from .noses import noses
from .placing import abomination_card, put_guest, shortage
from .questions import answer as answer
from .questions import default as default
from .questions import default_shield as default_shield
from .questions import offer_options as offer_options
from .quests import (
    ask_empress,
    offer_exits,
    take_along,
)
from .reflexes import begin_card, reflexes, resume_card
from .search import can_search_safely, search_on, search_safely
from .seen import see, see_decision, see_print, see_weapons
from .siege import begin_climb, climb, siege_places
from .spawn import extra_card, further_necromancer
from .survivor import gain_xp
from .team import in_play
from .zombies import defiler_acts

# ---- setup -----------------------------------------------------------------------------------------------------------


@jit
def setup(w: Record, s: Record) -> None:
    """The board of the quest (WD-2)."""
    lay_out(w, s)


@jit
def dealt(w: Record, s: Record) -> None:
    """Prepared cards (WD-25.22)."""
    deal_prepared(w, s)


@jit
def resample(w: Record, s: Record) -> None:
    """Prepared cards and the deck, artefacts on the ground and theirs change places."""
    shuffle_hidden(w, s)


# ---- the turn ----------------------------------------------------------------------------------------------------------


@jit
def legal_turn(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``."""
    legal_deeds(w, s, i, m)
    if s.lent == 1:
        close_lent(m)


@jit
def before(w: Record, s: Record, i: int, block: int) -> None:
    """Survivor ``i`` begins an action of the block in his turn; the ends are tested after it."""
    before_deed(w, s, i, block)
    if block != A.END:
        push(s, T.CHECK)


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out one of these actions."""
    do(w, s, i, a)


@jit
def lend(w: Record, s: Record, j: int) -> None:
    """Survivor ``j`` takes one action at once; then the leader's turn goes on (WD-24.50)."""
    lend_action(w, s, j)


@jit
def turn_spent(w: Record, s: Record, i: int) -> int:
    """A lent action is one action, and what it sets free."""
    return lent_spent(s)


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins: a Guard Action again, no Escalation."""
    s.ordered[i] = 0
    end_streaks(s)


@jit
def before_drop(w: Record, s: Record) -> None:
    """A survivor is about to discard a card of his own free will."""


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Nothing."""


@jit
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed."""


@jit
def end_phase(w: Record, s: Record) -> None:
    """Medic, freeze tokens, Blessings not used (WD-3.6, WD-24.38, WD-19.18)."""
    healed = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.skill[i, WS.MEDIC] > 0:
            for j in range(w.n_survivors):
                if in_play(s, j) == 1 and s.zone[j] == s.zone[i] and s.wounds[j] > 0 and (healed >> j) & 1 == 0:
                    s.wounds[j] -= 1
                    tell(w, E.HEAL, j, 1, s.wounds[j])
                    healed |= 1 << j
                    gain_xp(w, s, i, 1)
    for z in range(w.n_zones):
        thaw(w, s, z)
    for i in range(w.n_survivors):
        s.blessing[i] = 0
        s.ordered[i] = 0


@jit
def round_begins(w: Record, s: Record) -> None:
    """Levels that Medics have reached, then the Empress's move."""
    if s.outcome == 0:
        ask_empress(w, s)
        for i in range(w.n_survivors - 1, -1, -1):
            if in_play(s, i) == 1:
                push(s, T.LEVELS, i)


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """With a part of the Guards."""
    offer_exits(w, s, i)


@jit
def sets_out(s: Record, i: int) -> None:
    """Survivor ``i`` goes to another zone."""


@jit
def leaves_on_foot(s: Record, i: int) -> int:
    """Everybody walks."""
    return 1


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Guards leave with him."""
    take_along(w, s, i, a)


# ---- cards -------------------------------------------------------------------------------------------------------------


@jit
def legal_trade(w: Record, s: Record, i: int, partner: int, m: Mask) -> None:
    """Rope ladders, the Beacon, quest tokens (WD-9.8)."""
    legal_gifts(s, i, partner, m)


@jit
def trade_step(w: Record, s: Record, i: int, partner: int, a: int) -> int:
    """Such a step; 0 if the action is another one."""
    return gift_step(w, s, i, partner, a)


@jit
def something_to_give(w: Record, s: Record, i: int, partner: int) -> int:
    """1 if one of both has something of that kind."""
    return any_gift(s, i, partner)


@jit
def store_default(w: Record, s: Record, i: int) -> int:
    """Automatic mode uses Safe Search (WD-D13)."""
    return search_on(w, s, i)


@jit
def always_asks(task: int) -> int:
    """The parts of a Guard Action, of a Lifesaver and of a spell cast twice make one text."""
    if task == own.ORDER_WHAT or task == own.ORDER_NUMBER or task == own.ORDER_WHERE or task == own.RESCUED or task == own.SPELL:
        return 1
    return 0


@jit
def legal_store(w: Record, s: Record, i: int, m: Mask) -> None:
    if w.card_effect[w.copy_card[s.gain_copy]] == FX_AAAHH:
        m[OA.SAFE_SEARCH] = can_search_safely(s, i)


@jit
def store_step(w: Record, s: Record, i: int, a: int) -> int:
    if a != OA.SAFE_SEARCH:
        return 0
    s.depth -= 1  # the question; T.STORED below draws the next card
    search_safely(s)
    return 1


# ---- work --------------------------------------------------------------------------------------------------------------


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    if task == own.SIEGE:
        begin_card(w, s)  # an Aaahh!! of a Zombie Link turn is another card
        siege_places(w, s, a)
    elif task == own.BEGIN_CLIMB:
        begin_climb(w, s)
    elif task == own.CLIMB:
        climb(w, s, a)
    elif task == own.REFLEXES:
        reflexes(w, s, a, b)
    elif task == own.ADVANCE:
        defiler_acts(w, s)
    elif task == own.SHORTAGE:
        shortage(w, s, a)
    elif task == own.GIANT_CARD:
        giant_card(w, s, a, b)
    elif task == own.NOSES:
        noses(w, s, a)
    elif task == own.PLACED:
        resume_card(w, s, t)
    elif task == own.REGAIN:
        s.gain_left = a
        s.by_search = b
        s.gain_from = c
    elif task == own.LENT:
        lent_ends(s)
    elif task == own.AFTERMATH:
        aftermath(w, s, a)
    elif task == own.EXTRAS:
        extra_card(w, s, a)
    elif task == own.CAST:
        takes_effect(w, s, a, b, c)


@jit
def giant_card(w: Record, s: Record, zone: int, what: int) -> None:
    """An Abomination card, or the further figure that comes after the others have acted."""
    if what == 0:
        abomination_card(w, s, zone)
    elif what == 1:
        s.abominations_left -= 1
        put_guest(w, s, 3, zone)
    else:
        further_necromancer(w, s, zone)


# ---- observation ----------------------------------------------------------------------------------------------------------


@jit
def frame(w: Record, o: Features) -> None:
    """What is printed on the board."""
    see_print(w, o)


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's own columns."""
    see(w, s, o)
    see_weapons(w, s, agent, o)


@jit
def observe_decision(w: Record, s: Record, t: int, o: Features) -> None:
    """Write the numbers that matter for the edition's own decision in frame ``t``."""
    see_decision(w, s, t, o)


@jit
def deal(w: Record, s: Record) -> int:
    """The starting cards are dealt as the family deals them."""
    return 0


@jit
def prepare_decks(w: Record, s: Record) -> None:
    """The decks lie ready, the zombie deck not yet shuffled."""


@jit
def asked_anyway(w: Record, s: Record, task: int) -> int:
    """1 for a decision that automatic mode asks as well."""
    return 0


@jit
def attacks(block: int) -> int:
    """1 for attacks at range 1 and Dragon Fire: a Bloodlust's free action may pay for them (WD-24.25)."""
    return 1 if block == OA.STRIKE or block == OA.DRAGON_FIRE else 0


@jit
def idle(w: Record, block: int) -> int:
    """1 for a block of actions that keep no turn open."""
    return 0


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """An action of survivor ``i`` is over."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Survivor ``i`` has the actions of his turn; in a position he may have fewer of them in the first one."""
    if s.first_actions[i] >= 0:
        s.actions[i] = s.first_actions[i]
        s.first_actions[i] = NONE
