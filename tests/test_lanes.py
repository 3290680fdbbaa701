"""`lanes`: a row never moves, and no two lines lie on one another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lib.evidence import lanes

Rows = list[tuple[str, str | None]]

PARENTS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=30)
LINEAR: Rows = [(str(row), str(row - 1) if row else None) for row in range(20)]


def grown(drawn: list[tuple[int, int]]) -> Rows:
    """Rows in creation order: most grow from the row above, some fork; few are roots or cut."""
    rows: Rows = []
    for row, (back, kind) in enumerate(drawn):
        parent = str(row - 1) if kind > 3 else str(row - 1 - back % max(row, 1))
        rows.append((str(row), {0: None, 1: f"cut {back}"}.get(kind, parent if row else None)))
    return rows


HISTORIES = PARENTS.map(grown)


def test_a_linear_history_is_one_lane() -> None:
    assert set(lanes(LINEAR).values()) == {0}
    assert set(lanes(LINEAR[7:]).values()) == {0}, "and so it is where a window cuts it"


def test_a_fork_has_a_lane_of_its_own_and_the_first_child_stays() -> None:
    placed = lanes([("a", None), ("b", "a"), ("c", "a"), ("d", "b"), ("e", "c")])
    assert placed == {"a": 0, "b": 0, "c": 1, "d": 0, "e": 1}


def test_the_lane_of_a_branch_that_ended_is_used_again() -> None:
    placed = lanes([("a", None), ("b", "a"), ("c", "a"), ("d", "c"), ("e", "d"), ("f", "d")])
    assert placed["f"] == placed["b"] == 0 and placed["c"] == placed["d"] == placed["e"] == 1


@given(HISTORIES)
def test_every_row_has_a_lane_and_there_are_no_more_than_tips(rows: Rows) -> None:
    placed = lanes(rows)
    parents = {parent for _, parent in rows}
    tips = [row for row, _ in rows if row not in parents]
    assert placed.keys() == {row for row, _ in rows}
    assert set(placed.values()) == set(range(max(placed.values(), default=-1) + 1))
    assert len(set(placed.values())) <= len(tips)


@given(HISTORIES, st.integers(0, 30))
def test_a_placed_row_never_moves_when_rows_are_appended(rows: Rows, length: int) -> None:
    placed = lanes(rows)
    assert lanes(rows[:length]) == {row: placed[row] for row, _ in rows[:length]}


@given(HISTORIES)
def test_no_two_lines_lie_on_one_another(rows: Rows) -> None:
    """A line runs in its row's lane, from just below the parent's row down to the row itself."""
    placed, at = lanes(rows), {row: place for place, (row, _) in enumerate(rows)}
    cells = [
        (placed[row], place)
        for row, parent in rows
        for place in range(at[parent] + 1 if parent in at else at[row], at[row] + 1)
    ]
    assert len(cells) == len(set(cells))


@given(HISTORIES)
def test_a_cut_parent_is_drawn_as_a_root(rows: Rows) -> None:
    known = {row for row, _ in rows}
    roots: Rows = [(row, parent if parent in known else None) for row, parent in rows]
    assert lanes(roots) == lanes(rows)
