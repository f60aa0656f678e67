"""Writes the Python of the vocabulary: python generate.py DESCRIPTION.json VOCABULARY.json FOLDER

DESCRIPTION.json is what td_type_json() of the library answers; of VOCABULARY.json only the sentences are used, which become
documentation. Nothing of the vocabulary is typed by hand.
"""

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

HEADER = '"""{}\n\nMade from the library\'s description of itself; do not edit."""\n\n'
TIMES = {"time": "MediaTime", "span": "TimeSpan", "instant": "Instant"}

Json = Dict[str, Any]


def snake(name: str) -> str:
    """`isBlocked` is `is_blocked`, `start.anchor` is `start_anchor`, `from` is `from_`."""
    result = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace(".", "_")
    return result + "_" if keyword.iskeyword(result) else result


def pascal(name: str) -> str:
    return "".join(part[0].upper() + part[1:] for part in name.split("."))


class Generator:
    def __init__(self, description: Json, specification: Json) -> None:
        self.description = description
        self.enumerations: Dict[str, Dict[str, int]] = description["enumerations"]
        self.sets: Dict[str, Dict[str, int]] = description["sets"]
        self.texts = {
            (family, entry["name"]): entry["text"]
            for family in ("inputs", "outputs", "settings", "enumerations", "sets")
            for entry in specification[family]
        }

    # Types

    def annotation(self, type_name: str) -> str:
        if type_name in TIMES:
            return TIMES[type_name]
        if type_name in ("bool", "flag"):
            return "bool"
        if type_name == "digest":
            return "str"
        if type_name == "code":
            return "Union[InputName, int]"
        if type_name == "setting":
            return "SettingName"
        if type_name in self.enumerations or type_name in self.sets:
            return pascal(type_name)
        return "int"

    def default(self, type_name: str) -> str:
        if type_name == "bool":
            return "False"
        if type_name in self.enumerations:
            return repr(next(word for word, number in self.enumerations[type_name].items() if number == 0))
        return repr("unknown") if type_name in self.sets else "0"

    def unions(self, name: str) -> List[str]:
        words = list(self.sets[name])
        return [
            "+".join(word for index, word in enumerate(words) if bits >> index & 1) or "unknown"
            for bits in range(1 << len(words))
        ]

    # vocabulary.py

    def vocabulary(self) -> str:
        lines = [
            HEADER.format("The words of TapeDeck, as types: enumerations, settings, what a player shows.").rstrip("\n"),
            "",
            "from typing import Dict, List, Literal, NamedTuple, Optional, Tuple, TypedDict, Union",
            "",
            "MediaTime = Optional[int]",
            '"""A position in the media in microseconds; None when it is not known."""',
            "TimeSpan = Optional[int]",
            '"""A length of time in microseconds; None when it is endless."""',
            "Instant = Optional[int]",
            '"""A point in time on your clock in microseconds; None for never."""',
            "",
            f"HASH = {self.description['vocabularyHash'].lower()}",
        ]
        for name, cases in self.enumerations.items():
            alias = "SettingName" if name == "setting" else pascal(name)
            lines += ["", *literal(alias, cases)]
            if ("enumerations", name) in self.texts:
                lines += docstring(self.texts["enumerations", name])
        for name in self.sets:
            lines += [
                "",
                *literal(pascal(name), self.unions(name)),
                *docstring(self.texts["sets", name] + " The words that hold, with + between them."),
            ]
        for alias, family in (("InputName", "inputs"), ("OutputName", "outputs")):
            lines += ["", *literal(alias, [kind["name"] for kind in self.description[family]])]
        lines += ["", "", "class Settings(TypedDict, total=False):"]
        lines += ['    """Settings by name; those that are left out are as the preset has them."""', ""]
        units = {"thousandths": " Thousandths.", "microseconds": " Microseconds."}
        for setting in self.description["settings"]:
            lines.append(f"    {setting['name']}: {self.annotation(setting['type'])}")
            lines += docstring(self.texts["settings", setting["name"]] + units.get(setting["unit"], ""), "    ")
        lines += [
            "",
            "",
            "class Observation(NamedTuple):",
            '    """Everything that a player shows at one moment."""',
            "",
        ]
        lines += [f"    {snake(key['name'])}: {self.annotation(key['type'])}" for key in self.description["keys"]]
        lines += ["", "", *self.tables()]
        return "\n".join(lines) + "\n"

    def tables(self) -> Iterator[str]:
        yield f"ENUMERATIONS: Dict[str, Dict[str, int]] = {pretty(self.enumerations)}"
        yield f"SETS: Dict[str, Dict[str, int]] = {pretty(self.sets)}"
        yield f"KEYS: List[Tuple[str, int, str]] = {pretty([(key['name'], key['number'], key['type']) for key in self.description['keys']])}"
        yield f"SETTINGS: List[Tuple[str, int, str]] = {pretty([(s['name'], s['number'], s['type']) for s in self.description['settings']])}"
        yield f"PRESETS: Dict[str, int] = {pretty({preset['name']: preset['number'] for preset in self.description['presets']})}"
        yield f"STATE: Dict[str, str] = {pretty(self.description['state'])}"
        yield f"INPUT_NAMES: Dict[int, str] = {pretty({kind['code']: kind['name'] for kind in self.description['inputs']})}"
        constants = self.description["constants"]
        yield f"OUTPUTS_MAX = {constants['TD_OUTPUTS_MAX']}"
        yield f"KEY_SETTING = {constants['TD_KEY_SETTING']}"
        yield f"ERRORS: Dict[str, int] = {pretty({name: number for name, number in constants.items() if name.startswith('TD_ERROR_')})}"

    # inputs.py and outputs.py

    def messages(self, family: str) -> str:
        kinds = self.description[family]
        is_input = family == "inputs"
        base = "InputMessage" if is_input else "OutputMessage"
        purpose = "What goes into a player." if is_input else "What comes out of a player."
        lines = [
            HEADER.format(purpose).rstrip("\n"),
            "",
            "from __future__ import annotations",
            "",
            "from typing import Callable, ClassVar, Dict, Literal, Tuple, Type, Union, final",
            "",
            "from tapedeck import vocabulary as v",
            f"from tapedeck._messages import {base}, field, make",
            "from tapedeck._types import NEVER, UNKNOWN, table",
            "",
        ]
        tables = {type_name for kind in kinds for _, type_name in fields(kind) if self.has_table(type_name)}
        lines += [f"_{type_name} = table({json.dumps(type_name)})" for type_name in sorted(tables)]
        for kind in kinds:
            lines += ["", "", *self.message(kind, base, family, is_input)]
        alias = family[:-1].capitalize()
        lines += ["", "", f"{alias} = Union[", *(f"    {pascal(kind['name'])}," for kind in kinds), "]"]
        lines += [f'"""Any {family[:-1]}."""', ""]
        lines += [
            f"KINDS: Dict[int, Type[{base}]] = {{",
            *(f"    {kind['code']}: {pascal(kind['name'])}," for kind in kinds),
            "}",
        ]
        lines += [f"READ: Dict[int, Callable[[Tuple[int, ...]], {alias}]] = {{"]
        lines += [*(f"    {kind['code']}: {pascal(kind['name'])}._read," for kind in kinds), "}"]
        lines += ["", f"__all__ = {json.dumps([alias, *sorted(pascal(kind['name']) for kind in kinds)])}"]
        return "\n".join(lines) + "\n"

    def message(self, kind: Json, base: str, family: str, is_input: bool) -> Iterator[str]:
        described = list(fields(kind))
        yield "@final"
        yield f"class {pascal(kind['name'])}({base}):"
        yield from docstring(self.texts[family, kind["name"]], "    ")
        yield ""
        yield "    __slots__ = ()"
        yield f"    name: ClassVar[Literal[{json.dumps(kind['name'])}]] = {json.dumps(kind['name'])}"
        yield f"    _code = {kind['code']}"
        yield f"    _has_context = {bool(kind['context'])}"
        yield f"    _fields = {tuples(snake(name) for name, _ in described)}"
        yield f"    _names = {tuples(name for name, _ in described)}"
        yield f"    _types = {tuples(type_name for _, type_name in described)}"
        for index, (name, type_name) in enumerate(described):
            yield f"    {snake(name)}: {qualified(self.annotation(type_name))} = field({index})"
        yield ""
        yield "    @staticmethod"
        yield f"    def _read(r: Tuple[int, ...]) -> {pascal(kind['name'])}:"
        first = 2 if kind["context"] else 4
        places = [first, *range(4, 4 + len(described))] if kind["context"] else range(4, 4 + len(described))
        values = [self.reading(type_name, f"r[{place}]") for (_, type_name), place in zip(described, places)]
        yield f"        message: {pascal(kind['name'])} = make({pascal(kind['name'])}, ({''.join(value + ', ' for value in values).rstrip(' ')}))"
        yield "        return message"
        if described:
            yield ""
            default = (lambda type_name: f" = {self.default(type_name)}") if is_input else (lambda type_name: "")
            parameters = ", ".join(
                f"{snake(name)}: {qualified(self.field_annotation(kind, name, type_name))}{default(type_name)}"
                for name, type_name in described
            )
            yield f"    def __new__(cls, *, {parameters}) -> {pascal(kind['name'])}:"
            yield f"        message: {pascal(kind['name'])} = make(cls, ({', '.join(snake(name) for name, _ in described)},))"
            yield "        return message"

    def has_table(self, type_name: str) -> bool:
        return type_name in self.enumerations or type_name in self.sets or type_name == "code"

    def reading(self, type_name: str, number: str) -> str:
        """The code that makes a value of a number."""
        if type_name == "bool":
            return f"{number} != 0"
        if type_name == "time":
            return f"None if {number} == UNKNOWN else {number}"
        if type_name in TIMES:
            return f"None if {number} == NEVER else {number}"
        return f"_{type_name}[{number}]" if self.has_table(type_name) else number

    def field_annotation(self, kind: Json, name: str, type_name: str) -> str:
        """The value of a setting may be written as where players are made."""
        if kind["name"] == "set" and name == "value":
            return "Union[int, bool, str, None]"
        return self.annotation(type_name)

    # _overloads.pyi

    def overloads(self) -> str:
        lines = [
            "# Made from the library's description of itself; do not edit.",
            "from typing import List, Literal, Union, overload",
            "",
        ]
        lines += [
            "from tapedeck.inputs import Input",
            "from tapedeck.outputs import Output",
            "from tapedeck.vocabulary import *",
            "",
        ]
        for owner, result in (("Receiving", "List[Output]"), ("Appending", "None")):
            method = "receive" if owner == "Receiving" else "append"
            lines += [
                f"class {owner}:",
                "    @overload",
                f"    def {method}(self, input: Input, *, at: int) -> {result}: ...",
            ]
            for kind in self.description["inputs"]:
                parameters = [f"input: Literal[{json.dumps(kind['name'])}]", "*", "at: int"]
                parameters += [
                    f"{snake(name)}: {self.field_annotation(kind, name, type_name)} = ..."
                    for name, type_name in fields(kind)
                ]
                lines += ["    @overload", f"    def {method}(self, {', '.join(parameters)}) -> {result}: ..."]
        getters = {key["name"]: self.annotation(key["type"]) for key in self.description["keys"]}
        getters.update(
            {
                f"settings.{setting['name']}": self.annotation(setting["type"])
                for setting in self.description["settings"]
            }
        )
        by_type: Dict[str, List[str]] = {}
        for name, annotation in getters.items():
            by_type.setdefault(annotation, []).append(json.dumps(name))
        lines += ["class Getting:"]
        for annotation, names in by_type.items():
            lines += ["    @overload", f"    def get(self, name: Literal[{', '.join(names)}]) -> {annotation}: ..."]
        return "\n".join(lines) + "\n"


def fields(kind: Json) -> Iterator[Tuple[str, str]]:
    yield from kind["context"].items()
    yield from kind["fields"].items()


def qualified(annotation: str) -> str:
    """With the module before the names of the vocabulary: a message may have the name of a type, as RemoteControl."""
    return re.sub(r"\b(?!int\b|bool\b|str\b|Union\b|None\b)([A-Za-z]\w*)", r"v.\1", annotation)


def tuples(names: Iterator[str]) -> str:
    words = [json.dumps(name) for name in names]
    return f"({', '.join(words)}{',' if len(words) == 1 else ''})"


def literal(alias: str, words: Any) -> List[str]:
    return [f"{alias} = Literal[", *(f"    {json.dumps(word)}," for word in words), "]"]


def docstring(text: str, margin: str = "") -> List[str]:
    lines = textwrap.wrap(text, 118 - len(margin)) or [""]
    lines[0] = f'"""{lines[0]}'
    lines[-1] += '"""'
    return [margin + line for line in lines]


def pretty(value: Any) -> str:
    def text(item: Any) -> str:
        return json.dumps(item) if isinstance(item, str) else repr(item)

    if isinstance(value, dict):
        return "{\n" + "".join(f"    {text(key)}: {text(item)},\n" for key, item in value.items()) + "}"
    return "[\n" + "".join(f"    {text(item)},\n" for item in value) + "]"


def check(description: Json) -> None:
    """Names in Python must be as distinct as those of the vocabulary, and none may be one that Python code needs here."""
    reserved = {"at", "self", "cls", "name", "as_dict"}
    for kind in description["inputs"] + description["outputs"]:
        names = [snake(name) for name, _ in fields(kind)]
        if len(set(names)) != len(names) or reserved & set(names):
            raise SystemExit(
                f"generate.py: {kind['name']}: its fields have no distinct names in Python: {', '.join(names)}"
            )


def main() -> None:
    description, specification = (json.loads(Path(path).read_text("utf-8")) for path in sys.argv[1:3])
    folder = Path(sys.argv[3])
    check(description)
    generator = Generator(description, specification)
    (folder / "vocabulary.py").write_text(generator.vocabulary(), "utf-8")
    for family in ("inputs", "outputs"):
        (folder / f"{family}.py").write_text(generator.messages(family), "utf-8")
    (folder / "_overloads.pyi").write_text(generator.overloads(), "utf-8")


if __name__ == "__main__":
    main()
