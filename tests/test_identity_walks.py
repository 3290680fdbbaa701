"""Seeded random walks of two learners on one hub: what holds after every step, whatever it was."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from lib.evidence import config_of
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions import Action, Done, FailNext, Fork, Regenerate, Replay, Resume, Send
from lib.lab.hub import Hub
from lib.text import Refused
from tests.worlds import Dump, World, dump, settings_for

TEXTS = ("seat: window", "seat: aisle", "which seat?", "book a trip to Tokyo", "座位偏好：靠窗")
MINE = {"learners": 0, "labs": 1, "conversations": 1, "commands": 2, "journal": 1}
OF_COMMAND, OF_TALK = ("runs", "requests", "writes_before"), {"node_calls": 2, "messages": 0}
STEPS = ["send"] * 7 + ["again"] * 6 + ["undo"] * 6 + ["change", "regenerate", "fork", "replay"] * 2
STEPS += ["resume", "fail_next"] * 3 + ["crash"]


@dataclass
class Walker:
    """`stack` has, for each action that can be undone, its command and what was there before it."""

    world: World
    rng: random.Random
    talks: list[Conversation] = field(default_factory=list)
    sent: dict[str, Any] = field(default_factory=dict)
    stack: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def ledger(self) -> Dump:
        """The learner's rows of the ledger."""
        said, who, lab = dump(self.world.ledger), self.world.learner_id, self.world.lab.key.id
        found = {t: [r for r in said[t] if r[at] in (who, lab)] for t, at in MINE.items()}
        places, talks = ({r[0] for r in found[t]} for t in ("commands", "conversations"))
        found |= {t: [r for r in said[t] if r[1] in places] for t in OF_COMMAND}
        return found | {t: [r for r in said[t] if r[at] in talks] for t, at in OF_TALK.items()}

    def everything(self) -> tuple[Dump, Dump]:
        return self.ledger(), self.world.rows()

    def part(self, talk: Conversation) -> Dump:
        """What holds of one thread."""
        said = self.ledger()
        held = [r for r in said["commands"] if r[3] == talk.id and r[7] != "undone"]
        places = {r[0] for r in held}
        found = {t: [r for r in said[t] if r[1] in places] for t in ("runs", "writes_before")}
        found["talk"] = [r for r in said["conversations"] if r[0] == talk.id]
        found["calls"] = [r for r in said["node_calls"] if r[2] == talk.id]
        return found | {"commands": held} | self.world.rows(talk)

    def snapshot(self) -> dict[str, Any]:
        lines = [r for r in self.ledger()["journal"] if not r[-1]]
        return {talk.id: self.part(talk) for talk in self.talks} | {"lines": lines}

    def row(self, command_id: str) -> Any:
        return next(r for r in self.ledger()["commands"] if r[1] == command_id)

    def noted(self, action: Any, done: Done, before: dict[str, Any]) -> str:
        if done.command:
            self.sent[done.command.id] = action
        if done.new:
            self.stack.append((done.command.id if done.command else "", before))
        return str(action)

    def act(self, action: Action) -> str:
        before = self.snapshot()
        return self.noted(action, self.world.do(action), before)

    def somewhere(self) -> tuple[Conversation, Any]:
        """A thread and one of its rows, None while it has none."""
        talk = self.rng.choice(self.talks)
        rows = self.world.lab.window(talk, newest=1_000).rows
        return talk, self.rng.choice(rows) if rows else None

    def message(self, **how: Any) -> Send:
        talk, row = self.somewhere()
        pin = (
            row.checkpoint_id if row and not row.decoded.next and self.rng.random() < 0.2 else None
        )
        how["durability"] = self.rng.choice(["sync"] * 6 + ["async", "exit"])
        return Send(talk.id, self.rng.choice(TEXTS), new_id(), at=pin, **how)

    def send(self) -> str:
        return self.act(self.message())

    def fail_next(self) -> str:
        lookups = [talk for talk in self.talks if talk.scenario == "lookup"]
        return self.act(FailNext(self.rng.choice(lookups).id)) if lookups else self.send()

    def replay(self) -> str:
        talk, row = self.somewhere()
        return self.act(Replay(talk.id, row.checkpoint_id, new_id())) if row else self.send()

    def fork(self) -> str:
        talk, row = self.somewhere()
        if not row:
            return self.send()
        said = self.world.lab.values(talk, row.checkpoint_id).get("messages", ())
        ids = [m.id for m in said if m.type == "human"] + [new_id()]
        values = {"messages": [{"type": "human", "id": self.rng.choice(ids), "content": "forked"}]}
        return self.act(Fork(talk.id, row.checkpoint_id, values, "__start__", new_id()))

    def resume(self) -> str:
        talk = self.rng.choice(self.talks)
        head = self.world.lab.head(talk)
        some = (
            self.rng.sample(head.questions, self.rng.randint(1, len(head.questions) or 1) or 1)
            if head.questions
            else []
        )
        answers = {q.id: self.rng.choice(["yes", "no"]) for q in some}
        asked = Resume(talk.id, str(head.checkpoint_id), answers, new_id())
        return self.act(asked) if answers else self.send()

    def regenerate(self) -> str:
        turns = [i for i, a in self.sent.items() if isinstance(a, Send | Regenerate)]
        turns = [i for i in turns if self.row(i)[7] != "undone"]
        if not turns:
            return self.send()
        of = self.rng.choice(turns)
        root, talk_id = self.row(self.row(of)[6].get("of", of)), self.row(of)[3]
        talk, message = next(t for t in self.talks if t.id == talk_id), root[6]["message"]["id"]
        lab, again = self.world.lab, Regenerate(talk_id, of, new_id())
        for row in lab.window(talk, newest=1_000).rows:
            said = lab.values(talk, row.checkpoint_id).get("messages", [])
            if row.command_id == root[1] and said and row.decoded.next and said[-1].id == message:
                break
        else:
            before = self.everything()
            with pytest.raises(Refused, match=r"errors\.no_start"):
                lab.do(again)
            assert self.everything() == before, "a refused regenerate changed something"
            return f"refused {again}"
        told = self.act(again)
        rows = self.world.lab.window(talk, newest=1_000).rows
        first = next(r for r in rows if r.command_id == again.command_id)
        assert first.parent_id == row.checkpoint_id, "it does not start where its turn did"
        head = self.world.lab.values(talk, rows[-1].checkpoint_id)["messages"]
        assert head[: len(said)] == said, "the messages before the answer are others"
        return told

    def again(self) -> str:
        """The same command again: by its id, or the whole action."""
        if not self.sent:
            return self.send()
        asked, whole = self.rng.choice(list(self.sent.values())), self.rng.random() < 0.5
        was, (said, rows) = self.row(asked.command_id), self.everything()
        ran = {r[1] for r in said["runs"]}
        later = [r for r in said["commands"] if r[3] == was[3] and r[0] > was[0] and r[0] in ran]
        moved_on = any(r[7] != "undone" for r in later)
        lab = self.world.lab
        done = lab.do(asked) if whole else lab.retry(asked.conversation_id, asked.command_id)
        self.world.idle()
        now, now_rows = self.everything()
        assert (done.new, done.met) == (False, was[7]), "a known command was met otherwise"
        added = now.pop("requests")[len(said.pop("requests")) :]
        assert [r[1] for r in added] == [was[0]], "not exactly one request more"
        if was[7] != "failed":
            assert (now, now_rows) == (said, rows), f"a retry of {was[7]} changed something"
            return f"again, {was[7]}: {asked}"
        assert done.starts != moved_on, "a failed command runs again unless its thread moved on"
        if moved_on:
            said["commands"] = [
                (*r[:7], "superseded", *r[8:]) if r == was else r for r in said["commands"]
            ]
            assert (now, now_rows) == (said, rows), "being left behind changed more than the state"
        self._renew(was, done.starts)
        return f"again, failed: {asked}"

    def _renew(self, was: Any, started: bool) -> None:
        """What stood behind a failed command is different now that it ran again."""
        talk, now = next(t for t in self.talks if t.id == was[3]), self.row(was[1])
        place = [command_id for command_id, _ in self.stack].index(was[1])
        for _, before in self.stack[place + 1 :]:
            part = before[talk.id]
            held = [now if r[0] == was[0] else r for r in part["commands"]]
            before[talk.id] = self.part(talk) if started else part | {"commands": held}

    def change(self) -> str:
        """Another text under a known command id."""
        sends = [a for a in self.sent.values() if isinstance(a, Send)]
        if not sends:
            return self.send()
        asked, before = self.rng.choice(sends), self.everything()
        with pytest.raises(Refused, match=r"errors\.other_payload"):
            self.world.lab.do(replace(asked, text=f"{asked.text}!"))
        assert self.everything() == before, "another payload changed something"
        return f"change {asked}"

    def undo(self) -> str:
        if not self.stack:
            return self.send()
        (command_id, before), action = self.stack.pop(), self.world.lab.undo()
        now = self.snapshot()
        for name in before:
            assert now[name] == before[name], f"undo of {action} leaves {name} different"
        return f"undo {command_id} {action}"

    def crash(self) -> str:
        """The hub goes away: idle, with a command that nothing was queued for, or during a run."""
        how, before, lab = (
            self.rng.choice(["idle", "queued", "running"]),
            self.snapshot(),
            self.world.lab,
        )
        if how == "queued":
            lab.queue = lambda _: None  # type: ignore[method-assign]
        if how != "idle":
            asked = self.message(pause=0.03)
            self.noted(asked, lab.do(asked), before)
            time.sleep(self.rng.choice([0, 0.01, 0.03]) if how == "running" else 0)
        hub = self.world.hub
        hub.close()
        self.world.hub = Hub(hub.settings)
        self.world.hub.recover()
        self.world.idle()
        return f"crash, {how}: {asked if how != 'idle' else ''}"

    def check(self) -> None:
        said = self.ledger()
        ids, states = [r[1] for r in said["commands"]], {r[0]: r[7] for r in said["commands"]}
        assert len(ids) == len(set(ids)), "a command id is there twice"
        assert not {"accepted", "running"} & set(states.values()), "unfinished, but idle"
        for r in said["commands"]:
            mine = [run[3] for run in said["runs"] if run[1] == r[0]].count("answered")
            # What a resume settled was answered by the resume's run.
            assert r[7] != "answered" or mine == (r[10] is None), f"{r[1]}: {mine} runs answered"
        undone = {r[1] for r in said["commands"] if r[7] == "undone"}
        for talk in self.talks:
            keys = self.world.lab.backend.keys(talk.thread_id, newest=10_000)
            left = undone & {str(key.metadata.get("command_id")) for key in keys}
            assert not left, f"rows of undone commands: {left}"
            head = self.world.lab.drawing(talk).get_state(config_of(talk.thread_id)).values
            seen = [m.id for m in head.get("messages", ())]
            assert len(seen) == len(set(seen)), f"a message is there twice: {seen}"


def walkers(hub: Hub, rng: random.Random) -> list[Walker]:
    found = [Walker(World(hub), rng) for _ in range(2)]
    for walker in found:
        for n in range(rng.randint(1, 2)):
            scenario = rng.choice(["seat", "lookup", "approval"])
            walker.talks.append(walker.world.open(f"t{n}", scenario))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_whatever_two_learners_do_the_identities_hold(tmp_path: Path, seed: int) -> None:
    rng, hub = random.Random(seed), Hub(settings_for(tmp_path / "data"))
    found = walkers(hub, rng)
    told: list[str] = []
    try:
        for _ in range(40):
            actor, other = rng.sample(found, 2)
            before, step = other.everything(), rng.choice(STEPS)
            told.append(f"{actor.world.learner_id[:4]} {step}")
            told[-1] += f" -> {getattr(actor, step)()}"
            other.world.hub = actor.world.hub
            actor.check()
            assert other.everything() == before, "the other learner's rows changed"
    except Exception as failure:
        steps = "\n".join(told)
        raise AssertionError(f"seed {seed}: {failure!r} after\n{steps}") from failure
    finally:
        found[0].world.hub.close()
