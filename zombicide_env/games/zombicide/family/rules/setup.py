"""The start of a game (BP-2), in the order of BP-2.R5."""

from __future__ import annotations

from zombicide_env.core.decks import mix_up, shuffle
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ...table.codes import BLUE, GREEN, LOCKED, NONE, RED
from ..numbers.layout import SLOTS, VAULT_CARDS, VAULTS, K, S
from .decks_at_setup import deal_cards, prepare
from .inventory import fits
from .quest_setup import deal_prepared, lay_out
from .survivor import copy_skills

MOST_SHUFFLES = 1000  # of the objectives, until every key can be reached


@jit
def clear(w: Record, s: Record) -> None:
    """Set everything that is not zero at the start: "none" values and the quest's values."""
    s.round = 1
    s.first_player = w.first_player
    s.go = w.first_player
    s.current = NONE
    s.loud_zone = NONE
    s.loud_by = NONE
    s.fire_zone = NONE
    s.act_taunter = NONE
    s.quest_abomination = w.quest_abomination
    for k in range(K):
        s.supply[k] = w.supply[k]
    for i in range(S):
        s.zone[i] = NONE


@jit
def lay_board(w: Record, s: Record) -> None:
    """Doors, spawn tokens, objectives."""
    for d in range(w.n_doors):
        s.door[d] = w.door_start[d]
    s.n_tokens = w.n_tokens
    s.next_token = w.n_tokens
    s.spawn_first = w.spawn_first
    for t in range(w.n_tokens):
        s.token_zone[t] = w.token_zone[t]
        s.token_colour[t] = w.token_colour[t]
        s.token_active[t] = w.token_active[t]
        s.token_id[t] = t
    for z in range(w.n_zones):
        s.objective[z] = w.objective[z]
        s.hidden[z] = w.shuffled[z]


@jit
def deal_artefacts(w: Record, s: Record) -> None:
    """Random artefacts face down into the vaults, purple first; the rest is set aside (BP-19.R2)."""
    for v in range(VAULTS):
        for p in range(VAULT_CARDS):
            s.vault_cards[v, p] = w.vault_cards[v, p]
    n = w.n_artefacts
    for a in range(n):
        s.aside[a] = w.artefacts[a]
    shuffle(s, s.aside, n)
    for v in range(w.n_vaults):
        for _ in range(w.vault_random[v]):
            if n == 0:
                break
            p = 0
            while s.vault_cards[v, p] > 0:
                p += 1
            n -= 1
            s.vault_cards[v, p] = s.aside[n]
            s.vault_face_down[v, p] = 1
            s.aside[n] = 0


@jit
def shuffle_objectives(w: Record, s: Record) -> None:
    """Coloured tokens among the red ones, so that every key can be reached (BP-23.R4, BP-23.Q2.R2)."""
    for _ in range(MOST_SHUFFLES):
        place_colours(w, s)
        if solvable(w, s) == 1:
            return


@jit
def place_colours(w: Record, s: Record) -> None:
    n = 0
    for z in range(w.n_zones):
        if w.shuffled[z] == 1:
            s.objective[z] = RED
            w.queue[n] = z
            n += 1
    if w.shuffle_blue + w.shuffle_green == 0:
        return
    shuffle(s, w.queue, n)
    for k in range(min(n, w.shuffle_blue)):
        s.objective[w.queue[k]] = BLUE
    for k in range(w.shuffle_blue, min(n, w.shuffle_blue + w.shuffle_green)):
        s.objective[w.queue[k]] = GREEN


@jit
def mix_objectives(w: Record, s: Record) -> None:
    """Shuffle the colours of the face-down objectives for another sample of the hidden information."""
    n = 0
    for z in range(w.n_zones):
        if s.hidden[z] == 1:
            w.queue[n] = s.objective[z]
            n += 1
    mix_up(s, w.queue, n)
    n = 0
    for z in range(w.n_zones):
        if s.hidden[z] == 1:
            s.objective[z] = w.queue[n]
            n += 1


@jit
def door_opens(w: Record, s: Record, d: int, keys: int) -> int:
    """1 if the door can be opened when the objectives of the colours ``keys`` (bits) can be reached."""
    return 1 if w.door_start[d] != LOCKED else (keys >> w.door_key[d]) & 1


@jit
def flood(w: Record, s: Record, keys: int) -> int:
    """Mark in ``w.reach`` the zones that can be reached with the keys; returns the keys found there, as bits."""
    n = 0
    for z in range(w.n_zones):
        w.reach[z] = 0
    for i in range(w.n_survivors):
        z = w.start_zone[i]
        if w.reach[z] == 0:
            w.reach[z] = 1
            w.queue[n] = z
            n += 1
    head = 0
    while head < n:
        z = w.queue[head]
        head += 1
        for k in range(w.degree[z]):
            t = w.neighbour[z, k]
            d = w.link_door[z, k]
            if w.reach[t] == 0 and (d < 0 or door_opens(w, s, d, keys) == 1):
                w.reach[t] = 1
                w.queue[n] = t
                n += 1
    found = 0
    missing = 0
    for z in range(w.n_zones):
        if s.objective[z] > 0:
            if w.reach[z] == 1:
                if s.objective[z] != RED:
                    found |= 1 << s.objective[z]
            else:
                missing = 1
    if missing == 0:
        found |= 1 << RED
    return found


@jit
def solvable(w: Record, s: Record) -> int:
    """1 if the doors that reachable keys open lead to every objective and to the Exit."""
    keys = 0
    for colour in range(1, 4):
        if s.taken[colour] > 0 and colour != RED:
            keys |= 1 << colour
    for _ in range(5):
        keys |= flood(w, s, keys)
    for z in range(w.n_zones):
        if w.reach[z] == 0 and (s.objective[z] > 0 or w.exit_zone[z] == 1):
            return 0
    return 1


@jit
def deal_start(w: Record, s: Record) -> None:
    """Place survivors in their zones with their starting cards (BP-2.5, BP-2.R1)."""
    for i in range(w.n_survivors):
        s.alive[i] = 1
        s.zone[i] = w.start_zone[i]
        copy_skills(w, s, i)
    if deal_cards(w, s) == 1:
        return
    for k in range(w.n_start):
        give_start(w, s, w.start_owner[k], w.start_cards[k])


@jit
def give_start(w: Record, s: Record, i: int, c: int) -> None:
    """Put a starting card into the first empty legal slot: hands, body, backpack."""
    for slot in range(SLOTS):
        if s.inv[i, slot] == 0 and fits(w, s, i, w.copy_card[c], slot) == 1:
            s.inv[i, slot] = c
            return
    s.n_gone += 1


@jit
def give_named(w: Record, s: Record, i: int, card: int) -> None:
    """Give the card of a "Starts with" skill: a copy of the deck, taken before the shuffle (BP-2.R2)."""
    for k in range(s.deck_n - 1, -1, -1):
        if w.copy_card[s.deck[k]] == card:
            c = s.deck[k]
            for m in range(k, s.deck_n - 1):
                s.deck[m] = s.deck[m + 1]
            s.deck_n -= 1
            give_start(w, s, i, c)
            return


@jit
def lay_decks(w: Record, s: Record) -> None:
    s.deck_n = w.n_deck
    for k in range(w.n_deck):
        s.deck[k] = w.deck[k]
    for i in range(w.n_survivors):
        for k in range(w.starts_with.shape[1]):
            if w.starts_with[i, k] > 0:
                give_named(w, s, i, w.starts_with[i, k])
    shuffle(s, s.deck, s.deck_n)
    s.zdeck_n = w.n_zdeck
    for k in range(w.n_zdeck):
        s.zdeck[k] = w.zdeck[k]
    prepare(w, s)
    shuffle(s, s.zdeck, s.zdeck_n)


@jit
def place_zombies(w: Record, s: Record) -> None:
    """Place the zombies of the quest's setup; a shortage has no effect (BP-16.R11)."""
    for z in range(w.n_zones):
        for k in range(K):
            n = min(w.zombie_start[z, k], s.supply[k])
            s.zombies[z, k] = n
            s.crowd[z] += n
            s.supply[k] -= n


@jit
def setup(w: Record, s: Record, seed: int) -> None:
    seed_rng(s, seed)
    clear(w, s)
    lay_board(w, s)
    deal_artefacts(w, s)
    shuffle_objectives(w, s)
    deal_start(w, s)
    lay_out(w, s)
    lay_decks(w, s)
    deal_prepared(w, s)
    place_zombies(w, s)
