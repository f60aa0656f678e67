"""Types commands into bash, zsh or fish and presses Tab, for Tools/support/check-install.

Usage: python3 shells.py PREFIX SHELL

A program in the place of tapedeck prints the words that it gets, so what counts is what the shell runs in the end.
"""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

PATIENCE = 20
# What is typed, and the words that tapedeck gets. There are folders with the names of a command and of a value, too.
CASES = [
    ("rep\t", ["replay"]),
    ("help rep\t", ["help", "replay"]),
    ("replay ru\t", ["replay", "run.trace"]),
    ("replay my\t", ["replay", "my $run.trace"]),
    ("replay sub\\ folder/one.t\t", ["replay", "sub folder/one.trace"]),
    ("replay --unt\t 5", ["replay", "--until", "5"]),
    ("simulate sub\\ folder/o\t", ["simulate", "sub folder/one.yaml"]),
    ("simulate 'sub folder/o\t", ["simulate", "sub folder/one.yaml"]),
    ("simulate ~/o\t", ["simulate", "HOME/one.yaml"]),
    ("triage run.trace --output sub\\ f\t", ["triage", "run.trace", "--output", "sub folder/"]),
    ("tes\t run.trace", ["test", "run.trace"]),
    ("settings --pre\t srg", ["settings", "--preset", "srg"]),
    ("words --place med\t", ["words", "--place", "media"]),
    ("export run.trace --as per\t", ["export", "run.trace", "--as", "perfetto"]),
    ("export run.trace --as=per\t", ["export", "run.trace", "--as=perfetto"]),
    ("play --preset srgS\t", ["play", "--preset", "srgSource"]),
    ("play --rate=1 ru\t", ["play", "--rate=1", "run.trace"]),
    ("check run.trace --property plays-although-p\t", ["check", "run.trace", "--property", "plays-although-paused"]),
    ("shrink run.trace --until stallBeg\t", ["shrink", "run.trace", "--until", "stallBegan"]),
    ("compare a --with ru\t --wi\t my\t", ["compare", "a", "--with", "run.trace", "--with", "my $run.trace"]),
    ("play --at 10s:pause ru\t", ["play", "--at", "10s:pause", "run.trace"]),
]
# Completing must not change the shell.
LATER = {"bash": [('"$(trap -p RETURN)"', [""])]}


def commands(shell, prefix):
    """The command that starts the shell, and the line that a user's settings have."""
    if shell == "bash":
        return ["bash", "--noprofile", "--norc", "-i"], f"source '{prefix}/share/bash-completion/completions/tapedeck'"
    if shell == "zsh":
        return ["zsh", "-f", "-i"], f"fpath=('{prefix}/share/zsh/site-functions' $fpath); autoload -Uz compinit; compinit"
    return ["fish", "-i"], ""


class Shell:
    def __init__(self, command, environment, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
        self.screen = ""

    def read(self, wait):
        """Whether the shell has written something in time."""
        if not select.select([self.terminal], [], [], wait)[0]:
            return False
        try:
            written = os.read(self.terminal, 65536)
        except OSError:
            # It has ended.
            time.sleep(wait)
            return False
        self.screen += written.decode(errors="replace")
        return bool(written)

    def settle(self):
        """Waits until the shell writes nothing more, because it awaits input."""
        while self.read(0.3):
            pass

    def type(self, text):
        os.write(self.terminal, text.encode())

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def words(self, typed):
        """The words that tapedeck gets after this line, or None."""
        self.settle()
        self.screen = ""
        self.type(f"tapedeck {typed}\r")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if ran := re.search(r"ran:((?: <[^>\n]*>)*) \.", self.screen):
                return re.findall(r"<([^>]*)>", ran.group(1))
            self.read(0.2)
        return None


def main(prefix, name):
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        work = home / "work"
        # Where fish finds the last of these, it reads no manual pages in the background.
        for folder in ("bin", "work/sub folder", "work/test", "work/media", ".local/share/fish/generated_completions"):
            (home / folder).mkdir(parents=True)
        for file in ("one.yaml", "work/run.trace", "work/my $run.trace", "work/sub folder/one.trace", "work/sub folder/one.yaml"):
            (home / file).touch()
        program = home / "bin/tapedeck"
        program.write_text("#!/bin/sh\nprintf 'ran:'\nfor word; do printf ' <%s>' \"$word\"; done\nprintf ' .\\n'\n")
        program.chmod(0o755)
        command, settings = commands(name, prefix)
        shell = Shell(command, {
            "HOME": str(home), "PATH": f"{home}/bin:/usr/local/bin:/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8",
            "XDG_DATA_DIRS": f"{prefix}/share:/usr/local/share:/usr/share",
        }, work)
        shell.read(PATIENCE)
        if settings:
            shell.settle()
            shell.type(f"{settings}\r")
        wrong = 0
        for typed, expected in CASES + LATER.get(name, []):
            expected = [word.replace("HOME", str(home)) for word in expected]
            if name == "zsh":
                # It takes the slash after a folder away again.
                expected = [word.removesuffix("/") for word in expected]
            words = shell.words(typed)
            if words is None:
                wrong += 1
                print(f"{name}: nothing runs after {typed!r}: {shell.screen!r}", file=sys.stderr)
                break
            if words != expected:
                wrong += 1
                print(f"{name}: {typed!r} becomes {words}, expected {expected}", file=sys.stderr)
        shell.end()
        return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
