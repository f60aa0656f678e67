"""The pages of the repository as catalogues for DocC.

Pages are written for readers of the repository: links are relative to the page or to the root, and anchors are GitHub's or
explicit. DocC has its own kinds of links and anchors, so each page is copied with its links rewritten. Line numbers do not
change: what DocC reports about line 12 of a copy applies to line 12 of the page.
"""

import base64
import os
import re
import shutil
import unicodedata
import urllib.parse

# The catalogue for all pages outside catalogues, and its landing page.
HOME = "TapeDeck"
SKIPPED_FOLDERS = {".git", ".build", ".swiftpm", ".venv", "__pycache__", "node_modules"}

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(\s*<?([^()\s>]+(?:\([^()]*\))?)>?(?:\s+\"[^\"]*\")?\s*\)")
DOC_LINK = re.compile(r"<doc:([\w-]+)>")
CODE = re.compile(r"(``[^`]+``|`[^`]*`)")
ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"></a>")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
SYMBOL = re.compile(r"``(\w+)((?:/[^`]*)?)``")
# How a comment cites a page of Reference.docc.
CITATION = re.compile(r"(?<![\w/.#\[-])([A-Z]\w*)\.md#([\w.-]*\w)")


class Page:
    """One page: its place in the repository, and in the site."""

    def __init__(self, root, path, catalogue, name):
        self.path = path
        self.catalogue = catalogue
        self.name = name
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.lines = file.read().split("\n")
        self.fragments = self.find_fragments()

    @property
    def address(self):
        """The path of the page in the site."""
        place = f"/documentation/{self.catalogue}".lower()
        return place if self.name == self.catalogue else f"{place}/{self.name}".lower()

    def find_fragments(self):
        """DocC's name for each anchor: that of the heading directly below the anchor, or else of the heading above it."""
        fragments = {}
        seen = {}
        last = ""
        waiting = []
        is_code = False
        for line in self.lines:
            is_code ^= line.lstrip().startswith("```")
            heading = None if is_code else HEADING.match(line)
            if heading:
                title = plain(heading[1])
                # The title of a page has no anchor: the link goes to the page itself.
                last = "" if line.startswith("# ") else fragment(title)
                slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
                times = seen.get(slug, 0)
                seen[slug] = times + 1
                fragments[f"{slug}-{times}" if times else slug] = last
            fragments.update({anchor: last for anchor in waiting if heading})
            waiting = [] if heading or line.strip() and not ANCHOR.search(line) else waiting
            for anchor in [] if is_code else ANCHOR.findall(line):
                fragments[anchor] = last
                if not ANCHOR.sub("", line).strip():
                    waiting.append(anchor)
        return fragments


def plain(title):
    """A heading without markup."""
    title = ANCHOR.sub("", title)
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[`*]", "", title).strip()


def fragment(title):
    """The fragment of an address that DocC derives from a heading."""
    words = re.sub("[\u2013\u2014]", "-", "-".join(title.split()))
    kept = "".join(letter for letter in words if letter == "-" or not unicodedata.category(letter).startswith("P"))
    return urllib.parse.quote(kept, safe="-=+<>|")


def wrap_webp(picture):
    """A WebP picture wrapped in SVG."""
    kind = picture[12:16]
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(picture[place : place + 3], "little") for place in (24, 27))
    elif kind == b"VP8L":
        bits = int.from_bytes(picture[21:25], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (int.from_bytes(picture[place : place + 2], "little") & 0x3FFF for place in (26, 28))
    data = base64.b64encode(picture).decode("ascii")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/webp;base64,{data}"/></svg>\n')


class Catalogues:
    """All pages of a repository, and their copies."""

    def __init__(self, root, base=""):
        self.root = root
        self.base = base.rstrip("/")
        self.pages = {}
        self.names = {}
        self.files = set()
        self.problems = []
        self.libraries = set()
        for path in sorted(self.find_pages()):
            self.add(path)

    def find_pages(self):
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
            for name in names:
                if name.endswith(".md"):
                    yield os.path.relpath(os.path.join(folder, name), self.root)

    def add(self, path):
        catalogue = re.search(r"(\w+)\.docc/", path)
        if path == "README.md":
            return
        if catalogue:
            page = Page(self.root, path, catalogue[1], os.path.basename(path)[:-3])
            if page.lines[0] == f"# ``{page.catalogue}``":
                self.libraries.add(page.catalogue)
        else:
            name = re.sub(r"^Sources/|/README$", "", path[:-3])
            page = Page(self.root, path, HOME, name.replace("/", "-"))
        self.pages[path] = page
        self.names[page.catalogue, page.name] = page

    # Copies all catalogues into a folder, and records where each line comes from.
    def write(self, output):
        for page in self.pages.values():
            folder = os.path.join(output, page.catalogue + ".docc")
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, page.name + ".md"), "w", encoding="utf-8") as file:
                file.write("\n".join(self.rewrite(page, folder)))
        with open(os.path.join(output, "origins"), "w", encoding="utf-8") as file:
            for page in self.pages.values():
                file.write(f"{page.catalogue}.docc/{page.name}.md\t{page.path}\n")
        return self.problems

    # Copies the files that pages link to and DocC does not know.
    def write_files(self, output):
        for path in sorted(self.files):
            place = os.path.join(output, "files", path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copyfile(os.path.join(self.root, path), place)

    def rewrite(self, page, folder):
        is_code = False
        for number, line in enumerate(page.lines, 1):
            if line.lstrip().startswith("```"):
                is_code = not is_code
            elif number == 1:
                # DocC shows code in a title with its marks; two marks enclose the name of a library.
                line = re.sub(r"(?<!`)`([^`]+)`(?!`)", lambda match: match[1].replace("<", "\\<"), line)
            elif not is_code:
                line = self.rewrite_line(page, folder, number, line)
            yield line

    def rewrite_line(self, page, folder, number, line):
        # A link may have code as its text, but code contains no links.
        hidden = []

        def hide(match):
            hidden.append(self.rewrite_symbol(page.catalogue, match[0]))
            return f"\0{len(hidden) - 1}\0"

        line = CODE.sub(hide, line)
        line = LINK.sub(lambda match: self.rewrite_link(page, folder, number, match), line)
        line = DOC_LINK.sub(lambda match: self.rewrite_doc_link(page, number, match), line)
        line = ANCHOR.sub("", line)
        return re.sub("\0(\\d+)\0", lambda match: hidden[int(match[1])], line)

    def rewrite_link(self, page, folder, number, match):
        is_picture, text, target = match[1], match[2], match[3]
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            return match[0]
        path, _, anchor = target.partition("#")
        if not path:
            path = page.path
        elif path.startswith("/"):
            path = path[1:]
        else:
            path = os.path.normpath(os.path.join(os.path.dirname(page.path), path))
        if path == "README.md":
            path = f"Sources/{HOME}.docc/{HOME}.md"
        if path in self.pages:
            return self.link(page, number, text, self.pages[path], urllib.parse.unquote(anchor))
        if not os.path.exists(os.path.join(self.root, path)):
            self.problems.append(f"{page.path}:{number}: link to {target}: there is no {path}")
            return text
        if is_picture:
            return f"![{text}]({self.copy_picture(path, folder, number, page)})"
        # A static site lists no folders.
        if os.path.isdir(os.path.join(self.root, path)):
            return text
        self.files.add(path)
        return f"[{text}]({self.base}/files/{path})"

    # DocC silently omits pictures of unknown kinds, such as WebP.
    def copy_picture(self, path, folder, number, page):
        name = path.replace("/", "-")
        place = os.path.join(folder, name)
        if name.endswith(".webp"):
            with open(os.path.join(self.root, path), "rb") as file, open(place + ".svg", "w", encoding="utf-8") as output:
                output.write(wrap_webp(file.read()))
            return name + ".svg"
        if not name.endswith((".png", ".jpg", ".jpeg", ".svg", ".gif")):
            self.problems.append(f"{page.path}:{number}: {path}: expected a picture as PNG, JPEG, SVG, GIF or WebP")
        shutil.copyfile(os.path.join(self.root, path), place)
        return name

    def link(self, page, number, text, other, anchor):
        place = ""
        if anchor:
            found = other.fragments.get(anchor)
            if found is None:
                self.problems.append(f"{page.path}:{number}: there is no anchor {anchor} in {other.path}")
            place = f"#{found}" if found else ""
        if other.catalogue == page.catalogue:
            return f"[{text}](doc:{other.name}{place})"
        return f"[{text}]({self.base}{other.address}{place})"

    def rewrite_doc_link(self, page, number, match):
        name = match[1]
        if (page.catalogue, name) in self.names:
            return match[0]
        others = [other for (_, candidate), other in self.names.items() if candidate == name]
        if len(others) != 1:
            self.problems.append(f"{page.path}:{number}: <doc:{name}>: there are {len(others)} pages of that name, expected one")
            return name
        return self.link(page, number, plain(HEADING.match(others[0].lines[0])[1]), others[0], "")

    # For DocC a symbol of another library is an absolute path.
    def rewrite_symbol(self, library, code):
        match = SYMBOL.fullmatch(code)
        return f"``/{match[1]}{match[2]}``" if match and match[1] != library and match[1] in self.libraries else code

    def rewrite_comment(self, library, text):
        parts = CODE.split(text)
        return "".join(self.rewrite_symbol(library, part) if part.startswith("`") else self.cite(part) for part in parts)

    # A citation in a doc comment becomes a link, too.
    def cite(self, text):
        def replace(match):
            other = self.names.get(("Reference", match[1]))
            found = other and other.fragments.get(match[2])
            if found is None:
                return match[0]
            place = f"#{found}" if found else ""
            return f"[{match[0]}]({self.base}{other.address}{place})"

        return CITATION.sub(replace, text)
