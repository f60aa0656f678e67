"""Texts in messages. The core and traces represent them by numbers, which are defined before they are used."""

FIELDS = {
    "connected": ("address",),
    "trackFound": ("language", "title"),
    "chapterFound": ("title",),
    "metadataFound": ("key", "value"),
    "failed": ("text",),
    "warned": ("text",),
    "subtitleShown": ("text",),
}


class Texts:
    """Assigns numbers to texts, from 1; 0 is no text. `define(number, words)` is called once for each text."""

    def __init__(self, define):
        self._define = define
        self._numbers = {"": 0}
        self._words = [""]

    def number(self, words):
        if words not in self._numbers:
            self._numbers[words] = len(self._words)
            self._words.append(words)
            self._define(self._numbers[words], words)
        return self._numbers[words]

    def words(self, number):
        return self._words[number] if 0 <= number < len(self._words) else ""

    def numbered(self, name, fields):
        """The fields of a report, with texts replaced by their numbers."""
        texts = {field: self.number(fields[field] or "") for field in FIELDS.get(name, ()) if field in fields}
        return {**fields, **texts}
