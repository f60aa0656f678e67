"""Reads Swift as far as mutation needs it: tokens, blocks and statements of sources that swift-format has formatted.

No Swift parser that knows where an expression begins and ends is available without building swift-syntax first, which
takes longer than everything else here. The formatter leaves so few ways to write a statement that a hundred lines do:
operators have spaces around them, lines break before operators and after commas, conditions have no trailing closures.
"""

import re
from dataclasses import dataclass, field

OPENING, CLOSING = "([{", ")]}"
MODIFIERS = {
    "public", "private", "fileprivate", "internal", "static", "mutating", "nonmutating", "final", "indirect", "override",
    "convenience", "nonisolated", "borrowing", "consuming",
}
# Tokens, besides operators, that can begin a line which continues the previous one.
CONTINUATIONS = {".", "else", "?", ":", ",", ")", "]", "}", "{"}

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|//[^\n]*|\#(?:if|else|elseif|endif)\b[^\n]*)
      |(?P<block>/\*)
      |(?P<string>\"""|")
      |(?P<word>[`@$#]?[A-Za-z_][A-Za-z_0-9]*`?)
      |(?P<number>[0-9][0-9A-Za-z_]*(?:\.[0-9][0-9_]*)?)
      |(?P<punct>[(){}\[\],;:.])
      |(?P<operator>[-+*/%<>=!&|^~?]+)
      |(?P<other>.)""",
    re.VERBOSE,
)


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    # Whether a line break precedes it.
    breaks: bool


def tokenize(source):
    tokens, place, breaks = [], 0, True
    while place < len(source):
        match = _TOKEN.match(source, place)
        kind, end = match.lastgroup, match.end()
        if kind == "space":
            breaks = breaks or "\n" in match.group()
        elif kind == "block":
            end = source.index("*/", end) + 2
        else:
            if kind == "string":
                end = _end_of_string(source, place, match.group())
            elif kind == "punct" and match.group() == "." and source.startswith(("..<", "..."), place):
                kind, end = "operator", place + 3
            tokens.append(Token(kind, source[place:end], place, end, breaks))
            breaks = False
        place = end
    return tokens


def _end_of_string(source, place, quote):
    place += len(quote)
    while not source.startswith(quote, place):
        if source.startswith("\\(", place):
            depth, place = 1, place + 2
            while depth:
                depth += {"(": 1, ")": -1}.get(source[place], 0)
                place += 1
        else:
            place += 2 if source[place] == "\\" else 1
    return place + len(quote)


@dataclass
class Context:
    """The function, accessor or closure that contains a statement."""

    name: str = ""
    # The return type; "" for none.
    returns: str = ""
    # "type", "function", "init" or "accessor".
    kind: str = "type"

    @property
    def is_void(self):
        return self.kind in ("function", "init") and self.returns == ""


@dataclass
class Statement:
    """A simple statement, in source offsets."""

    # "expression", "return", "variable".
    kind: str
    start: int
    end: int
    text: str
    context: Context
    # The indices of its first token and of the one after its last.
    first: int
    last: int


@dataclass
class Condition:
    """A Boolean element of the list after if, guard, while or where."""

    start: int
    end: int
    context: Context
    keyword: str


@dataclass
class Body:
    """A function's body: where its first statement begins."""

    start: int
    context: Context


@dataclass
class Source:
    text: str
    tokens: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    conditions: list = field(default_factory=list)
    bodies: list = field(default_factory=list)

    def __post_init__(self):
        self.tokens = tokenize(self.text)
        self.match = self._match()
        self._block(0, len(self.tokens), Context(), False)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def _match(self):
        match, stack = {}, []
        for index, token in enumerate(self.tokens):
            if token.kind == "punct" and token.text in OPENING:
                stack.append(index)
            elif token.kind == "punct" and token.text in CLOSING:
                match[stack.pop()] = index
        if stack:
            raise ValueError(f"line {self.line(self.tokens[stack[-1]].start)}: a bracket is not closed")
        return match

    def _find(self, index, end, *texts):
        """The index of the first of these texts outside brackets; `end` if there is none."""
        while index < end:
            token = self.tokens[index]
            if token.text in texts and token.kind != "string":
                return index
            index = self.match[index] + 1 if index in self.match else index + 1
        return end

    def end_of_statement(self, index, end):
        """The index after the last token of the statement that begins at `index`."""
        first = index
        while index < end:
            token, before = self.tokens[index], self.tokens[index - 1]
            if token.text == ";":
                return index
            continues = (
                token.text in CONTINUATIONS or token.kind == "operator" and not self._is_prefix(index)
                or before.text in ("=", ",", "return", "->", ":") or before.kind == "operator" and before.end < token.start
                and not before.text.endswith(("!", "?")))
            if index > first and token.breaks and not continues:
                return index
            index = self.match[index] + 1 if index in self.match else index + 1
        return end

    def _is_prefix(self, index):
        token = self.tokens[index]
        return index + 1 < len(self.tokens) and self.tokens[index + 1].start == token.end

    # Blocks

    def _block(self, index, end, context, is_switch):
        while index < end:
            index = self._statement(index, end, context, is_switch)

    def _braces(self, index, context, is_switch=False):
        """Reads the block that opens at `index`. Returns the index after it."""
        close = self.match[index]
        self._block(index + 1, close, context, is_switch)
        return close + 1

    def _statement(self, index, end, context, is_switch):
        tokens = self.tokens
        first = index
        while index < end and (tokens[index].text in MODIFIERS or tokens[index].text.startswith("@")):
            index += 1
            if index < end and tokens[index].text == "(" and tokens[index].start == tokens[index - 1].end:
                index = self.match[index] + 1
        if index >= end:
            return end
        word = tokens[index].text
        if tokens[index].text == ";":
            return index + 1
        if is_switch and word in ("case", "default"):
            return self._find(index, end, ":") + 1
        if word in ("struct", "enum", "extension", "protocol", "class"):
            return self._braces(self._find(index, end, "{"), Context())
        if word in ("func", "init", "subscript"):
            return self._function(index, end)
        if word in ("var", "let"):
            return self._variable(index, end, context)
        if word in ("get", "set", "didSet", "willSet") and tokens[index + 1].text == "{":
            kind = Context(context.name, context.returns if word == "get" else "", "accessor")
            return self._braces(index + 1, kind)
        if word in ("if", "while"):
            return self._branch(index, end, context)
        if word == "guard":
            otherwise = self._find(index, end, "else")
            self._conditions(index + 1, otherwise, context, "guard")
            return self._braces(otherwise + 1, context)
        if word == "for":
            brace = self._find(index, end, "{")
            where = self._find(index, brace, "where")
            if where < brace:
                self._conditions(where + 1, brace, context, "where")
            return self._braces(brace, context)
        if word == "switch":
            return self._braces(self._find(index, end, "{"), context, True)
        if word in ("defer", "do"):
            return self._braces(index + 1, context)
        if word == "repeat":
            index = self._braces(index + 1, context)
            last = self.end_of_statement(index, end)
            self._conditions(index + 1, last, context, "while")
            return last
        if word in ("case", "typealias", "import", "associatedtype", "break", "continue", "fallthrough", "static"):
            return max(self.end_of_statement(index, end), index + 1)
        last = max(self.end_of_statement(index, end), index + 1)
        self._add("return" if word == "return" else "expression", first, last, context)
        return last

    def _add(self, kind, first, last, context):
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        if context.kind != "type":
            self.statements.append(Statement(kind, start, end, self.text[start:end], context, first, last))

    def _branch(self, index, end, context):
        brace = self._find(index, end, "{")
        self._conditions(index + 1, brace, context, self.tokens[index].text)
        index = self._braces(brace, context)
        if index < end and self.tokens[index].text == "else":
            if self.tokens[index + 1].text == "if":
                return self._branch(index + 1, end, context)
            return self._braces(index + 1, context)
        return index

    def _conditions(self, index, end, context, keyword):
        while index < end:
            comma = self._find(index, end, ",")
            if self.tokens[index].text not in ("let", "var", "case", "#available"):
                self.conditions.append(
                    Condition(self.tokens[index].start, self.tokens[comma - 1].end, context, keyword))
            index = comma + 1

    def _function(self, index, end):
        word = self.tokens[index].text
        name = word if word != "func" else self.tokens[index + 1].text
        brace = self._find(index, end, "{")
        arrow = self._find(index, brace, "->")
        returns = ""
        if arrow < brace:
            where = self._find(arrow, brace, "where")
            returns = self.text[self.tokens[arrow].end : self.tokens[where - 1].end].strip()
        kind = {"func": "function", "init": "init", "subscript": "accessor"}[word]
        context = Context(name, returns, kind)
        if kind == "function" and self.match[brace] > brace + 1:
            self.bodies.append(Body(self.tokens[brace + 1].start, context))
        return self._braces(brace, context)

    def _variable(self, index, end, context):
        last = max(self.end_of_statement(index, end), index + 1)
        assign = self._find(index, last, "=")
        brace = self._find(index, last, "{")
        if assign == last and brace < last:
            colon = self._find(index, brace, ":")
            returns = self.text[self.tokens[colon].end : self.tokens[brace - 1].end].strip()
            return self._braces(brace, Context(self.tokens[index + 1].text, returns, "accessor"))
        self._add("variable", index, last, context)
        return last
