"""Lists in texts: ``[... | query]`` says something of everything that matches a query."""

from dataclasses import dataclass

from hgpo_envs.alfworld.engine.facts import TOO_MUCH, Reader
from hgpo_envs.alfworld.engine.matching import Env, Matches, Sought, Test
from hgpo_envs.alfworld.engine.unplayable import UnplayableError
from hgpo_envs.alfworld.engine.words import Named, Render, Text


@dataclass(frozen=True, slots=True)
class Glue:
    """What a list says where it is empty, and between its items."""

    empty: Text
    comma: Text
    last: Text

    def join(self, items: list[str], env: Env, reader: Reader) -> str:
        """Return the text of a list of items, which are used up."""
        if len(items) == 1:
            return items[0]
        if not items:
            return self.empty.render(env, reader)
        comma = self.comma.constant
        if comma is None:
            comma = self.comma.render(env, reader)
        last = self.last.constant
        if last is None:
            last = self.last.render(env, reader)
        final = items.pop()
        return f"{comma.join(items)}{last}{final}"


def any_list(matches: Matches, item: Render, glue: Glue) -> Render:
    """Make a list of an item for each match of a query."""

    def render(env: Env, reader: Reader) -> str:
        return glue.join([item(found, reader) for found in matches(env, reader)], env, reader)

    return render


def one_item(test: Test, item: Render, glue: Glue) -> Render:
    """Make a list whose query binds nothing: it has one item, or none."""
    empty = glue.empty.render
    return lambda env, reader: (item if test(env, reader) else empty)(env, reader)


def names_list(sought: Sought, named: Named, glue: Glue, general: Render) -> Render:
    """Make a list of names, which is what most lists are, faster than `general` does."""
    start, end = named.start, named.end
    look_up, kind, empty = sought.look_up, sought.kind, glue.empty.render

    def render(env: Env, reader: Reader) -> str:
        rows = look_up(env, reader)
        if rows is None:
            return empty(env, reader)
        types, names = reader.types, reader.names
        items = []
        for value in rows:
            if types[value] != kind:
                return general(env, reader)
            if value not in env:
                items.append(f"{start}{names[value]}{end}")
        reader.work -= len(rows)
        if reader.work < 0:
            raise UnplayableError(TOO_MUCH)
        return glue.join(items, env, reader)

    return render
