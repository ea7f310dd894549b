"""How a report's input is refused: the reader of strict JSON is that of leaderboards."""

from leaderboards.decode import DecodeError

ReportInputError = DecodeError
"""A comparison that can't be reported: a field missing, of another type, or contradictory."""
