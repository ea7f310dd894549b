"""JSON as the original's pages hold it."""

import json
from collections.abc import Mapping


def json_text(value: Mapping[str, str | None]) -> str:
    r"""Return sorted JSON in ASCII that is safe within HTML.

    Example:
        >>> json_text({"size": "6' & up"})
        '{"size": "6\\u0027 \\u0026 up"}'
    """
    text = json.dumps(value, sort_keys=True)
    for character in "<>&'":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def script_json(value: Mapping[str, str | None]) -> str:
    r"""Return JSON that is safe between a script's back quotes too, where the original's isn't.

    Example:
        >>> script_json({"size": "`${alert(1)}`"})
        '{"size": "\\u0060\\u0024{alert(1)}\\u0060"}'
    """
    return json_text(value).replace("`", "\\u0060").replace("${", "\\u0024{")
