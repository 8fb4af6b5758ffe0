"""Evening (section 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.games.z_game.oracle.morning import Morning
from tests.games.z_game.oracle.pieces import Person, Play
from tests.games.z_game.oracle.tables import CARDS, EFFECTS, ORDER, PROJECTS


class Evening(Morning):
    """Construction, Sabotage, Medicine, Flare-up."""

    def idle(self, p: int, loc: int | None = None) -> list[Person]:
        return [c for c in self.own(p, loc) if not c.exhausted and c.job == "none"]

    def icons(self, p: int, icon: str) -> int:
        return sum(n for card, n in self.players[p].hand.items() if card in CARDS and CARDS[card][icon])

    def outposts(self, p: int) -> list[int]:
        return [loc for loc, place in enumerate(self.board) if place.owner == p and place.intact == 2]

    def degrade(self, p: int, new: int) -> Play:
        """ZG-9.8."""
        while len(self.outposts(p)) > 2 and new in self.outposts(p):
            answer = yield from self.ask(p, "DEGRADE", [f"degrade {loc}" for loc in self.outposts(p) if loc != new])
            self.board[int(answer.split()[1])].intact = 1

    def gears(self, p: int, kind: str) -> int:
        return {"build_barricade": 2, "build_outpost": 2 if self.is_(p, "bees") else 4, "upgrade": 2, "repair_1": 1, "repair_2": 2}[kind]

    def sites(self, p: int, kind: str) -> list[int]:
        found = []
        for loc, place in enumerate(self.board):
            if place.type == "street" or place.pending:
                continue
            if kind == "car_fort":
                fits = bool(self.players[p].hand["car"]) and self.friendly(p, loc) and place.intact < 2
            else:
                fits = {
                    "build_barricade": place.intact + place.ruined == 0,
                    "build_outpost": place.intact + place.ruined == 0,
                    "upgrade": place.intact == 1 and place.owner == p and not place.ruined,
                    "repair_1": place.ruined > 0,
                    "repair_2": place.ruined == 2,
                }[kind]
                group = self.idle(p, loc)
                fits = fits and bool(group) and sum(c.eng for c in group) + self.icons(p, "eng") >= self.gears(p, kind)
            if fits:
                found.append(loc)
        return found

    def e1(self) -> Play:
        for p in self.seats():
            while True:
                kinds = [f"project {kind}" for kind in PROJECTS if self.sites(p, kind)]
                answer = yield from self.ask(p, "BLD_KIND", ["pass", *kinds])
                if answer == "pass":
                    break
                kind = answer.split()[1]
                answer = yield from self.ask(p, "BLD_LOC", [f"at {loc}" for loc in self.sites(p, kind)])
                loc = int(answer.split()[1])
                place = self.board[loc]
                if kind == "car_fort":
                    self.play_card(p, "car")
                    place.ruined -= place.ruined > 0
                    place.owner, place.intact = p, place.intact + 1
                    yield from self.degrade(p, loc)
                    continue
                yield from self.work(p, loc, "build", self.gears(p, kind), 0)
                place.pending = 2 if kind in ("build_outpost", "repair_2") else 1
                place.pending_owner = p
                place.pending_kind = "repair" if kind.startswith("repair") else "upgrade" if kind == "upgrade" else "new"

    def enough(self, p: int, gears: int, flasks: int) -> bool:
        """Whether the cards in hand provide the required gears and flasks; ``books`` count for one of them."""
        hand = self.players[p].hand
        only = [
            sum(n for card, n in hand.items() if card in CARDS and CARDS[card][a] and not CARDS[card][b])
            for a, b in (("eng", "sci"), ("sci", "eng"))
        ]
        both = sum(n for card, n in hand.items() if card in CARDS and CARDS[card]["eng"] and CARDS[card]["sci"])
        return max(0, gears - only[0]) + max(0, flasks - only[1]) <= both

    def work(self, p: int, loc: int, job: str, gears: int, flasks: int) -> Play:
        """WORK_CHAR, WORK_CARD and WORK_SKILL until the required gears and flasks are reached; medicine continues until it is stopped."""
        heals, group = job == "medicine", self.idle(p, loc)
        have, last = [0, 0], -1

        def lacks(extra: Iterable[Person] = ()) -> tuple[int, int]:
            extra = list(extra)
            return max(0, gears - have[0] - sum(c.eng for c in extra)), max(0, flasks - have[1] - sum(c.sci for c in extra))

        first = True
        while first or heals or lacks() != (0, 0):
            later = [c for c in group if c.index > last]
            fit = [c for i, c in enumerate(later) if self.enough(p, *lacks(later[i:]))]
            stop = [] if first or not self.enough(p, *lacks()) else ["done"]
            answer = yield from self.ask(p, "WORK_CHAR", stop + [f"worker {c.name}" for c in fit])
            if answer == "done":
                break
            first = False
            person = self.people[answer.split()[1]]
            person.job, last = job, person.index
            have[0], have[1] = have[0] + person.eng, have[1] + person.sci
        while heals or lacks() != (0, 0):
            usable = {}
            for card in CARDS:
                if self.players[p].hand[card]:
                    usable[card] = self.skills(p, card, heals, lacks())
            cards = [f"use {card}" for card, skills in usable.items() if skills]
            answer = yield from self.ask(p, "WORK_CARD", (["done"] if heals and lacks() == (0, 0) else []) + cards)
            if answer == "done":
                break
            card = answer.split()[1]
            self.play_card(p, card)
            skills = usable[card]
            if job == "sabotage" and CARDS[card]["eng"] and CARDS[card]["sci"]:
                answer = yield from self.ask(p, "WORK_SKILL", [f"as {skill}" for skill in skills])
                skills = [answer.split()[1]]
            have[skills[0] == "science"] += 1
        return have[1] // 2

    def skills(self, p: int, card: str, heals: bool, lacks: tuple[int, int]) -> list[str]:
        """Permitted uses of the card: only what is lacking, and only if the rest can still be reached."""
        if heals:
            return ["science"] if CARDS[card]["sci"] else []
        found = []
        self.players[p].hand -= Counter([card])
        if CARDS[card]["eng"] and lacks[0] and self.enough(p, lacks[0] - 1, lacks[1]):
            found.append("engineering")
        if CARDS[card]["sci"] and lacks[1] and self.enough(p, lacks[0], lacks[1] - 1):
            found.append("science")
        self.players[p].hand += Counter([card])
        return found

    def aims(self, p: int, loc: int, effect: str) -> list[int]:
        combo = "sabotage_combo" in self.on
        if effect in (("destroy", "steal") if combo else ("destroy_and_steal",)) or (effect == "scout" and "fog_of_war" not in self.on):
            return []
        found = []
        for there in self.board[loc].near:
            place, holder = self.board[there], self.controller(there)
            if place.face_down:
                fits = effect == "scout"
            else:
                marker = place.intact > 0 and place.owner != p
                steal = holder is not None and holder != p and bool(self.players[holder].hand)
                fits = {
                    "destroy": marker,
                    "horde": marker or any(c.player != p for c in self.there(there)),
                    "steal": steal,
                    "destroy_and_steal": marker or steal,
                    "scout": False,
                }[effect] and place.type != "base"
            if fits:
                found.append(there)
        return found

    def e2(self) -> Play:
        for p in self.seats():
            while True:
                starts = []
                for loc in range(len(self.board)):
                    group = self.idle(p, loc)
                    lack = max(0, 2 - sum(c.eng for c in group)), max(0, 2 - sum(c.sci for c in group))
                    if group and self.enough(p, *lack) and any(self.aims(p, loc, effect) for effect in EFFECTS):
                        starts.append(loc)
                answer = yield from self.ask(p, "SAB_FROM", ["pass", *(f"from {loc}" for loc in starts)])
                if answer == "pass":
                    break
                yield from self.sabotage(p, int(answer.split()[1]))
                self.eliminations()

    def sabotage(self, p: int, loc: int) -> Play:
        answer = yield from self.ask(p, "SAB_KIND", [f"effect {effect}" for effect in EFFECTS if self.aims(p, loc, effect)])
        effect = answer.split()[1]
        aims = self.aims(p, loc, effect)
        answer = yield from self.ask(p, "SAB_TARGET", [f"target {there}" for there in aims])
        aim = int(answer.split()[1])
        second = None
        if effect == "scout":
            answer = yield from self.ask(p, "SAB_TARGET", ["done", *(f"target {there}" for there in aims if there > aim)])
            second = None if answer == "done" else int(answer.split()[1])
        yield from self.work(p, loc, "sabotage", 2, 2)
        place, holder = self.board[aim], self.controller(aim)
        if self.die() < (4 if effect == "scout" else 4 + place.intact):
            return
        if effect == "scout":
            answer = yield from self.ask(p, "SCOUT_SWAP", ["keep"] + ["swap"] * (second is not None))
            if answer == "swap":
                assert second is not None
                other = self.board[second]
                place.type, other.type = other.type, place.type
        if effect in ("destroy", "destroy_and_steal") and place.owner != p:
            place.ruin()
        if effect == "horde":
            place.horde = True
        if effect in ("steal", "destroy_and_steal") and holder not in (None, p) and self.players[int(holder or 0)].hand:
            card = ORDER[self.take("taken")]
            self.lose(int(holder or 0), card)
            self.gain(p, card)

    def e3(self) -> Play:
        kinds = {"pharmacy_business", "survivor_search"} & self.on
        for p in self.seats():
            while True:
                brew = []
                for loc in range(len(self.board)):
                    group = self.idle(p, loc)
                    if group and sum(c.sci for c in group) + self.icons(p, "sci") >= 2:
                        brew.append(f"brew {loc}")
                healers = []
                if "pharmacy_business" in self.on:
                    for loc, place in enumerate(self.board):
                        if place.type == "pharmacy" and self.friendly(p, loc) and self.dawn[loc] != p and not place.searched:
                            healers += self.idle(p, loc)
                seekers = self.idle(p) if "survivor_search" in self.on else []
                if kinds:
                    answers = ["do brew"] * bool(brew) + ["do search_medicine"] * bool(healers) + ["do search_survivors"] * bool(seekers)
                    answer = yield from self.ask(p, "MED_KIND", ["pass", *answers])
                    if answer == "do brew":
                        answer = yield from self.ask(p, "MED_LOC", brew)
                else:
                    answer = yield from self.ask(p, "MED_LOC", ["pass", *brew])
                if answer == "pass":
                    break
                if answer.startswith("brew"):
                    doses = yield from self.work(p, int(answer.split()[1]), "medicine", 0, 2)
                    self.players[p].brewed += doses
                    continue
                group = sorted(healers if answer == "do search_medicine" else seekers, key=lambda c: c.index)
                found = yield from self.ask(p, "WORK_CHAR", [f"worker {c.name}" for c in group])
                person = self.people[found.split()[1]]
                person.job = "medicine"
                if answer == "do search_medicine":
                    self.board[int(person.at or 0)].searched = True
                    self.players[p].medicine += 2
                elif self.die() == 6:
                    yield from self.draw(p, "character")

    def e4(self) -> Play:
        for p in self.seats():
            figures = self.own(p)
            for person in figures:
                person.exhausted = not person.leader
            fighters = [c for c in figures if not c.leader]
            yield from self.raising(p, "FLARE_RAISE", fighters, self.players[p].medicine + self.players[p].brewed)
        for player in self.players:
            player.brewed = 0
