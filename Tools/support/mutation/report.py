"""The page of the mutation score. It contains no times and no line numbers: the same sources always give the same page."""

import re
from collections import Counter
from pathlib import Path

PAGE = Path("Sources/PlayerTesting/PlayerTesting.docc/MutationScore.md")
SETTINGS_PAGE = Path("Sources/PlayerTesting/PlayerTesting.docc/SettingEffects.md")
SCRIPTS = Path("Tests/Mutants/found")
SCORES = Path("Tests/Mutants/scores.json")
ZOO_SIZE = 36
# Settings that no decision of the reducer reads, only façades.
FOR_FACADES = {"longTickPhase"}
KINDS = {
    "negate": "a condition negated",
    "compare": "`<` and `<=` confused",
    "output": "an output dropped",
    "assign": "a change of the state dropped",
    "call": "a call dropped",
    "skip": "a function that returns at once",
    "deadline": "a deadline off by 1 µs",
}

# True only for the current catalog: update it with the catalog.
_LIMITS = """
### What this table does not say

The faults were chosen with the properties in sight. Of the first choice eleven were missed by the property of their row.
For four of these (1, 23, 29, 30) the properties were made stricter, for 23 the row's other property is the one that is
asked, and for 26 another property of the row catches what the first does not. The others were exchanged for a fault of
the same kind that is noticed. So the score is that of this catalog; these first choices still get past their property:

- 3: content stays blocked when the network is back (not a wait that `wait-without-watchdog` looks at);
- 4: where segments overlap, the one that is not blocked wins (`blocked-played` asks the player's own pieces and not the
  list of the app: it cannot see an error in how they are made);
- 11: an engine that reports the same position again and again is not given up;
- 25: the engine is told to pause at the end, where it has stopped already;
- 26: as in the table, for `recovery-unbounded`;
- 27: the newest of a pile of seeks is never issued, and the pile stays on its way;
- 36: a seek that waits for the opening is answered with done, and the media begins somewhere else.

Row 13 is a failure that is taken wrongly and no trap; 15 and 31, which are about observers of a host, have their nearest
kin in the reducer: the order of outputs, and a request in the instant of the one before. Sessions are those of the player
model; automatic mutants that it does not catch go through a quarter as many sessions of the world model, with its liveness.
Properties that the catalog lists as known not to hold of the reducer or of the simulated engine tell no mutant.
"""


def is_caught(result):
    return "catch" in result or "end" in result


def fate(result):
    """One of caught, recorded (a golden trace notices it), survived, missed (no session reached its place)."""
    if is_caught(result):
        return "caught"
    if result["changesRecordings"]:
        return "recorded"
    return "survived" if result["isReached"] else "missed"


def caught_as_asked(fault, result):
    return result.get("catch", {}).get("property") == fault.property


def milliseconds(result):
    """The processor time to find a fault and to shrink what was found; None if it was not caught or not shrunk."""
    catch = result.get("catch", {})
    shrunk = catch.get("shrunk")
    return (catch["findMicroseconds"] + shrunk["microseconds"]) / 1_000 if shrunk else None


def zoo_times(catalog, results):
    """The times of the zoo in a line; no page contains them, because no two runs take the same time."""
    zoo = [fault for fault in catalog.zoo if fault.number <= ZOO_SIZE and fault.number in results]
    timed = ((time, fault) for fault in zoo if (time := milliseconds(results[fault.number])) is not None)
    times = sorted(timed, key=lambda each: each[0])
    if not times:
        return []
    slowest, fault = times[-1]
    return [f"bug zoo: {len(times)} of {len(zoo)} found and shrunk, in {times[len(times) // 2][0]:.1f} ms in the middle, "
            f"at most {slowest:.1f} ms ({fault.number}: {fault.title})"]


def scores_table(scores):
    """What `Tools/mutants --scores` has counted."""
    return ["| sessions | caught by all laws | without those that follow hidden state |", "|---:|---:|---:|"] + [
        f"| {int(sessions):,} | " + " | ".join(f"{count} ({_percent(count, scores['made'])})" for count in counts) + " |"
        for sessions, counts in scores["caught"].items()]


def page(catalog, results, sessions, length, scores):
    faults = [(fault, results[fault.number]) for fault in catalog.zoo if fault.number in results]
    zoo = [(fault, result) for fault, result in faults if fault.number <= ZOO_SIZE]
    ours = [(fault, result) for fault, result in faults if fault.number > ZOO_SIZE]
    found = sum(caught_as_asked(fault, result) for fault, result in zoo)
    made = [(mutant, results[mutant.number]) for mutant in catalog.automatic if mutant.number in results]
    caught = sum(is_caught(result) for _, result in made)
    reached = sum(is_reached(result) for _, result in made)
    told = sum(is_reached(result) and not mutant.equivalence for mutant, result in made)
    lines = [
        "# Mutation score",
        "",
        "What the properties notice when the reducer is broken on purpose.",
        "",
        "## Overview",
        "",
        "Tests show that the reducer is right as far as they check; this page shows how far that is. `Tools/mutants` breaks",
        "the reducer in many small ways, one at a time, and lets the properties search for each of them with random",
        "sessions from fixed seeds. It writes this page; CI repeats the bug zoo and one in 48 of the others, and fails when",
        "the page is not what they show. The faults exist in generated sources only: the reducer that is shipped has no",
        "switches.",
        "",
        f"An automatic mutant gets {sessions} sessions of {length} steps. <doc:SettingEffects> shows how often these sessions come to where",
        "a setting matters.",
        "",
        f"| | made | caught | score |",
        "|---|---:|---:|---:|",
        f"| bugs of real players, each by its own property | {ZOO_SIZE} | {found} | {_percent(found, ZOO_SIZE)} |",
        f"| automatic mutants | {len(made)} | {caught} | {_percent(caught, len(made))} |",
        f"| automatic mutants whose place a session came to | {reached} | {caught} | {_percent(caught, reached)} |",
        f"| of these, without the equivalent ones | {told} | {caught} | {_percent(caught, told)} |",
        "",
        "Two laws compare hidden fields of the state with accounts of their own, `opening-not-fresh` and `remembered-otherwise`:",
        "they notice at once what others notice later, or never in sessions of this length. Of the mutants that",
        "`Tools/mutants --scores` has tried last, "
        + (f"one in {scores['share']}" if scores["share"] > 1 else "all") + f", {scores['made']} were automatic, and were caught:",
        "",
        *scores_table(scores),
        "",
        "## The bug zoo",
        "",
        "Bugs that users of other players have reported, recreated as the smallest change of this reducer that brings",
        "the same kind of bug back (`Tests/Mutants/zoo.toml`). *Session* is the number of random sessions until its property",
        "noticed, *steps* the length of that session when it is shrunk: nothing more can be left out of it. The shrunk",
        "sessions are in `Tests/Mutants/found`. `Tools/mutants --zoo` prints how long each takes to find and to shrink, and",
        "`Tools/bench --section zoo` compares that with the goals.",
        "",
        "| # | what goes wrong | caught by | session | steps |",
        "|---:|---|---|---:|---:|",
    ]
    lines += [_row(fault, result) for fault, result in zoo]
    lines += _LIMITS.rstrip("\n").splitlines()
    if ours:
        lines += [
            "",
            "## Faults of our own",
            "",
            "For laws without a row above: one that holds by the design of the reducer, so that no small mutant breaks it,",
            "and bugs that no law noticed when they were first made.",
            "",
            "| # | what goes wrong | caught by | session | steps |",
            "|---:|---|---|---:|---:|",
        ]
        lines += [_row(fault, result) for fault, result in ours]
    lines += [
        "",
        "## Bugs of your own",
        "",
        "`Tools/mutants --catalog FILE` measures how many other bugs the properties notice; the file has the form of",
        "`Tests/Mutants/zoo.toml`. `Tests/Mutants/handwritten.toml` has eighty changes of meaning in all machines, written in two",
        "sets without looking at the properties: 37 of the first forty were noticed when they were first measured (92.5 %), and",
        "38 of the second forty (95.0 %). Each gets as many sessions as an automatic mutant, and any property may notice it.",
        "",
        "## Automatic mutants",
        "",
        "Every source of the reducer except those without decisions: " + ", ".join(KINDS.values()) + ". A mutant counts as",
        "caught when a property fails, or the reducer traps or does not return. *Only recorded* are those that no property",
        "notices but that change a golden trace: what they break is not wrong by any law, but it is not what",
        "it was. *Equivalent* are those that cannot be distinguished from the reducer, each with its reason below.",
        "",
        "| source | made | caught | only recorded | survived | equivalent | not reached |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += _rows(made, lambda mutant: mutant.file.removeprefix("PlayerCore/").removeprefix("Machines/"))
    lines += [
        "", "| kind | made | caught | only recorded | survived | equivalent | not reached |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += _rows(made, lambda mutant: KINDS[mutant.kind])
    lines += [
        "",
        "### Survivors",
        "",
        "Each is a missing property, or equivalent but not yet shown to be so. Those in *italics* were in no session's",
        "way, those with a † change a golden trace.",
    ]
    lines += _survivors([(mutant, result) for mutant, result in made if not mutant.equivalence])
    lines += [
        "",
        "### Equivalent mutants",
        "",
        "The change cannot be observed from outside the reducer (`Tests/Mutants/equivalent.toml`). One that a session or a golden",
        "trace does show is an error.",
    ]
    lines += _equivalent(made)
    return "\n".join(lines) + "\n"


def is_reached(result):
    return result.get("isReached", True)


def _percent(part, whole):
    """A percentage in whole tenths, rounded down, so that 100 means all."""
    tenths = part * 1_000 // whole if whole else 0
    return f"{tenths // 10}.{tenths % 10} %"


def _row(fault, result):
    catch = result.get("catch")
    if not catch:
        return f"| {fault.number} | {fault.title} | **not caught** | | |"
    shrunk = catch.get("shrunk")
    steps = "" if not shrunk else str(shrunk["steps"]) if shrunk["isMinimal"] else f"{shrunk['steps']}, not proven minimal"
    mark = "" if caught_as_asked(fault, result) else f" (not by `{fault.property}`)"
    return f"| {fault.number} | {fault.title} | `{catch['property']}`{mark} | {catch['session']} | {steps} |"


def _rows(made, key):
    groups = {}
    for mutant, result in made:
        row = groups.setdefault(key(mutant), Counter())
        row["made"] += 1
        row["equivalent" if mutant.equivalence and fate(result) != "missed" else fate(result)] += 1
    return [
        f"| {name} | {row['made']} | {row['caught']} | {row['recorded']} | {row['survived']} | {row['equivalent']} "
        f"| {row['missed']} |"
        for name, row in sorted(groups.items())
    ]


def _survivors(made):
    lines, file = [], ""
    for mutant, result in made:
        if is_caught(result):
            continue
        if mutant.file != file:
            file = mutant.file
            lines += ["", f"#### {file.removeprefix('PlayerCore/')}", ""]
        mark, sign = {"missed": ("*", ""), "recorded": ("", " †"), "survived": ("", "")}[fate(result)]
        lines.append(f"- {mark}{mutant.place}{mark}{sign}")
    return lines


def _equivalent(made):
    lines, file = [], ""
    for mutant, _ in made:
        if not mutant.equivalence:
            continue
        if mutant.file != file:
            file = mutant.file
            lines += ["", f"#### {file.removeprefix('PlayerCore/')}", ""]
        lines.append(f"- {mutant.place}. {mutant.equivalence}")
    return lines


def group(mutant):
    """The name of a mutant on the page; several mutants of one function may have the same name."""
    return f"{mutant.file.removeprefix('PlayerCore/')}: {mutant.place}"


def differences(text, catalog, results):
    """Where the page differs from a run of some of the mutants: of those that have the same name on the page, it must have
    run either all or none."""
    written = Counter()
    file = ""
    survivors = text.partition("### Survivors")[2].partition("### Equivalent mutants")[0]
    for line in survivors.splitlines():
        if line.startswith("#### "):
            file = line.removeprefix("#### ")
        elif line.startswith("- "):
            written[f"{file}: {line.removeprefix('- ')}"] += 1
    found, alike = Counter(), set()
    for mutant in catalog.automatic:
        if mutant.number not in results:
            continue
        marks = [("*", ""), ("", " †"), ("", "")]
        alike.update(f"{mutant.file.removeprefix('PlayerCore/')}: {mark}{mutant.place}{mark}{sign}" for mark, sign in marks)
        if not mutant.equivalence and not is_caught(results[mutant.number]):
            mark, sign = {"missed": ("*", ""), "recorded": ("", " †"), "survived": ("", "")}[fate(results[mutant.number])]
            found[f"{mutant.file.removeprefix('PlayerCore/')}: {mark}{mutant.place}{mark}{sign}"] += 1
    expected = Counter({name: count for name, count in written.items() if name in alike})
    rows = {_row(fault, results[fault.number]) for fault in catalog.zoo if fault.number in results}
    made = Counter(mutant.file.removeprefix("PlayerCore/").removeprefix("Machines/") for mutant in catalog.automatic)
    return (
        [f"{name} survives, and is no survivor on the page" for name in sorted(found - expected)]
        + [f"{name} is a survivor on the page, and is caught" for name in sorted(expected - found)]
        + [f"the page lacks this row: {row}" for row in sorted(rows - set(text.splitlines()))]
        + [f"the page lacks {count} mutants of {file}" for file, count in sorted(made.items())
           if f"| {file} | {count} |" not in text]
    )


def settings_page(table, sessions, length):
    """The page that shows in how many sessions each value of each setting has an effect."""
    holes = settings_without_effect(table)
    known = sum(len(row["values"]) for row in table if row["setting"] not in FOR_FACADES)
    lines = [
        "# Effects of settings",
        "",
        "How often the random sessions come to where a setting matters.",
        "",
        "## Overview",
        "",
        "A law about a setting shows nothing when no session reaches a state where the setting matters. So each of the",
        f"{sessions} sessions of {length} steps of <doc:MutationScore> is run again for each setting, with other values of this",
        "one setting from the beginning: the value *has an effect* when the player then returns anything else. Values are those",
        "that sessions begin with; the standard is in **bold**. `Tools/mutants` writes this page, and CI fails when it is not what",
        "it would write, and when more values than here have no effect in any session.",
        "",
        f"Values without an effect: {len(holes)} of {known}" + (f" ({', '.join(holes)})." if holes else "."),
        "",
        "| setting | value | sessions with it | with an effect |",
        "|---|---:|---:|---:|",
    ]
    for row in table:
        if row["setting"] in FOR_FACADES:
            lines.append(f"| `{row['setting']}` | | | read by façades only |")
            continue
        for value in row["values"]:
            words = _value(value["value"], row["unit"])
            bold = "**" if value["value"] == row["standard"] else ""
            lines.append(f"| `{row['setting']}` | {bold}{words}{bold} | {value['sessions']} | {value['effects']} |")
    return "\n".join(lines) + "\n"


def holes_of(text):
    """How many values of settings have no effect, according to the page."""
    found = re.search(r"^Values without an effect: (\d+) of", text, re.MULTILINE)
    return int(found[1]) if found else 0


def settings_without_effect(table):
    return [f"{row['setting']} = {_value(value['value'], row['unit'])}"
            for row in table if row["setting"] not in FOR_FACADES for value in row["values"] if not value["effects"]]


def _value(value, unit):
    if unit == "microseconds":
        return "never" if value == (1 << 63) - 1 else f"{value / 1_000_000:g} s" if value >= 0 else "off"
    if unit == "flag":
        return "on" if value else "off"
    return f"{value / 1_000:g}" if unit == "thousandths" else str(value)


def score_of(text):
    """How many were made and caught, according to the page: of the zoo, then of the automatic mutants; empty without a table."""
    rows = re.findall(r"^\| [a-z][^|]*\| (\d+) \| (\d+) \| \d+\.\d % \|$", text, re.MULTILINE)
    return [(int(made), int(caught)) for made, caught in rows[:2]]


def script(fault, result):
    """The shrunk session that catches a fault of the zoo, in readable form."""
    catch = result["catch"]
    shrunk = catch["shrunk"]
    head = [f"# {fault.number}: {fault.title}", f"# breaks {catch['property']} in a session of the {catch['model']} model"]
    return "\n".join(head + [f"# {catch['detail']}"] * bool(catch["detail"]) + [""] + shrunk["script"]) + "\n"
