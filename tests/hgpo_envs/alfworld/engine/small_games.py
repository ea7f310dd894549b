"""Tiny games, to test one rule of the engine at a time."""

from hgpo_envs.alfworld.engine import read_game

TEXTS = """
grammar :: \"\"\"
{
  "intro": [{"rhs": "Hello. #task#"}],
  "task": [{"rhs": "Your task is to: win."}],
  "list_empty": [{"rhs": "nothing"}],
  "list_separator": [{"rhs": ", "}],
  "list_last_separator": [{"rhs": ", and "}]
  %(rules)s
}
\"\"\";
"""


def action(name, parameters, precondition, effect, template=None, feedback="Done."):
    """Return the PDDL of an action and its block of the grammar."""
    pddl = f"""(:action {name} :parameters ({parameters})
        :precondition {precondition} :effect {effect})"""
    text = f'action {name} {{ template :: "{template or name}"; feedback :: "{feedback}"; }}\n'
    return pddl, text


def small_file(*actions, objects="", init="", goal="(never)", types="thing room", rules=""):
    """Return the parsed content of a game file."""
    return {
        "pddl_domain": f"""(define (domain small) (:requirements :adl) (:types {types})
            {"".join(pddl for pddl, _ in actions)})""",
        "grammar": TEXTS % {"rules": rules and f", {rules}"} + "".join(text for _, text in actions),
        "pddl_problem": f"""(define (problem p) (:domain small) (:objects {objects})
            (:init {init}) (:goal {goal}))""",
    }


def small_play(*actions, **parts):
    """Start the play of a tiny game."""
    return read_game(small_file(*actions, **parts), name="small").start()


LOOK = action("look", "?r - room", "(at ?r)", "(seen ?r)", "look", "You see {r.name}.")
HALL = {"objects": "hall_bar_1 - room", "init": "(at hall_bar_1)"}


def fine():
    """Return the content of a small game in which one can look at a hall."""
    return small_file(LOOK, **HALL)


def changed(part, old, new):
    """Return that content with something replaced in one part."""
    data = fine()
    assert old in data[part]
    return data | {part: data[part].replace(old, new)}
