"""Numbers of many sessions as tables: what ``tapedeck stats --csv`` prints, with its types, and as Parquet.

    tapedeck stats field/ --csv | python -m tapedeck.sessions - field.parquet

Needs pyarrow. Rows stream through: memory does not grow with the number of sessions.
"""

import sys
from typing import IO, TYPE_CHECKING, List, Optional, Sequence, Union

from tapedeck._arguments import show

if TYPE_CHECKING:
    import pyarrow

__all__ = ["read_sessions", "write_parquet"]

_TEXTS = ("trace", "group", "extent", "problem", "failure")
_FLAGS = ("startup_valid", "exit_before_start", "startup_failure")
_DECIMALS = ("ratio", "per_hour", "rate_mean", "score")

Source = Union[str, IO[bytes]]


def _type(column: str) -> "pyarrow.DataType":
    import pyarrow

    if column in _TEXTS:
        return pyarrow.string()
    if column in _FLAGS:
        return pyarrow.bool_()
    if any(part in column for part in _DECIMALS):
        return pyarrow.float64()
    return pyarrow.int64()


def _open(source: Source) -> "pyarrow.csv.CSVStreamingReader":
    from pyarrow import csv

    # The names come first; only then are the types known.
    stream: IO[bytes] = open(source, "rb") if isinstance(source, str) else source
    names = stream.readline().decode().rstrip("\r\n").split(",")
    if names[:2] != ["trace", "group"]:
        raise ValueError(
            f"no table of 'tapedeck stats --csv': expected the columns trace, group …, found {show(names[:2])}"
        )
    return csv.open_csv(
        stream,
        read_options=csv.ReadOptions(column_names=names),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types={name: _type(name) for name in names},
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )


def read_sessions(source: Source) -> "pyarrow.Table":
    """A table with a row for each session; null for what was not measured.

    ``source`` is the path of a CSV file from ``tapedeck stats --csv``, or such a file opened in binary mode. Raises
    :class:`ValueError` for any other table.
    """
    return _open(source).read_all()


def write_parquet(source: Source, target: str) -> int:
    """Writes the same table as a Parquet file, batch by batch, and returns the number of sessions."""
    from pyarrow import parquet

    count = 0
    reader = _open(source)
    with parquet.ParquetWriter(target, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)
            count += batch.num_rows
    return count


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """``python -m tapedeck.sessions SESSIONS.csv SESSIONS.parquet``; ``-`` reads standard input."""
    words: List[str] = list(sys.argv[1:] if arguments is None else arguments)
    if len(words) != 2 or words[0] in ("-h", "--help"):
        print(__doc__, file=sys.stdout if words[:1] in (["-h"], ["--help"]) else sys.stderr)
        return 0 if words[:1] in (["-h"], ["--help"]) else 2
    try:
        count = write_parquet(sys.stdin.buffer if words[0] == "-" else words[0], words[1])
    except (OSError, ValueError) as error:
        print(f"error: {words[0]}: {error}", file=sys.stderr)
        return 3
    print(f"wrote {count} sessions to {words[1]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
