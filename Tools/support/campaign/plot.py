"""DIR/summary.svg and summary.png: how much was done and found, and which worker did what."""

from bisect import bisect_right
from itertools import accumulate
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .results import Line
from .summary import Summary, busy, worker_name

# Okabe and Ito: distinguishable for everybody.
BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
WORKERS_SHOWN = 24
# Seconds without any run that count as an interruption of the campaign.
PAUSE = 30


def draw(summary: Summary, folder: Path) -> None:
    lines = sorted((record.best for record in summary.records), key=_end)
    figure = Figure(figsize=(10, 7), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=(3, 2))
    figure.suptitle(f"{summary.program}: {len(lines):,} units, {summary.steps:,} steps", fontsize=11)
    _growth(above, lines)
    _work(below, [line for record in summary.records for line in record.lines if line["run"]["host"]])
    # Without a date and with fixed ids, so that the same results produce the same file.
    with matplotlib.rc_context({"svg.hashsalt": "tapedeck"}):
        figure.savefig(folder / "summary.svg", metadata={"Date": None})
    figure.savefig(folder / "summary.png", dpi=120)


def _end(line: Line) -> tuple[float, str]:
    return line["run"]["began"] + line["run"].get("seconds", 0), line["id"]


def _growth(axes: Axes, lines: list[Line]) -> None:
    """Steps (or traces) on the left, distinct findings on the right, over the units in the order they ended."""
    has_steps = any(line.get("steps") for line in lines)
    work, total = [0], 0
    digests: set[tuple[str, str]] = set()
    marks: set[str] = set()
    found, seen = [0], [0]
    for line in lines:
        total += (line.get("steps") or 0) if has_steps else len(line.get("files") or ())
        work.append(total)
        digests.update((finding["property"], str(finding.get("digest"))) for finding in line["findings"])
        found.append(len(digests))
        value = line.get("marks")
        if isinstance(value, list):
            marks.update(map(str, value))
        seen.append(max(seen[-1], len(marks), value if isinstance(value, int) else 0))
    units = range(len(work))
    axes.plot(units, work, color=BLUE, label="steps" if has_steps else "traces")
    axes.set_xlabel("units, in the order in which they ended")
    axes.set_ylabel("steps" if has_steps else "traces", color=BLUE)
    axes.set_xlim(0, max(1, len(work) - 1))
    axes.set_ylim(0, max(1, total) * 1.08)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
    right = axes.twinx()
    right.step(units, found, where="post", color=RED, label="distinct findings")
    right.set_ylabel("distinct findings", color=RED)
    right.set_ylim(0, max(1, found[-1]) * 1.15)
    right.yaxis.set_major_locator(MaxNLocator(integer=True))
    handles = [*axes.get_lines(), *right.get_lines()]
    if seen[-1]:
        # Thousands of marks would flatten a few findings: they get a separate scale, as a share of all.
        share = [value / seen[-1] * total for value in seen]
        handles += axes.plot(units, share, color=GREEN, linestyle="--", label=f"marks seen, of {seen[-1]:,}")
    axes.legend(handles=handles, loc="lower right", frameon=False)
    for each in (axes, right):
        each.spines["top"].set_visible(False)


def _work(axes: Axes, lines: list[Line]) -> None:
    """A bar for each run of a unit, in the row of its worker."""
    if not lines:
        axes.set_axis_off()
        return
    spans = busy(lines)
    # Interruptions are reduced to a line: a campaign may resume days later.
    starts = [0.0, *accumulate(end - start for start, end in spans)]
    for earlier, later, place in zip(spans, spans[1:], starts[1:], strict=False):
        if later[0] - earlier[1] > PAUSE:
            axes.axvline(place, color="black", linestyle=":", linewidth=1)
    totals: dict[str, float] = {}
    for line in lines:
        name = worker_name(line["run"])
        totals[name] = totals.get(name, 0) + line["run"].get("seconds", 0)
    busiest = sorted(sorted(totals, key=lambda name: -totals[name])[:WORKERS_SHOWN])
    rows = {name: row for row, name in enumerate(busiest)}
    colors = {"finished": BLUE, "crashed": RED, "timed-out": RED, "killed-its-worker": RED}
    used = set()
    for line in lines:
        run = line["run"]
        if worker_name(run) not in rows:
            continue
        kind = "with findings" if line["findings"] and line["outcome"] == "finished" else line["outcome"]
        color = ORANGE if kind == "with findings" else colors.get(line["outcome"], RED)
        label = None if kind in used else kind
        used.add(kind)
        span = bisect_right(spans, (run["began"], float("inf"))) - 1
        left = [(starts[span] + run["began"] - spans[span][0], run.get("seconds", 0))]
        row = (rows[worker_name(run)] - 0.38, 0.76)
        axes.broken_barh(left, row, facecolors=color, edgecolors="white", linewidth=0.4, label=label)
    axes.set_yticks(range(len(busiest)), busiest, fontsize=8)
    axes.set_ylim(len(busiest) - 0.4, -0.6)
    axes.set_xlim(left=0)
    more = len(totals) - len(busiest)
    axes.set_xlabel("seconds at work" + (f" (the busiest {len(busiest)} of {len(totals)} workers)" if more else ""))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.18), ncols=len(used), frameon=False, fontsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _short(value: float) -> str:
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"
