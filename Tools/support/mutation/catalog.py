"""The list of all mutants: the bug zoo from the catalog, and what the operators make of the reducer's sources."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import operators
import schemata
from swiftsource import Source

ZOO = Path("Tests/Mutants/zoo.toml")
EQUIVALENT = Path("Tests/Mutants/equivalent.toml")
# Sources without reducer decisions, or with separate tests that no session can replace: the invariants of debug builds, where machines are,
# values of the configuration, what the properties and searches read, the layout of pictures, saturating arithmetic, names and wire forms.
UNTOUCHED = {
    "Apart.swift", "Configuration.swift", "Canonical", "Inspection.swift", "Failure.swift", "Generated",
    "Geometry.swift", "Hashing.swift",
    "Identifiers.swift", "Invariants.swift", "Memory.swift", "Presets.swift", "ReusedList.swift", "Time.swift", "Vocabulary", "Wire",
}
# Generated, but a decision nevertheless: which failures a network can heal.
TOUCHED = {"Generated/Failures.swift"}
# Numbers below this one are rows of the zoo.
FIRST_AUTOMATIC = 101
_FORMS = ("expression", "statements", "before")
_EDIT = ("file", "find", "part", "form", "replace")


@dataclass
class Fault:
    number: int
    title: str
    property: str
    model: str
    edits: list
    # The position of its first edit.
    place: str = ""


@dataclass
class Catalog:
    zoo: list = field(default_factory=list)
    # Properties that the unchanged reducer does not satisfy yet.
    known: list = field(default_factory=list)
    automatic: list = field(default_factory=list)
    # Path below Sources → its text, and the edits of all mutants, each with the mutant's number.
    texts: dict = field(default_factory=dict)
    edits: dict = field(default_factory=dict)

    def woven(self, mutants):
        """Path below Sources → its text with these mutants woven in; without the paths that none of them changes."""
        numbers = {mutant.number for mutant in mutants}
        chosen = {file: [edit for number, edit in edits if number in numbers] for file, edits in self.edits.items()}
        return {file: schemata.weave(self.texts[file], edits) for file, edits in chosen.items() if edits}


class Mistake(Exception):
    """A mistake in the catalog or the sources that a person has to correct."""


def load(root, own=None):
    """All mutants; with a user's own catalog, only the bugs of that file."""
    catalog = Catalog()
    texts, edits = catalog.texts, catalog.edits
    source = own or ZOO

    def text(file):
        if file not in texts:
            path = root / "Sources" / file
            if not path.is_file():
                raise Mistake(f"{source}: there is no Sources/{file}; correct `file`")
            texts[file] = path.read_text(encoding="utf-8")
        return texts[file]

    catalog.zoo, catalog.known = _zoo(root / source, source, own is not None)
    for fault in catalog.zoo:
        for edit in fault.edits:
            try:
                place = schemata.zoo_edit(text(edit["file"]), {**edit, "number": fault.number, "title": fault.title})
            except ValueError as error:
                raise Mistake(f"{source}: {error}") from None
            edits.setdefault(edit["file"], []).append((fault.number, place))
            if not fault.place:
                fault.place = f"{edit['file']}:{text(edit['file']).count(chr(10), 0, place.start) + 1}"
    if own is None:
        _add_automatic(root, catalog, text, edits)
        _mark_equivalent(root, catalog)
    return catalog


def _add_automatic(root, catalog, text, edits):
    number = FIRST_AUTOMATIC
    core = root / "Sources" / "PlayerCore"
    for path in sorted(core.rglob("*.swift")):
        below = path.relative_to(core)
        if UNTOUCHED & set(below.parts) and below.as_posix() not in TOUCHED:
            continue
        file = f"PlayerCore/{below}"
        for mutant in operators.mutants(file, Source(text(file))):
            mutant.number = number
            mutant.edit.before = mutant.edit.before.replace("%N", str(number))
            edits.setdefault(file, []).append((number, mutant.edit))
            catalog.automatic.append(mutant)
            number += 1


def _zoo(path, name, is_own):
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Mistake(f"{name}: {error}") from None
    # No automatic mutants are made beside a custom catalog, so its numbers are unlimited.
    last = 1_000_000 if is_own else FIRST_AUTOMATIC - 1
    faults = []
    for index, entry in enumerate(table.get("fault", []), 1):
        place = f"{name}: fault {entry.get('number', f'no. {index}')}"
        if is_own:
            entry.setdefault("property", "")
        for key, kind in (("number", int), ("title", str), ("property", str)):
            if not isinstance(entry.get(key), kind):
                raise Mistake(f"{place}: `{key}` is missing or not a {kind.__name__}")
        if not 1 <= entry["number"] <= last or any(entry["number"] == fault.number for fault in faults):
            raise Mistake(f"{place}: `number` must be between 1 and {last} and there once")
        if entry.get("model", "player") not in ("player", "world"):
            raise Mistake(f"{place}: `model` is {entry['model']!r}, not player or world")
        # One edit may stand in the fault itself.
        entry.setdefault("edit", [{key: entry[key] for key in _EDIT if key in entry}])
        for edit in entry["edit"]:
            edit.setdefault("form", _FORMS[0])
            for key in ("file", "find", "form", "replace"):
                if not isinstance(edit.get(key), str):
                    raise Mistake(f"{place}: an edit has no text `{key}`")
            if edit["form"] not in _FORMS:
                raise Mistake(f"{place}: `form` is {edit['form']!r}, not one of {', '.join(_FORMS)}")
        faults.append(
            Fault(entry["number"], entry["title"], entry["property"], entry.get("model", "player"), entry["edit"]))
    return sorted(faults, key=lambda fault: fault.number), table.get("known", [])


def _mark_equivalent(root, catalog):
    """Marks the mutants that a person has declared equivalent, with the reasons: one entry each, by file and place."""
    path = root / EQUIVALENT
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{EQUIVALENT}: {error}") from None
    waiting = {}
    for index, entry in enumerate(table.get("mutant", []), 1):
        for key in ("file", "place", "why"):
            if not isinstance(entry.get(key), str) or not entry[key].strip():
                raise Mistake(f"{EQUIVALENT}: mutant no. {index}: `{key}` is missing or no text")
        if (entry["file"], entry["place"]) in waiting:
            raise Mistake(f"{EQUIVALENT}: {entry['file']}: {entry['place']} is there twice")
        waiting[entry["file"], entry["place"]] = entry["why"]
    found = set()
    for mutant in catalog.automatic:
        key = (mutant.file.rsplit("/", 1)[-1], mutant.place)
        if key in waiting:
            mutant.equivalence = waiting[key]
            found.add(key)
    for file, place in waiting.keys() - found:
        raise Mistake(f"{EQUIVALENT}: {file} has no mutant {place}; `Tools/mutants --list` lists them. "
                      "Correct the entry, or remove it when the code is gone")
