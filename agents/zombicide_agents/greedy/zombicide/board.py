"""What a player knows about the board before the game starts: zones, doors, cards, in plain Python lists."""

from __future__ import annotations

import heapq
from typing import Any, Final

from zombicide_env.games.zombicide.table.codes import CLOSED, FAR, FOREVER, OPEN, ROOM, VAULT

#: Cost of a closed door in steps: the action, and the chance that the roll fails.
DOOR_COST: Final = 2
#: A locked door whose key is still to be found.  ``field // LOCK_COST`` counts the locks on the way.
LOCK_COST: Final = 1_000
UNREACHABLE: Final = 1_000_000


class Board:
    """The constant part of a game, read once."""

    def __init__(self, world: Any) -> None:
        w = world[0]
        self.n: int = int(w["n_zones"])
        self.survivors: int = int(w["n_survivors"])
        degree = w["degree"].tolist()
        neighbour, door = w["neighbour"].tolist(), w["link_door"].tolist()
        #: per zone: (neighbour, door or -1), in the order of the action space
        self.links: list[list[tuple[int, int]]] = [[(neighbour[z][k], door[z][k]) for k in range(degree[z])] for z in range(self.n)]
        self.kind: list[int] = w["zone_kind"].tolist()[: self.n]
        self.indoors: list[bool] = [k in (ROOM, VAULT) for k in self.kind]
        self.searchable: list[bool] = [k == ROOM for k in self.kind]
        self.building: list[int] = w["building"].tolist()[: self.n]
        self.rooms: dict[int, int] = {b: self.building.count(b) for b in set(self.building)}
        self.spawns_on_open: list[int] = w["spawns_on_open"].tolist()
        self.door_key: list[int] = w["door_key"].tolist()
        self.n_doors: int = int(w["n_doors"])
        self.exits: list[int] = [z for z in range(self.n) if w["exit_zone"][z]]
        self.vault_zones: list[int] = w["vault_zone"].tolist()[: int(w["n_vaults"])]
        self.goals: list[tuple[int, int, int, int]] = [(int(g[0]), int(g[1]), int(g[2]), int(g[3])) for g in w["goal"][: int(w["n_goals"])]]
        self.exit_after_step: int = int(w["exit_after_step"])
        self.copy_card: list[int] = w["copy_card"].tolist()
        self.token_limit: int = int(w["token_limit"])
        self.strict: bool = bool(w["strict_all_survivors"])
        for field in (
            "card_place", "card_effect", "card_armour", "card_dual", "card_reload", "card_ammo", "card_opens", "card_door_dice",
            "melee_dice", "melee_accuracy", "melee_damage", "shot", "shot_min", "shot_max", "shot_dice", "shot_accuracy", "shot_damage",
        ):  # fmt: skip
            setattr(self, field, w[field].tolist())
        self.body_card: list[int] = w["body_card"].tolist()
        self.learn_orange: list[list[int]] = w["learn_orange"].tolist()
        self.learn_red: list[list[int]] = w["learn_red"].tolist()
        self.rays = self._rays(w)
        #: worth of two hands by (Fighter, left, right), filled by ``gear.hands``
        self.hands: dict[tuple[Any, int, int], float] = {}
        self._fields: dict[tuple[int, bytes], list[int]] = {}
        self._steps: dict[tuple[int, bytes], list[int]] = {}

    # Filled by the loop above; named here for readers and for the type checker.
    card_place: list[int]
    card_effect: list[int]
    card_armour: list[int]
    card_dual: list[int]
    card_reload: list[int]
    card_ammo: list[int]
    card_opens: list[int]
    card_door_dice: list[int]
    melee_dice: list[int]
    melee_accuracy: list[int]
    melee_damage: list[int]
    shot: list[int]
    shot_min: list[int]
    shot_max: list[int]
    shot_dice: list[int]
    shot_accuracy: list[int]
    shot_damage: list[int]

    def _rays(self, w: Any) -> list[list[tuple[int, int, int, int]]]:
        start = w["ray_from"].tolist()
        zone, reach, doors = w["ray_zone"].tolist(), w["ray_range"].tolist(), w["ray_door"].tolist()
        return [[(zone[r], reach[r], doors[r][0], doors[r][1]) for r in range(start[z], start[z + 1])] for z in range(self.n)]

    def field(self, target: int, doors: bytes) -> list[int]:
        """Cost of the way from every zone to ``target``: steps, and what the closed doors on it add."""
        key = (target, doors)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = self._dijkstra(target, doors)
            if len(self._fields) > 20_000:
                self._fields.clear()
        return found

    def _dijkstra(self, target: int, doors: bytes) -> list[int]:
        cost = [UNREACHABLE] * self.n
        cost[target] = 0
        heap = [(0, target)]
        while heap:
            so_far, z = heapq.heappop(heap)
            if so_far > cost[z]:
                continue
            for t, door in self.links[z]:
                step = 1
                if door >= 0 and doors[door] != OPEN:
                    if doors[door] != CLOSED and self.door_key[door] == FOREVER:
                        continue
                    step += DOOR_COST if doors[door] == CLOSED else LOCK_COST
                if so_far + step < cost[t]:
                    cost[t] = so_far + step
                    heapq.heappush(heap, (so_far + step, t))
        return cost

    def steps(self, source: int, doors: bytes) -> list[int]:
        """Steps over passable borders from ``source`` to every zone, FAR where no way is open."""
        key = (source, doors)
        found = self._steps.get(key)
        if found is None:
            found = [FAR] * self.n
            found[source] = 0
            queue = [source]
            for z in queue:
                for t, door in self.links[z]:
                    if found[t] == FAR and (door < 0 or doors[door] == OPEN):
                        found[t] = found[z] + 1
                        queue.append(t)
            self._steps[key] = found
            if len(self._steps) > 20_000:
                self._steps.clear()
        return found

    def rooms_behind(self, zone: int, revealed: list[int]) -> int:
        """Rooms that will be filled when the building of ``zone`` is opened for the first time (BP-12.1), 0 if it will not."""
        building = self.building[zone]
        if building < 0 or not self.spawns_on_open[building] or revealed[building]:
            return 0
        return self.rooms[building]
