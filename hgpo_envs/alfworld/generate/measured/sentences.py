"""Say what a game asks for: in the two forms that official games have, and in people's words."""

from hgpo_envs.alfworld.generate.measured.tasks import LOOK, TREATMENTS, Errand, Goal

_COUNTS = {2: "two", 3: "three"}


def sentence(goal: Goal, form: int) -> str:
    """Say a goal in one of its two forms (0 or 1), without "Your task is to: ".

    Example:
        >>> from hgpo_envs.alfworld.generate.measured.tasks import goal_of
        >>> sentence(goal_of("pick_two_obj_and_place", ("mug", "shelf")), 0)
        'find two mug and put them in shelf.'
    """
    if goal.task == LOOK:
        (errand,) = goal.errands
        if form == 0:
            return f"look at {errand.thing} under the {errand.target}."
        return f"examine the {errand.thing} with the {errand.target}."
    say = _do if form == 0 else _put
    return f"{', and '.join(say(errand) for errand in goal.errands)}."


def _do(errand: Errand) -> str:
    thing, target = errand.thing, errand.target
    if errand.count > 1:
        return f"find {_COUNTS[errand.count]} {thing} and put them in {target}"
    if not errand.treatments:
        return f"put some {thing} on {target}"
    return f"{' and '.join(errand.treatments)} some {thing} and put it in {target}"


def _put(errand: Errand) -> str:
    thing, target = errand.thing, errand.target
    if errand.count > 1:
        return f"put {_COUNTS[errand.count]} {thing} in {target}"
    words = " and ".join(TREATMENTS[name].word for name in errand.treatments)
    return f"put a {f'{words} ' if words else ''}{thing} in {target}"


def descriptions(goal: Goal) -> tuple[str, ...]:
    """Say a goal as people would who watch it being done: three descriptions.

    Example:
        >>> from hgpo_envs.alfworld.generate.measured.tasks import goal_of
        >>> descriptions(goal_of("pick_heat_then_place_in_recep", ("mug", "shelf")))[0]
        'Bring a hot mug to the shelf.'
    """
    if goal.task == LOOK:
        (errand,) = goal.errands
        return (
            f"Hold the {errand.thing} where the {errand.target} is on.",
            f"Turn on the {errand.target} to look at the {errand.thing}.",
            f"Fetch the {errand.thing} and switch the {errand.target} on.",
        )
    forms = ("Bring {} to the {}.", "The {1} needs {0}.", "Find {} and leave it at the {}.")
    return tuple(
        " ".join(form.format(_noun(errand), errand.target) for errand in goal.errands)
        for form in forms
    )


def _noun(errand: Errand) -> str:
    words = [TREATMENTS[name].word for name in errand.treatments]
    if errand.count > 1:
        return " ".join([_COUNTS[errand.count], *words, _plural(errand.thing)])
    noun = f"{' and '.join(words)} {errand.thing}" if words else errand.thing
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _plural(noun: str) -> str:
    """Return the plural of a kind of thing.

    Example:
        >>> [_plural(noun) for noun in ("mug", "knife", "watch", "tomato")]
        ['mugs', 'knives', 'watches', 'tomatoes']
    """
    if noun.endswith("fe"):
        return f"{noun[:-2]}ves"
    return f"{noun}{'es' if noun.endswith(('ch', 'o', 'x')) else 's'}"
