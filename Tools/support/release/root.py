"""Creates a small Debian system in a folder, from packages that are installed on this machine, without a network.

Usage: root.py FOLDER FIELD PACKAGE...

The system contains the essential packages, PACKAGE..., and everything that these and FIELD depend on; FIELD has the form of
Depends: in a package. Files are copied from the machine; the list of installed packages names only these packages. So a program
runs there only with what is declared, and dpkg installs a package there only if its dependencies are declared and present.

Prints the number of packages.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys


def read_status():
    """The installed packages by name: their paragraphs, and who provides what."""
    packages, provided = {}, {}
    for paragraph in pathlib.Path("/var/lib/dpkg/status").read_text(encoding="utf-8").split("\n\n"):
        fields = dict(re.findall(r"^([\w-]+): (.*)$", paragraph, re.MULTILINE))
        if fields.get("Status", "").endswith(" ok installed"):
            name = fields["Package"]
            packages.setdefault(name, []).append((fields, paragraph))
            for word in split(fields.get("Provides", "")):
                provided.setdefault(word[0], []).append(name)
    return packages, provided


def split(field):
    """The names in each group: alternatives for Depends, one name each for Provides."""
    for group in field.split(","):
        names = [re.sub(r"[\s(:\[].*", "", name.strip()) for name in group.split("|")]
        if names[0]:
            yield names


def close(packages, provided, wanted):
    """The wanted packages, and everything that they need."""
    chosen, open_groups = set(), [[name] for name in wanted]
    while open_groups:
        group = open_groups.pop()
        found = next((name for name in group if name in packages), None) or next(
            (provider for name in group for provider in provided.get(name, [])), None)
        if found is None:
            sys.exit(f"root.py: {' or '.join(group)} is not installed on this machine; install it first")
        if found not in chosen:
            chosen.add(found)
            for fields, _ in packages[found]:
                open_groups += split(fields.get("Pre-Depends", "") + "," + fields.get("Depends", ""))
    return chosen


def files_of(name, fields):
    for suffix in (f"{name}:{fields['Architecture']}", name):
        listing = pathlib.Path(f"/var/lib/dpkg/info/{suffix}.list")
        if listing.exists():
            return listing.read_text(encoding="utf-8").splitlines()
    return []


def copy(path, root):
    """Copies a file, a link, or a folder without its contents. Links of a merged /usr lead to the same places as here."""
    target = root / path.lstrip("/")
    if not os.path.lexists(path) or (os.path.lexists(target) and not os.path.islink(target)):
        return
    parent = os.path.dirname(path)
    if parent != "/" and not os.path.lexists(root / parent.lstrip("/")):
        copy(parent, root)
    if os.path.islink(path):
        if not os.path.lexists(target):
            os.symlink(os.readlink(path), target)
    elif os.path.isdir(path):
        target.mkdir(exist_ok=True)
        shutil.copymode(path, target)
    elif os.path.isfile(path):
        shutil.copy2(path, target)


def main(folder, field, names):
    packages, provided = read_status()
    essential = [name for name, entries in packages.items() if entries[0][0].get("Essential") == "yes"]
    chosen = close(packages, provided, essential + names + [name for group in split(field) for name in group[:1]])
    root = pathlib.Path(folder)
    for path in ("/bin", "/sbin", "/lib", "/lib64", "/usr", "/etc", "/var", "/tmp", "/dev", "/proc"):
        if os.path.islink(path):
            root.joinpath(path[1:]).symlink_to(os.readlink(path))
            root.joinpath(os.readlink(path)).mkdir(parents=True, exist_ok=True)
        else:
            root.joinpath(path[1:]).mkdir(exist_ok=True)
    paragraphs = []
    for name in sorted(chosen):
        for fields, paragraph in packages[name]:
            paragraphs.append(paragraph)
            for path in files_of(name, fields):
                # Texts that the trials do not need.
                if not path.startswith(("/usr/share/doc/", "/usr/share/man/", "/usr/share/locale/", "/usr/share/info/")):
                    copy(path, root)
            for information in pathlib.Path("/var/lib/dpkg/info").glob(f"{name}[.:]*"):
                if information.suffix == ".list":
                    copy(str(information), root)
    for path in ("/var/lib/dpkg/info/format", "/etc/alternatives", "/etc/passwd", "/etc/group"):
        copy(path, root)
    for path in os.listdir("/etc/alternatives"):
        copy(f"/etc/alternatives/{path}", root)
    for path in ("/var/lib/dpkg/updates", "/var/lib/dpkg/triggers", "/var/log"):
        root.joinpath(path[1:]).mkdir(parents=True, exist_ok=True)
    root.joinpath("var/lib/dpkg/available").touch()
    root.joinpath("var/lib/dpkg/status").write_text("\n\n".join(paragraphs).strip() + "\n", encoding="utf-8")
    subprocess.run(["ldconfig", "-r", folder], check=True)
    print(len(chosen))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
