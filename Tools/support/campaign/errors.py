"""What ends a campaign early, with the exit code that says so."""

from typing import Final

OK: Final = 0
FOUND: Final = 1
USAGE: Final = 2
DAMAGED: Final = 3
INTERRUPTED: Final = 130


class CampaignError(Exception):
    """Something the user has to know and can do something about. The text says what to do."""

    def __init__(self, text: str, code: int = USAGE) -> None:
        super().__init__(text)
        self.code = code
