"""Whole scenarios on a virtual clock."""

import pickle
from typing import Any, Dict

import pytest

from tapedeck import simulation
from tapedeck.simulation import ScenarioError, simulate

pytest.importorskip("wasmtime")
pytestmark = pytest.mark.skipif(not simulation._MODULE.exists(), reason="this wheel was made without simulations")

SCENARIO: Dict[str, Any] = {
    "scenario": "an outage is survived",
    "preset": "standard",
    "media": {"duration": "1 min", "pieces": "2 s"},
    "network": [{"10 s": "3 Mbit/s"}, {"30 s": "nothing"}, {"10 min": "3 Mbit/s"}],
    "engine": {"buffer": "10 s"},
    "steps": ["play"],
    "expect": ["playing within 5 s"],
}


def test_a_scenario_passes_and_its_trace_replays() -> None:
    result = simulate(SCENARIO)
    assert result.verdict == "passed" and result.failures == []
    assert result.name == "an outage is survived" and result.inputs > 5 and result.end > 60_000_000
    assert result.trace.replay()["verdict"] == "ok" and result.trace.replay()["digest"] == result.digest
    assert result.trace.player().digest == result.digest
    assert bytes(simulate(SCENARIO).trace) == bytes(result.trace)


def test_what_is_not_as_expected_is_said() -> None:
    result = simulate({**SCENARIO, "expect": ["failed within 5 s"]})
    assert result.verdict == "failed" and len(result.failures) == 1 and result.failures[0].text


def test_wrong_use() -> None:
    with pytest.raises(ScenarioError, match=r"^scenario\.?.*expected") as caught:
        simulate({**SCENARIO, "mdeia": 3})
    assert caught.value.problems and pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems
    with pytest.raises(ScenarioError, match="expected"):
        simulate({**SCENARIO, "steps": ["dance"]})
    with pytest.raises(TypeError, match="scenario: expected a mapping"):
        simulate([])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scenario: expected mappings"):
        simulate({"scenario": object()})
    with pytest.raises(TypeError, match="scenario: expected mappings"):
        simulate({"scenario": "x", "until": float("nan")})
