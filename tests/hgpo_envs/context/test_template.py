import pytest

from hgpo_envs.context import Template, Turn, default_template
from hgpo_envs.errors import EnvInputError, UnknownNameError

TURNS = (
    Turn("You are in a room.", "go to desk 1", 0.0, {}),
    Turn("On the desk 1, you see a mug 1.", "tkae mug 1", 0.0, {}),
    Turn("Nothing happens.", "take mug 1 from desk 1", 0.0, {}),
)


def render(template: Template, **changes: object) -> str:
    parts: dict[str, object] = {
        "instruction": "Your task is to: put a mug in shelf.",
        "turns": (),
        "notes": (),
        "observation": "You are in a room.",
        "admissible_actions": ("go to desk 1", "look"),
        "step": 0,
    }
    return template.render(**{**parts, **changes})  # type: ignore[arg-type]


def test_the_default_prompt_of_a_first_step() -> None:
    assert render(default_template()) == (
        "# Task\n"
        "Your task is to: put a mug in shelf.\n"
        "\n"
        "# Now\n"
        "Observation 1: You are in a room.\n"
        "\n"
        "Actions that are possible now:\n"
        "- go to desk 1\n"
        "- look\n"
        "\n"
        "What do you do? Answer with one of these actions, word for word, and nothing else.\n"
    )


def test_the_default_prompt_with_a_window_of_two() -> None:
    text = render(
        default_template(),
        turns=TURNS[1:],
        observation="You pick up the mug 1 from the desk 1.",
        step=3,
    )
    assert text == (
        "# Task\n"
        "Your task is to: put a mug in shelf.\n"
        "\n"
        "# Before\n"
        "You have taken 3 steps. What you saw and did in the last 2, oldest first:\n"
        "\n"
        "Observation 2: On the desk 1, you see a mug 1.\n"
        "Action 2: tkae mug 1\n"
        "\n"
        "Observation 3: Nothing happens.\n"
        "Action 3: take mug 1 from desk 1\n"
        "\n"
        "# Now\n"
        "Observation 4: You pick up the mug 1 from the desk 1.\n"
        "\n"
        "Actions that are possible now:\n"
        "- go to desk 1\n"
        "- look\n"
        "\n"
        "What do you do? Answer with one of these actions, word for word, and nothing else.\n"
    )


@pytest.mark.parametrize(
    ("turns", "step", "sentence"),
    [
        (TURNS[:1], 1, "You have taken 1 step. What you saw and did:"),
        (TURNS, 3, "You have taken 3 steps. What you saw and did, oldest first:"),
        (TURNS[2:], 3, "You have taken 3 steps. What you saw and did in the last one:"),
    ],
)
def test_the_default_prompt_counts_in_good_english(
    turns: tuple[Turn, ...], step: int, sentence: str
) -> None:
    assert render(default_template(), turns=turns, step=step).split("\n")[4] == sentence


def test_the_default_prompt_of_open_actions_with_a_note() -> None:
    text = render(
        default_template(), notes=("The mug is on desk 1.",), admissible_actions=None, step=9
    )
    assert text == (
        "# Task\n"
        "Your task is to: put a mug in shelf.\n"
        "\n"
        "# Note\n"
        "The mug is on desk 1.\n"
        "\n"
        "# Now\n"
        "Observation 10: You are in a room.\n"
        "\n"
        "What do you do? Answer with one action and nothing else.\n"
    )


def test_a_prompt_is_text_and_nothing_in_it_is_escaped_or_run() -> None:
    observation = 'a <b> & "c" {{ 7 * 7 }} {% raise %}'
    assert observation in render(default_template(), observation=observation)


def test_a_template_has_the_hash_of_its_text() -> None:
    # printf '{{ step }}' | sha256sum
    assert (
        Template("{{ step }}").hash
        == "31ff4feca984d6b069e88572788b2140660c476c8a30b2562db2d6882fb5675f"
    )
    assert render(Template("{{ step }}"), step=3) == "3"
    assert default_template() is default_template()


def test_a_template_that_is_none_is_refused_with_its_line() -> None:
    with pytest.raises(EnvInputError) as error:
        Template("{{ step }}\n{% if turns %}\n{{ observation }}\n")
    assert str(error.value) == (
        "the prompt template can't be read: line 3: Unexpected end of template. Jinja was "
        "looking for the following tags: 'elif' or 'else' or 'endif'. The innermost block that "
        "needs to be closed is 'if'."
    )
    with pytest.raises(EnvInputError) as error:
        Template("{{ turns | legnth }}")
    assert str(error.value) == (
        "the prompt template can't be read: line 1: No filter named 'legnth'."
    )


def test_a_variable_that_a_context_does_not_have_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as error:
        Template("{{ observaton }}")
    assert str(error.value) == (
        "unknown variable of the prompt template 'observaton'. Did you mean 'observation'? "
        "Known: actions, instruction, notes, observation, step, turns."
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("{{ turns[0].observation }}", "tuple object has no element 0"),
        ("{{ step.name }}", "'int object' has no attribute 'name'"),
        ("{{ 1 / step }}", "division by zero"),
        ("{{ step + 'a' }}", "unsupported operand type(s) for +: 'int' and 'str'"),
        (
            "{{ step.__class__.__mro__ }}",
            "access to attribute '__class__' of 'int' object is unsafe.",
        ),
    ],
)
def test_a_template_that_asks_for_too_much_is_refused_when_it_does(source: str, why: str) -> None:
    with pytest.raises(EnvInputError) as error:
        render(Template(source))
    assert str(error.value) == (
        f"the prompt template can't be filled in at step 0: {why.rstrip('.')}. "
        "Change the template: what it asks for is not always there."
    )
