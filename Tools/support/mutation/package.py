"""The package of the mutants, under .build: woven copies of the mutated sources, links to everything else."""

import os
import shutil
import subprocess
from pathlib import Path

import schemata

FOLDER = Path(".build/mutants")
_MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mutants",
  platforms: [.macOS("13.0")],
  dependencies: [.package(url: "https://github.com/jpsim/Yams", from: "6.2.2")],
  targets: [
    .target(name: "PlayerCore"),
    .target(name: "CBackports"),
    .target(name: "Backports", dependencies: ["CBackports"]),
    .target(name: "PlayerText", dependencies: ["Backports"]),
    // These three do little: optimising them takes longer than what a run of one in 48 then saves. All mutants take a fifth longer.
    .target(
      name: "PlayerTrace", dependencies: ["PlayerCore", "PlayerText", "Backports"],
      swiftSettings: [.unsafeFlags(["-Onone"])]),
    .target(
      name: "PlayerSimulation",
      dependencies: ["PlayerCore", "PlayerText", "PlayerTrace", "Backports", .product(name: "Yams", package: "Yams")],
      swiftSettings: [.unsafeFlags(["-Onone"])]),
    .target(name: "CPrefetch"),
    .target(name: "CCrashNotes"),
    .target(
      name: "ReducerTesting", dependencies: ["CPrefetch", "CCrashNotes", "Backports"],
      swiftSettings: [.unsafeFlags(["-Onone"])]),
    .target(
      name: "PlayerTesting",
      dependencies: [
        "ReducerTesting", "PlayerCore", "PlayerText", "PlayerTrace", "PlayerSimulation", "CPrefetch", "Backports",
      ]),
    .executableTarget(
      name: "mutants",
      dependencies: ["PlayerCore", "PlayerTrace", "PlayerSimulation", "ReducerTesting", "PlayerTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
"""
_MODULES = (
    "CPrefetch", "CCrashNotes", "CBackports", "Backports", "PlayerCore", "PlayerText", "PlayerTrace", "PlayerSimulation",
    "ReducerTesting", "PlayerTesting")
_SUFFIXES = {".swift", ".c", ".h", ".modulemap"}


def write(root, woven):
    """The package with these woven sources, by their paths below Sources. Writes only what has changed, so that a second
    build has less to do."""
    folder = root / FOLDER
    wanted = {"Package.swift": _MANIFEST, "Sources/PlayerCore/Mutant.swift": schemata.SWITCH}
    if (root / "Package.resolved").is_file():
        wanted["Package.resolved"] = (root / "Package.resolved").read_text(encoding="utf-8")
    for module in _MODULES:
        for path in _files(root / "Sources" / module):
            file = str(path.relative_to(root / "Sources"))
            wanted[f"Sources/{file}"] = woven.get(file, path)
    for path in sorted((root / "Tools/support/mutation/runner").glob("*.swift")):
        wanted[f"Sources/mutants/{path.name}"] = path
    _remove_others(folder, wanted)
    for file, content in wanted.items():
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            if not target.is_symlink() or os.readlink(target) != str(content):
                target.unlink(missing_ok=True)
                target.symlink_to(content)
        elif target.is_symlink() or not target.is_file() or target.read_text(encoding="utf-8") != content:
            target.unlink(missing_ok=True)
            target.write_text(content, encoding="utf-8")
    return folder


def _remove_others(folder, wanted):
    sources = folder / "Sources"
    if not sources.is_dir():
        return
    for path in _files(sources):
        if str(path.relative_to(folder)) not in wanted:
            path.unlink()
    for path in sorted(sources.iterdir()):
        if path.is_dir() and not _files(path):
            shutil.rmtree(path)


def _files(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)


def build(folder):
    """Compiles everything once, with optimisation. Returns the path of the program."""
    # Debug information takes a fifth of the time; the package manager asks for it after all flags but the frontend's.
    command = [
        "swift", "build", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-gnone", "--package-path", str(folder), "-c", "release",
        "--product", "mutants"]
    log = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if log.returncode:
        errors = [line for line in log.stdout.splitlines() if "error:" in line] or log.stdout.splitlines()[-20:]
        raise RuntimeError("the mutants do not build:\n" + "\n".join(dict.fromkeys(errors)))
    bin_path = subprocess.run([*command[:-2], "--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(bin_path.stdout.strip()) / "mutants"
