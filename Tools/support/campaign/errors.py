"""Errors that end a campaign early, with their exit codes."""

from typing import Final

OK: Final = 0
FOUND: Final = 1
USAGE: Final = 2
DAMAGED: Final = 3
INTERRUPTED: Final = 130


class CampaignError(Exception):
    """A problem that the user has to know about and can solve. The text says how."""

    def __init__(self, text: str, code: int = USAGE) -> None:
        super().__init__(text)
        self.code = code
