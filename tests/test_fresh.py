"""Values that are kept as long as nothing was written."""

from __future__ import annotations

from lib.lab.fresh import MOST, Fresh


class World:
    """Something that is written to, and counts its versions up after each write."""

    def __init__(self) -> None:
        self.version = self.value = self.reads = 0
        self.fresh = Fresh(lambda: self.version)

    def read(self) -> int:
        self.reads += 1
        return self.value

    def write(self) -> None:
        self.value += 1
        self.version += 1


def test_a_value_is_read_once_until_something_is_written() -> None:
    world = World()
    assert [world.fresh.get("a", world.read) for _ in range(3)] == [0, 0, 0]
    assert world.reads == 1
    world.write()
    assert world.fresh.get("a", world.read) == 1


def test_a_value_read_while_something_is_written_is_not_handed_out_later() -> None:
    world = World()

    def read_and_then_a_write_lands() -> int:
        value = world.read()
        world.write()
        return value

    assert world.fresh.get("a", read_and_then_a_write_lands) == 0
    assert world.fresh.get("a", world.read) == 1


def test_a_value_made_from_older_ones_is_not_kept_as_a_newer_one() -> None:
    world = World()
    at = world.version
    older = world.fresh.get("a", world.read)
    world.write()
    assert world.fresh.get("drawn", lambda: older, at=at) == 0
    assert world.fresh.get("drawn", lambda: world.fresh.get("a", world.read)) == 1


def test_no_more_than_a_bounded_number_is_kept() -> None:
    world = World()
    for key in range(MOST + 1):
        world.fresh.get(key, world.read)
    world.fresh.get(0, world.read)
    assert world.reads == MOST + 2
