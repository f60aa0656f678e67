#!/usr/bin/env python3
"""Prepares the pages of the documentation site for DocC, and checks what DocC makes of them.

Usage: Tools/support/docs/site.py pages FOLDER [--base PATH]
       Tools/support/docs/site.py comments FOLDER [--base PATH]
       Tools/support/docs/site.py errors FOLDER
       Tools/support/docs/site.py warnings FOLDER < OUTPUT
       Tools/support/docs/site.py check SITE [--base PATH]

Tools/docs runs it:

  pages      copies every page of the repository into catalogues in FOLDER, with links as DocC wants them
  comments   makes links of the citations in the symbol graphs in FOLDER, such as SRG.md#1.5
  errors     every error type in the symbol graphs in FOLDER is on the page of errors
  warnings   prints DocC's warnings with the file that each is about, instead of its copy in FOLDER; 1 if there are any
  check      every link of the site leads to a page and an anchor of it, or to a file of it
  --base     the path that the site has on its server

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage; each problem is a line.
"""

import json
import os
import re
import sys
import urllib.parse

from catalogues import Catalogues

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))


def write_pages(folder, base):
    catalogues = Catalogues(ROOT, base)
    problems = catalogues.write(folder)
    catalogues.write_files(os.path.join(folder, "site"))
    print(f"{len(catalogues.pages)} pages, {len(catalogues.files)} files that they link to")
    return problems


def link_comments(folder, base):
    catalogues = Catalogues(ROOT, base)
    for path, graph in find_graphs(folder):
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = catalogues.rewrite_comment(os.path.basename(os.path.dirname(path)), line["text"])
        with open(path, "w", encoding="utf-8") as file:
            json.dump(graph, file)
    return []


def find_graphs(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".symbols.json"):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8") as file:
                    yield path, json.load(file)


ERROR_PAGE = "Sources/TapeDeck.docc/Errors.md"


def check_errors(folder, _):
    with open(os.path.join(ROOT, ERROR_PAGE), encoding="utf-8") as file:
        page = file.read()
    names = set()
    for _, graph in find_graphs(folder):
        symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and relation["target"] == "s:s5ErrorP" and relation["source"] in symbols:
                names.add(symbols[relation["source"]]["pathComponents"][-1])
    missing = sorted(name for name in names if not re.search(rf"\b{name}`", page))
    return [f"{ERROR_PAGE}: there is no row for {name}, which a library can throw" for name in missing]


# file:///…:12:3: warning: text, or /…:12:3: warning: text, or warning: text where no file is meant
DIAGNOSTIC = re.compile(r"^(?:(?:file://)?(?P<path>/.*?)(?::(?P<line>\d+):\d+(?:-\d+:\d+)?)?: )?(?:warning|error): (?P<text>.*)$")


def find_warnings(folder, lines):
    with open(os.path.join(folder, "origins"), encoding="utf-8") as file:
        origins = dict(line.rstrip("\n").split("\t") for line in file)
    problems = []
    for line in lines:
        found = DIAGNOSTIC.match(line.rstrip("\n"))
        if not found:
            # Explains the warning above.
            if problems and line.strip():
                problems[-1] += "\n  " + line.rstrip("\n")
            continue
        path = os.path.relpath(urllib.parse.unquote(found["path"]), folder) if found["path"] else "docc"
        path = origins.get(path) or (os.path.relpath(os.path.join(folder, path), ROOT) if found["path"] else path)
        problems.append(f"{path}:{found['line']}: {found['text']}" if found["line"] else f"{path}: {found['text']}")
    return list(dict.fromkeys(problems))


class Site:
    """The output of DocC, and what is wrong with its links."""

    def __init__(self, folder, base):
        self.folder = folder
        self.base = base.rstrip("/")
        self.pages = {}
        self.links = 0
        for place, _, names in os.walk(os.path.join(folder, "data", "documentation")):
            for name in names:
                if name.endswith(".json"):
                    path = os.path.join(place, name)
                    with open(path, encoding="utf-8") as file:
                        self.pages["/" + os.path.relpath(path, os.path.join(folder, "data"))[:-5].lower()] = json.load(file)
        self.anchors = {address: set(find_anchors(page)) for address, page in self.pages.items()}

    def find_problems(self):
        for address, page in sorted(self.pages.items()):
            for picture in find_pictures(page):
                if not os.path.isfile(self.folder + urllib.parse.unquote(picture)):
                    yield f"{address}: there is no picture {picture}"
            for target in sorted(set(find_targets(page, self.base))):
                self.links += 1
                problem = self.check(target)
                if problem:
                    yield f"{address}: link to {target}: {problem}"

    def check(self, target):
        path, _, anchor = target.partition("#")
        if path.startswith("/files/"):
            return None if os.path.isfile(self.folder + urllib.parse.unquote(path)) else "there is no such file"
        if path.rstrip("/").lower() not in self.anchors:
            return "there is no such page"
        if anchor and anchor not in self.anchors[path.rstrip("/").lower()]:
            return f"there is no anchor {anchor}"
        return None


def find_anchors(page):
    if isinstance(page, dict):
        if isinstance(page.get("anchor"), str):
            yield page["anchor"]
        for value in page.values():
            yield from find_anchors(value)
    elif isinstance(page, list):
        for value in page:
            yield from find_anchors(value)


def find_pictures(page):
    for reference in page.get("references", {}).values():
        if reference.get("type") == "image":
            yield from (variant["url"] for variant in reference["variants"])


def find_targets(page, base):
    for reference in page.get("references", {}).values():
        kind, url = reference.get("type"), reference.get("url") or reference.get("destination") or ""
        if kind in ("topic", "section") and url:
            yield url
        elif kind == "link" and url.startswith("/"):
            yield url[len(base):] if base and url.startswith(base + "/") else url
        elif kind == "link" and not re.match(r"[a-z][a-z0-9+.-]*:", url):
            yield url


def check_site(folder, base):
    site = Site(folder, base)
    problems = list(site.find_problems())
    if not site.pages:
        problems.append(f"{folder}: there is no page in it")
    print(f"{len(site.pages)} pages, {site.links} links")
    return problems


def main(arguments):
    if not arguments or "--help" in arguments or "-h" in arguments:
        print(__doc__.strip())
        return 0 if arguments else 2
    base = ""
    if "--base" in arguments[2:-1]:
        place = arguments.index("--base")
        base = arguments[place + 1]
        del arguments[place : place + 2]
    commands = {
        "pages": write_pages,
        "comments": link_comments,
        "check": check_site,
        "errors": check_errors,
        "warnings": lambda folder, _: find_warnings(os.path.abspath(folder), sys.stdin),
    }
    if len(arguments) == 2 and arguments[0] in commands:
        problems = commands[arguments[0]](os.path.abspath(arguments[1]), base)
    else:
        print(f"site.py: wrong words: {' '.join(arguments)}; see --help", file=sys.stderr)
        return 2
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
