"""Many inputs at once."""

import contextlib
import random

import pytest
from conftest import make_playing

from tapedeck import Batch, Outputs, Player, inputs


def some(count: int) -> Batch:
    batch = Batch()
    for index in range(count):
        batch.append("setMuted", at=2_000_000 + index, request=index, muted=index % 2 == 0)
    return batch


def test_it_is_a_sequence_of_inputs() -> None:
    batch = some(3)
    batch.append(inputs.Seek(anchor="playhead", offset=-5, before=None), at=7)
    assert len(batch) == 4
    assert batch[1] == inputs.SetMuted(request=1, muted=False)
    assert batch[-1] == inputs.Seek(anchor="playhead", offset=-5, before=None)
    assert [given.name for given in batch] == ["setMuted"] * 3 + ["seek"]
    assert batch[1:3] == [inputs.SetMuted(request=1, muted=False), inputs.SetMuted(request=2, muted=True)]
    assert batch.times() == [2_000_000, 2_000_001, 2_000_002, 7]
    assert repr(batch) == "<Batch of 4>"
    assert Batch(batch.data) == batch and batch != some(3)
    with pytest.raises(IndexError, match="index: expected -4 to 3, found 4"):
        batch[4]
    batch.clear()
    assert len(batch) == 0 and list(batch) == []


def test_a_wrong_input_is_not_appended() -> None:
    batch = some(2)
    with pytest.raises(ValueError, match="did you mean"):
        batch.append("setMutd", at=0)  # type: ignore[call-overload]
    assert len(batch) == 2


def test_it_gives_what_single_inputs_give() -> None:
    one, other = make_playing(), make_playing()
    batch = some(1000)
    single = [one.receive(given, at=at) for given, at in zip(batch, batch.times())]
    answer = other.receive_many(batch)
    assert list(answer) == [output for given in single for output in given]
    assert answer.inputs() == [index for index, given in enumerate(single) for _ in given]
    assert answer[-1] == single[-1][-1] and answer.times()[-1] == 2_000_999
    assert one.digest == other.digest


def test_inputs_with_many_outputs_take_several_rounds() -> None:
    batch = Batch()
    for index in range(600):
        batch.append("load", at=index, request=2 * index, item=index % 9 + 1, autoplay=True, opens=True)
    one, other = Player(), Player()
    single = [one.receive(given, at=at) for given, at in zip(batch, batch.times())]
    answer = other.receive_many(batch)
    assert len(answer) > 3 * len(batch) + 40
    assert list(answer) == [output for given in single for output in given]
    assert answer.inputs() == [index for index, given in enumerate(single) for _ in given]


def test_outputs_can_be_used_again() -> None:
    batch = some(50)
    first, second = make_playing(), make_playing()
    outputs = first.receive_many(batch)
    expected = list(outputs)
    again = second.receive_many(batch, outputs=outputs)
    assert again is outputs and list(outputs) == expected
    assert len(second.receive_many(Batch(), outputs=outputs)) == 0


def test_an_error_in_the_middle_keeps_what_came_before() -> None:
    player, other = make_playing(), make_playing()
    batch = some(3)
    batch.data[112 * 2] = 0xFF
    with pytest.raises(ValueError, match=r"inputs\[2\]: "):
        player.receive_many(batch)
    other.receive_many(some(2))
    assert player.digest == other.digest


def test_nothing_can_be_appended_while_a_view_is_in_use() -> None:
    batch = some(1)
    with memoryview(batch.data), pytest.raises(BufferError):
        batch.append("play", at=0)


def test_numpy_looks_at_it_without_a_copy() -> None:
    numpy = pytest.importorskip("numpy")
    batch = some(4)
    array = numpy.asarray(batch)
    assert array["time"].tolist() == batch.times() and array["code"].tolist() == [12] * 4
    array["time"] += 5
    assert batch.times()[0] == 2_000_005
    player = make_playing()
    assert player.receive_many(array)[0] == make_playing().receive_many(batch)[0]


def test_no_bytes_lead_to_anything_but_an_error() -> None:
    source = random.Random(1)
    refused = 0
    for _ in range(2000):
        batch = some(3)
        for _ in range(source.randint(1, 8)):
            batch.data[source.randrange(len(batch.data))] = source.choice((0, 0xFF, 0x80, source.randrange(256)))
        player = make_playing()
        try:
            list(player.receive_many(batch))
        except ValueError as error:
            assert str(error).startswith("inputs["), error
            refused += 1
        with contextlib.suppress(ValueError):
            list(batch)
        Player.from_snapshot(player.save())
    assert 0 < refused < 2000


def test_outputs_of_a_buffer() -> None:
    answer = make_playing().receive_many(some(2))
    assert list(Outputs(bytes(answer.data))) == list(answer)
