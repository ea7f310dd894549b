"""What a conformance check found, rule by rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill
from typing import Literal

from hgpo_envs.check.rule import Breach
from hgpo_envs.errors import EnvInputError

Status = Literal["kept", "broken", "not tried"]

WIDTH = 80
MANY = 3
"""So many rules in a row that can't be tried for one reason are told together."""


class NonConformanceError(EnvInputError):
    """An environment breaks a rule of the contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found of one rule.

    Attributes:
        rule: the rule's name.
        says: the rule as a sentence.
        status: ``"kept"``, ``"broken"`` or ``"not tried"``.
        breaches: where it is broken; at most ``MOST_BREACHES`` of ``hgpo_envs.check.running``.
        reason: why it was not tried, or empty.
    """

    rule: str
    says: str
    status: Status
    breaches: tuple[Breach, ...] = ()
    reason: str = ""

    def lines(self) -> Iterator[str]:
        """Yield the finding as it is printed."""
        yield f"{self.status:<9}  {self.rule}"
        if self.status == "not tried":
            yield _paragraph("why: ", self.reason)
        if self.status == "broken":
            yield _paragraph("rule: ", self.says)
        for breach in self.breaches:
            yield _paragraph("seen: ", breach.seen)
            yield _paragraph("fix:  ", breach.fix)

    def to_json(self) -> dict[str, object]:
        """Return the finding as JSON values."""
        return {
            "rule": self.rule,
            "says": self.says,
            "status": self.status,
            "breaches": [breach._asdict() for breach in self.breaches],
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found of an environment; printing it shows all rules.

    Attributes:
        subject: what was checked, in words.
        findings: one a rule, in the order of the rules.
    """

    subject: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether no rule is broken."""
        return not self.broken

    @property
    def broken(self) -> tuple[str, ...]:
        """The names of the rules that are broken."""
        return self._names("broken")

    @property
    def not_tried(self) -> tuple[str, ...]:
        """The names of the rules that could not be tried."""
        return self._names("not tried")

    def require(self) -> "Report":
        """Return the report itself, for use in an author's tests.

        Raises:
            NonConformanceError: a rule is broken; the text is the whole report of such rules.
        """
        if not self.passed:
            shown = [line for found in self._with("broken") for line in found.lines()]
            raise NonConformanceError("\n".join([self.summary, *shown]))
        return self

    @property
    def summary(self) -> str:
        """One line: how many rules are kept, broken and not tried."""
        counts = {s: len(self._names(s)) for s in ("kept", "broken", "not tried")}
        told = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
        return f"{self.subject}: {told or 'no rule was looked at'}."

    def lines(self, *, quiet: bool = False) -> Iterator[str]:
        """Yield the report as it is printed; rules in a row that one reason keeps untried, at once.

        Args:
            quiet: whether to tell of nothing but what is broken.
        """
        for reason, in_a_row in groupby(self.findings, key=lambda found: found.reason):
            findings = list(in_a_row)
            if reason and len(findings) >= MANY and not quiet:
                yield f"not tried  {findings[0].rule} to {findings[-1].rule}: {len(findings)} rules"
                yield _paragraph("why: ", reason)
                continue
            for found in findings:
                if found.status == "broken" or not quiet:
                    yield from found.lines()
        yield self.summary

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON values."""
        return {
            "subject": self.subject,
            "passed": self.passed,
            "findings": [found.to_json() for found in self.findings],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _with(self, status: Status) -> Iterator[Finding]:
        return (found for found in self.findings if found.status == status)

    def _names(self, status: Status) -> tuple[str, ...]:
        return tuple(found.rule for found in self._with(status))


def _paragraph(head: str, text: str) -> str:
    """Return text under a hanging head; long words, such as texts of actions, stay whole."""
    indent = " " * 11
    return fill(
        " ".join(text.split()),
        width=WIDTH,
        initial_indent=indent + head,
        subsequent_indent=indent + " " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
