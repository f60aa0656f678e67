"""Tables of sessions."""

import io

import pytest

pyarrow = pytest.importorskip("pyarrow")

from tapedeck.sessions import main, read_sessions  # noqa: E402

CSV = (
    b"trace,group,extent,problem,steps,class_playing_us,startup_us,startup_valid,rebuffer_ratio_watch,failure\n"
    b'"a,b.trace",all sessions,finished,,12,9000000000,400000,true,0.012500,\n'
    b"c.trace,all sessions,unreadable,no header,,,,,,\n"
)


def test_types_and_nulls() -> None:
    table = read_sessions(io.BytesIO(CSV))
    assert table.to_pylist() == [
        {
            "trace": "a,b.trace",
            "group": "all sessions",
            "extent": "finished",
            "problem": None,
            "steps": 12,
            "class_playing_us": 9_000_000_000,
            "startup_us": 400_000,
            "startup_valid": True,
            "rebuffer_ratio_watch": 0.0125,
            "failure": None,
        },
        dict.fromkeys(table.column_names)
        | {"trace": "c.trace", "group": "all sessions", "extent": "unreadable", "problem": "no header"},
    ]


def test_parquet(tmp_path, capsys) -> None:
    source, target = tmp_path / "sessions.csv", tmp_path / "sessions.parquet"
    source.write_bytes(CSV)
    assert main([str(source), str(target)]) == 0
    from pyarrow import parquet

    assert parquet.read_table(target).equals(read_sessions(str(source)))
    source.write_bytes(b"a,b\n1,2\n")
    assert main([str(source), str(target)]) == 3
    assert "tapedeck stats --csv" in capsys.readouterr().err
