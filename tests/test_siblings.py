"""The tree and the siblings against plain models, on random trees."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lib.evidence.siblings import Mark, Siblings, siblings
from lib.evidence.tree import Tree

Edges = list[tuple[str, str | None]]


@st.composite
def trees(draw: st.DrawFn) -> Edges:
    """Rows in creation order; a parent is an earlier row, none, or one that is not stored."""
    edges: Edges = []
    for n in range(draw(st.integers(0, 40))):
        parent = draw(st.sampled_from([None, "gone", *(e[0] for e in edges[-6:]), *"x"]))
        edges.append((f"{n:03}", parent))
    return edges


def parents(edges: Edges) -> dict[str, str | None]:
    known = {checkpoint_id for checkpoint_id, _ in edges}
    return {i: (p if p in known else None) for i, p in edges}


def path(edges: Edges, node: str | None) -> list[str]:
    above, found = parents(edges), []
    while node is not None:
        found.append(node)
        node = above[node]
    return found[::-1]


@given(trees(), st.integers(0, 40))
def test_the_tree_is_what_its_rows_say(edges: Edges, cut: int) -> None:
    tree = Tree(edges[:cut])
    tree.extend(edges)
    above = parents(edges)
    assert len(tree) == len(edges) and tree.last == (edges[-1][0] if edges else "")
    assert tree.tips() == [i for i in above if i not in above.values()]
    for node in above:
        below = [other for other in above if node in path(edges, other)]
        assert tree.tip_below(node) == max(below)


@given(trees(), st.integers(0, 40))
def test_a_line_keeps_its_number_and_has_one_tip(edges: Edges, cut: int) -> None:
    tree = Tree(edges[:cut])
    before = {node: tree.line(node) for node, _ in edges[:cut]}
    tree.extend(edges)
    assert {node: tree.line(node) for node in before} == before
    assert sorted(map(tree.line, tree.tips())) == list(range(1, len(tree.tips()) + 1))
    for node, parent in parents(edges).items():
        first = parent and min(n for n, p in parents(edges).items() if p == parent)
        assert (parent is not None and tree.line(node) == tree.line(parent)) == (node == first)


@given(trees())
def test_branches_sort_by_the_first_step_where_they_part(edges: Edges) -> None:
    tree = Tree(edges)
    for one in tree.tips():
        for other in tree.tips():
            expected = path(edges, one) < path(edges, other)
            assert (tree.branch(one) < tree.branch(other)) == expected


@given(trees())
def test_what_is_added_never_changes_the_order(edges: Edges) -> None:
    half = Tree(edges[: len(edges) // 2])
    tips = sorted(half.tips(), key=half.branch)
    half.extend(edges)
    assert sorted(tips, key=half.branch) == tips


Branches = list[tuple[str, list[Mark]]]


@st.composite
def talks(draw: st.DrawFn) -> Branches:
    """Branches of a talk: each shares the beginning of an earlier one and goes on by itself."""
    random = Random(draw(st.integers(0, 10_000)))
    branches: Branches = [("00", [("human", 0), ("ai", 1)])]
    for n in range(1, draw(st.integers(1, 12))):
        base = random.choice(branches)[1]
        keep = base[: random.randint(0, len(base))]
        new = [(random.choice(("human", "ai")), n * 10 + i) for i in range(random.randint(0, 3))]
        branches.append((f"{n:02}", keep + new))
    return branches


def model(shown: list[Mark], branches: Branches) -> dict[int, Siblings]:
    """Place by place: the different messages that follow the same ones, in order."""
    found = {}
    for place, mark in enumerate(shown):
        after = [(tip, m) for tip, m in branches if m[:place] == shown[:place] and m[place:]]
        there = [(tip, m[place]) for tip, m in after if m[place][0] == mark[0]]
        kinds = list(dict.fromkeys(m for _, m in there))
        if len(kinds) > 1:
            newest = tuple(max(tip for tip, m in there if m == kind) for kind in kinds)
            found[place] = Siblings(kinds.index(mark) + 1, newest)
    return found


@given(talks())
def test_siblings_are_counted_as_the_model_counts_them(branches: Branches) -> None:
    for _, shown in branches:
        assert siblings(shown, branches) == model(shown, branches)
