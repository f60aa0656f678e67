"""The automatic mutants: small changes to the reducer, each of which a property should notice."""

import re
from dataclasses import dataclass, field

# The tokens that end an operand of a comparison, on either side, outside brackets.
_BOUNDS = {"&&", "||", "?", ":", "=", ",", "return", "in", "where", "if", "guard", "while", "else", "{", "}", ";", "case"}
_ASSIGNMENTS = {"=", "+=", "-=", "*=", "|=", "&=", "&+=", "&-="}
_COMPARISONS = {"<": ("less", "<="), "<=": ("lessOrEqual", "<"), ">": ("greater", ">="), ">=": ("greaterOrEqual", ">")}
_LOOKS_BOOLEAN = re.compile(r"let (?:is|was|has|may|can|stays|goes|keeps|skips|needs|looks)[A-Z]\w* =\s*")


@dataclass
class Edit:
    """Text to put around a part of a source, and pieces of it to replace; the rest is left for other edits."""

    start: int
    end: int
    before: str
    after: str
    replaced: list = field(default_factory=list)


@dataclass
class Mutant:
    file: str
    line: int
    # The enclosing function or property.
    context: str
    # negate, compare, output, assign, call, skip or deadline.
    kind: str
    # The code that is changed, in one line.
    code: str
    # What it is changed to, in a few words.
    change: str
    edit: Edit
    number: int = 0
    # Why it cannot be distinguished from the reducer; empty if it can.
    equivalence: str = ""

    @property
    def place(self):
        """Its place in words, as on the page and in the list of equivalent mutants: without line numbers."""
        code = self.code if len(self.code) <= 90 else self.code[:87] + "…"
        return f"{self.context}: `{code}` {self.change}"


def mutants(file, source):
    """All mutants of a source, in the order of their places. "%N" in an edit stands for the mutant's number."""
    found = []

    def add(kind, start, end, change, edit):
        code = " ".join(source.text[start:end].split())
        found.append(Mutant(file, source.line(start), _context(source, start), kind, code, change, edit))

    for condition in source.conditions:
        _negate(add, condition.start, condition.end)
    for statement in source.statements:
        _statement(add, source, statement)
    for index, token in enumerate(source.tokens):
        if token.kind == "operator" and _is_spaced(source, index):
            if token.text in _COMPARISONS:
                _compare(add, source, index)
            elif token.text == "?":
                _negate(add, source.tokens[_left(source, index)].start, source.tokens[index - 1].end)
    for body in source.bodies:
        if body.context.is_void:
            edit = Edit(body.start, body.start, "if hit(%N) { return }; ", "")
            name = body.context.name
            found.append(Mutant(file, source.line(body.start), name, "skip", f"{name}(…)", "returns at once", edit))
    # A negation goes around a comparison of the same code.
    found.sort(key=lambda mutant: (mutant.edit.start, mutant.edit.end, mutant.kind != "negate", mutant.kind, mutant.change))
    return found


def _context(source, place):
    for part in source.statements + source.conditions:
        if part.start <= place < part.end:
            return part.context.name
    return ""


def _is_spaced(source, index):
    token, before = source.tokens[index], source.tokens[index - 1]
    after = source.tokens[index + 1]
    return before.end < token.start and token.end < after.start and before.text != "func" and _is_in_code(source, token)


def _is_in_code(source, token):
    spans = source.__dict__.get("_spans")
    if spans is None:
        spans = source._spans = [(part.start, part.end) for part in source.statements + source.conditions]
    return any(start <= token.start < end for start, end in spans)


def _negate(add, start, end):
    add("negate", start, end, "negated", Edit(start, end, "flip(%N, ", ")"))


def _left(source, index):
    """The first token of the operand that ends before `index`."""
    opening = {close: open for open, close in source.match.items()}
    place = index - 1
    while True:
        token = source.tokens[place]
        if place in opening:
            place = opening[place]
        elif token.text in _BOUNDS or token.kind == "punct" and token.text in "([{":
            return place + 1
        if place != index - 1 and _begins_statement(source, place):
            return place
        if place == index - 1 and _begins_statement(source, place):
            return place
        place -= 1


def _begins_statement(source, place):
    starts = source.__dict__.get("_starts")
    if starts is None:
        starts = source._starts = {part.start for part in source.statements + source.conditions}
    return source.tokens[place].start in starts


def _right(source, index):
    """The last token of the operand that begins after `index`."""
    place = index + 1
    while True:
        if place in source.match:
            place = source.match[place]
        if place + 1 >= len(source.tokens):
            return place
        token = source.tokens[place + 1]
        ends = token.text in _BOUNDS or token.kind == "punct" and token.text in ")]}" or _begins_statement(source, place + 1)
        if ends or token.breaks and not (token.kind == "operator" or token.text == "."):
            return place
        place += 1


def _compare(add, source, index):
    name, other = _COMPARISONS[source.tokens[index].text]
    start, end = source.tokens[_left(source, index)].start, source.tokens[_right(source, index)].end
    token = source.tokens[index]
    edit = Edit(start, end, f"{name}(%N, ", ")", [(token.start - 1, token.end, ",")])
    add("compare", start, end, f"{token.text} becomes {other}", edit)


def _statement(add, source, statement):
    context, text = statement.context, statement.text
    if statement.kind == "variable":
        match = _LOOKS_BOOLEAN.match(text)
        if match:
            _negate(add, statement.start + match.end(), statement.end)
        return
    if statement.kind == "return":
        value = text[len("return") :].strip()
        start = statement.end - len(value)
        if not value or context.kind == "init":
            return
        if context.is_void:
            kind = _kind_of(source, statement, statement.first + 1)
            add(kind, start, statement.end, "dropped", Edit(statement.start, statement.start, "if hit(%N) { return }; ", ""))
        elif context.returns == "Bool":
            _negate(add, start, statement.end)
        return
    if text.startswith("consider("):
        first = source.tokens[statement.first + 2]
        last = source._find(statement.first + 2, statement.last, ",") - 1
        start, end = first.start, source.tokens[last].end
        for shift in (-1, 1):
            add("deadline", start, end, f"{shift:+d} µs", Edit(start, end, f"shifted(%N, {shift}, ", ")"))
        return
    if _is_value(source, statement):
        if context.returns == "Bool":
            _negate(add, statement.start, statement.end)
        return
    if context.kind == "init" or _initializes(source, statement):
        return
    kind = _kind_of(source, statement, statement.first)
    add(kind, statement.start, statement.end, "dropped", Edit(statement.start, statement.end, "if !hit(%N) { ", " }"))


def _is_value(source, statement):
    """Whether the statement is the implicit return value of its function."""
    if statement.context.is_void:
        return False
    name, returns = statement.context.name, statement.context.returns
    if statement.context.kind == "accessor" and returns == "":
        return False
    return not any(other.kind == "return" and other.context is statement.context for other in source.statements)


def _initializes(source, statement):
    """Whether it assigns a value to a constant that was declared without one."""
    match = re.match(r"(\w+) = ", statement.text)
    return bool(match) and re.search(rf"let {match.group(1)}: [\w.]+$", source.text, re.MULTILINE) is not None


def _kind_of(source, statement, first):
    if source.tokens[first].text == "outputs":
        return "output"
    index = first
    while index < statement.last:
        if source.tokens[index].text in _ASSIGNMENTS and source.tokens[index].kind == "operator":
            return "assign"
        index = source.match[index] + 1 if index in source.match else index + 1
    return "call"
