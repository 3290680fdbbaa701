"""A lab: one learner's world for one purpose. `do` is the only way anything in it changes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from sqlalchemy import Connection

from lib.backends import Backend
from lib.evidence.explain import Graph
from lib.identity import commands, journal, requests
from lib.identity.conversations import Conversation, LabKey
from lib.identity.requests import Via
from lib.identity.runs import Run
from lib.lab.actions import Action, Done, as_line
from lib.lab.actions.accepting import once_more
from lib.lab.actions.ground import owned
from lib.lab.effects import CountedEffects
from lib.lab.execution import Steps, execute
from lib.lab.reading import Reading
from lib.lab.services import Services
from lib.lab.underway import UnderWay, Watching
from lib.lab.undo import reset, undo
from lib.text import Refused


class Lab(Reading):
    """Opened by the hub; `used_at` and `busy` keep it open."""

    def __init__(self, key: LabKey, backend: Backend, services: Services) -> None:
        super().__init__(key, backend, services)
        self.used_at = time.monotonic()
        self._jobs: set[object] = set()
        self._watching = Watching(services.ledger, backend, self.publish)
        self._effects = CountedEffects(services.ledger, self._watching.runs)
        # Set before the first graph is compiled: compiling copies the saver with its attributes.
        backend.saver.observer = self._watching.stored  # type: ignore[attr-defined]
        backend.saver.foresee = self._watching.foresee  # type: ignore[attr-defined]

    @property
    def works(self) -> bool:
        """Whether a run of the lab is queued or under way."""
        return bool(self._jobs)

    @property
    def busy(self) -> bool:
        """Whether it works, or a tab is open on it."""
        return self.works or self._services.bus.watched(self.key.id) > 0

    def publish(self, *, urgent: bool = False) -> None:
        """Tell the lab's tabs that something was written; at once when a run ended."""
        self._services.bus.publish(self.key.id, urgent=urgent)

    def do(self, action: Action, via: Via = "page") -> Done:
        """Perform an action: it, its request and its journal line are written together; what runs
        is queued. The same command once more is a retry: a request and no line. `Refused` with the
        sentence for the learner when nothing was changed.
        """
        with self.ledger.write() as connection:
            done = _requested(connection, action.perform(self, connection), via)
            if done.new:
                position = done.command.position if done.command else None
                line = as_line(action)
                journal.write_line(connection, self.key.id, line, position, done.before)
            if done.removal:
                done.removal()
        if not done.command:
            self.branches.forget()
        self._told(done)
        return done

    def retry(self, conversation_id: str, command_id: str, via: Via = "page") -> Done:
        """The same command once more, as its state has it."""
        with self.ledger.write() as connection:
            found = owned(self, connection, conversation_id)
            command = commands.find(connection, found, command_id)
            if command is None:
                raise Refused("errors.no_command")
            done = _requested(connection, once_more(connection, found, command), via)
        self._told(done)
        return done

    def _told(self, done: Done) -> None:
        self.publish()
        if done.starts:
            self.queue(done.conversation)

    def undo(self) -> Action:
        """Take back the last action that holds; `Refused` when it can't be."""
        action = undo(self)
        self.branches.forget()
        self.publish()
        return action

    def reset(self) -> None:
        """Remove every thread of the lab and its journal; `Refused` while anything runs."""
        reset(self)
        self.branches.forget()
        self.publish()

    def queue(self, conversation: Conversation) -> None:
        """Queue a job for the conversation's accepted commands."""
        self._submit(conversation, execute(self, conversation))

    def after(self, conversation: Conversation, work: Callable[[], None]) -> None:
        """Do something when what is queued on the conversation by now has ended."""

        def steps() -> Steps:
            work()
            yield from ()

        self._submit(conversation, steps())

    def _submit(self, conversation: Conversation, steps: Steps) -> None:
        job = object()
        self._jobs.add(job)

        def noted() -> Steps:
            try:
                yield from steps
            finally:
                self._jobs.discard(job)

        self._services.runner.submit(conversation.id, noted())

    def graph(self, conversation: Conversation) -> Graph:
        """The conversation's graph for running: counted effects, the observed saver."""
        return self._compiled(conversation.scenario, self._effects, running=True)

    @contextlib.contextmanager
    def running(self, run: Run, conversation: Conversation) -> Iterator[UnderWay]:
        """While a run of this lab is under way: its stored checkpoints and calls are its own."""
        self._watching.runs[run.id] = UnderWay(conversation.id, run.command)
        self.publish()
        try:
            yield self._watching.runs[run.id]
        finally:
            del self._watching.runs[run.id]


def _requested(connection: Connection, done: Done, via: Via) -> Done:
    """Write the request down that an action came with, if it is one that runs a graph."""
    if done.command is None:
        return done
    replayed = not (done.new or done.starts)
    request_id = requests.note(connection, done.command, via, replayed=replayed)
    return replace(done, request_id=request_id)
