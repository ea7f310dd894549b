"""Tiny games with random actions, and the distances of all their states by brute force."""

import random
from collections import defaultdict

from small_games import action, small_file

THINGS = {"thing": ("ball_bar_1", "cube_bar_1"), "room": ("attic_bar_1", "hall_bar_1")}
FLUENTS = {"lit": ("room",), "clean": ("thing",), "in": ("thing", "room"), "at": ("room",)}
STATIC = {"joined": ("room", "room"), "light": ("thing",)}
PARAMETERS = {"?t": "thing", "?r": "room", "?s": "room"}


def random_file(seed, *, told=1.0):
    """Return the content of a game whose actions, facts and goal are drawn.

    Args:
        seed: of the draws.
        told: how often a command names one of the objects that it is about; if it doesn't, one
            command stands for several actions.
    """
    draw = _Draw(random.Random(seed), told)
    actions = [draw.action(f"act{number}") for number in range(5)]
    actions.append(
        action(
            "walk",
            "?r - room ?s - room",
            "(at ?r)",
            "(and (not (at ?r)) (at ?s))",
            "walk to {s.name}",
        )
    )
    return small_file(
        *actions,
        objects=" ".join(f"{' '.join(names)} - {kind}" for kind, names in THINGS.items()),
        init="(at attic_bar_1) " + " ".join(draw.first_facts()),
        goal=f"(and {' '.join(draw.goal())})",
    )


class _Draw:
    def __init__(self, rng, told):
        self._rng = rng
        self._told = told

    def action(self, name):
        names = self._rng.sample(sorted(PARAMETERS), self._rng.randint(1, 2))
        scope = {variable: PARAMETERS[variable] for variable in names}
        parameters = " ".join(f"{variable} - {kind}" for variable, kind in scope.items())
        needs = " ".join(self.condition(scope, 2) for _ in range(self._rng.randint(0, 2)))
        does = " ".join(self.effect(scope) for _ in range(self._rng.randint(1, 3)))
        told = [v for v in names if self._rng.random() < self._told]
        template = " ".join([name, *(f"{{{v[1:]}.name}}" for v in told)])
        return action(name, parameters, f"(and {needs})", f"(and {does})", template)

    def goal(self):
        """Yield a condition or two, and literals that a few actions have to bring about."""
        for _ in range(self._rng.randint(0, 1)):
            yield self.condition({}, 2)
        for _ in range(self._rng.randint(1, 3)):
            atom = self.atom({}, FLUENTS)
            yield atom if self._rng.random() < 0.7 else f"(not {atom})"

    def condition(self, scope, depth):
        kind = self._rng.choice(["atom", "atom", "not", "or", "and", "exists", "forall", "imply"])
        if depth == 0 or kind == "atom":
            return self.atom(scope, {**FLUENTS, **STATIC})
        if kind == "not":
            return f"(not {self.condition(scope, depth - 1)})"
        if kind in {"exists", "forall"}:
            variable = f"?v{depth}"
            of = self._rng.choice(sorted(THINGS))
            return (
                f"({kind} ({variable} - {of}) {self.condition({**scope, variable: of}, depth - 1)})"
            )
        parts = [self.condition(scope, depth - 1) for _ in range(2)]
        return f"({kind} {' '.join(parts)})"

    def effect(self, scope):
        kind = self._rng.choice(["plain", "plain", "when", "forall"])
        if kind == "plain":
            atom = self.atom(scope, {name: FLUENTS[name] for name in ("lit", "clean", "in")})
            return atom if self._rng.random() < 0.6 else f"(not {atom})"
        if kind == "when":
            return f"(when {self.condition(scope, 1)} {self.effect(scope)})"
        of = self._rng.choice(sorted(THINGS))
        return f"(forall (?w - {of}) {self.effect({**scope, '?w': of})})"

    def atom(self, scope, predicates):
        name = self._rng.choice(sorted(predicates))
        args = []
        for kind in predicates[name]:
            fitting = sorted(variable for variable, of in scope.items() if of == kind)
            args.append(self._rng.choice([*fitting, *fitting, self._rng.choice(THINGS[kind])]))
        return f"({name} {' '.join(args)})"

    def first_facts(self):
        for name, kinds in sorted({**FLUENTS, **STATIC}.items()):
            for args in _assignments(kinds) if name != "at" else ():
                if self._rng.random() < 0.4:
                    yield f"({name} {' '.join(args)})"


def _assignments(kinds):
    if not kinds:
        return [()]
    return [(first, *rest) for first in THINGS[kinds[0]] for rest in _assignments(kinds[1:])]


def random_errand(seed):
    """Return a game of fetching and carrying, of which some rules may be left out.

    With all rules an agent is at one place and its hands hold one thing or are free; without
    some of them that only looks so.
    """
    rng = random.Random(seed)

    def unless(often, text):
        return "" if rng.random() < often else text

    rooms = [f"room_bar_{number}" for number in range(1, 4)]
    things = [f"thing_bar_{number}" for number in range(1, 3)]
    grab = action(
        "grab",
        "?t - thing ?r - room",
        f"(and (at ?r) (in ?t ?r) {unless(0.2, '(free)')} {unless(0.7, '(open ?r)')})",
        f"(and (holds ?t) {unless(0.1, '(not (free))')} {unless(0.1, '(not (in ?t ?r))')})",
        "grab {t.name} in {r.name}",
    )
    drop = action(
        "drop",
        "?t - thing ?r - room",
        f"(and (at ?r) (holds ?t) {unless(0.8, '(fits ?r)')})",
        f"(and (in ?t ?r) (free) {unless(0.1, '(not (holds ?t))')})",
        "drop {t.name} in {r.name}",
    )
    walk = action(
        "walk",
        "?r - room ?s - room",
        f"(and (at ?r) {unless(0.7, '(joined ?r ?s)')} {unless(0.9, '(free)')})",
        f"(and {unless(0.1, '(not (at ?r))')} (at ?s) {unless(0.6, '(not (open ?r))')})",
        "walk from {r.name} to {s.name}",
    )
    open_ = action("open", "?r - room", "(at ?r)", "(open ?r)", "open {r.name}")
    facts = [f"(in {thing} {room})" for thing in things for room in rooms if rng.random() < 0.5]
    facts += [f"(joined {a} {b})" for a in rooms for b in rooms if rng.random() < 0.6]
    facts += [f"(fits {room})" for room in rooms if rng.random() < 0.6]
    wanted = [f"(in {thing} {rng.choice(rooms)})" for thing in things if rng.random() < 0.7]
    wanted += ["(exists (?t - thing) (holds ?t))"] if rng.random() < 0.3 else []
    return small_file(
        grab, drop, walk, open_,
        objects=f"{' '.join(rooms)} - room {' '.join(things)} - thing",
        init=f"(at {rooms[0]}) (free) (named {' '.join(rooms + things)}) {' '.join(facts)}",
        goal=f"(and {' '.join(wanted)} (at {rng.choice(rooms)}))",
    )  # fmt: skip


def distances(game):
    """Return a snapshot and the distance to the goal (None: out of reach) of every state."""
    play = game.start()
    snapshots, before, ends, waiting = {}, defaultdict(set), [], [play.facts()]
    snapshots[waiting[0]] = play.snapshot()
    while waiting:
        facts = waiting.pop()
        play.restore(snapshots[facts])
        if play.won:
            ends.append(facts)
        for command in play.admissible:
            play.restore(snapshots[facts])
            play.command(command)
            after = play.facts()
            before[after].add(facts)
            if after not in snapshots:
                snapshots[after] = play.snapshot()
                waiting.append(after)
    found, layer, distance = {}, set(ends), 0
    while layer:
        found.update(dict.fromkeys(layer, distance))
        layer = {facts for after in layer for facts in before[after]} - found.keys()
        distance += 1
    return [(snapshot, found.get(facts)) for facts, snapshot in snapshots.items()]


def shortest(game, *, idle=()):
    """Return the least number of commands to the goal from a game's start; None: out of reach.

    Args:
        game: to be played.
        idle: predicates that nothing asks for; states that differ in them alone are one.
    """
    play = game.start()
    layer, seen, length = [play.snapshot()], set(), 0
    while layer:
        if any(snapshot.won for snapshot in layer):
            return length
        following = []
        for snapshot, command in _moves(play, layer):
            play.restore(snapshot)
            play.command(command)
            facts = frozenset(fact for fact in play.facts() if fact[0] not in idle)
            if facts not in seen:
                seen.add(facts)
                following.append(play.snapshot())
        layer, length = following, length + 1
    return None


def _moves(play, snapshots):
    """Yield each snapshot with each command that it admits."""
    for snapshot in snapshots:
        play.restore(snapshot)
        for command in play.admissible:
            yield snapshot, command
