"""The steps of a lesson file as actions in a lab."""

from __future__ import annotations

from typing import Any

from lib.evidence import config_of
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions import Action, Call, Fork, OpenThread, Regenerate, Replay, Send
from lib.lab.lab import Lab
from lib.lessons import checks
from lib.lessons.format import Lesson
from lib.lessons.parts import Step
from lib.lessons.walk import Made
from lib.text import Lang


def first_threads(lesson: Lesson) -> list[tuple[str, str]]:
    """Thread ids and scenarios that a lesson's lab opens with, before anything runs."""
    opened = [step for step in lesson.seed if not step.runs] or list(lesson.seed[:1])
    return [(step.thread, step.scenario or lesson.scenario) for step in opened]


class Playing:
    """Does the steps of one lesson in one lab; `made` holds what those before led to."""

    def __init__(self, lab: Lab, lesson: Lesson, lang: Lang, pause: float, made: list[Made]):
        self.lab, self.lesson, self.lang, self.pause = lab, lesson, lang, pause
        self.made = made

    def do(self, step: Step) -> Conversation:
        """One step; what it runs is queued."""
        talk = self._thread(step)
        command = None
        if step.do == "retry":
            command = self.made[(step.of or 0) - 1].command
            self.lab.retry(talk.id, str(command))
        elif step.runs:
            done = self.lab.do(self._action(step, talk))
            command = done.command.id if done.command else None
        at = self._at(step) if step.do == "select" else None
        self.made.append(Made(conversation=talk.id, command=command, checkpoint=at))
        return talk

    def _thread(self, step: Step) -> Conversation:
        found = checks.thread(self.lab, step.thread)
        if found:
            return found
        opened = OpenThread(step.thread, step.scenario or self.lesson.scenario)
        return self.lab.do(opened).conversation

    def _action(self, step: Step, talk: Conversation) -> Action:
        how: dict[str, Any] = {"command_id": new_id(), "pause": self.pause}
        at = self._at(step)
        text = step.text.in_(self.lang) if step.text else None
        match step.do:
            case "send":
                message_id = step.message_id or new_id()
                return Send(talk.id, text or "", message_id=message_id, at=at, **how)
            case "call":
                config = step.config | dict.fromkeys(step.none)
                return Call(talk.id, config, text, saver=step.saver, **how)
            case "replay":
                return Replay(talk.id, at or "", **how)
            case "fork":
                values = self._edited(talk, at or "", text) if text else step.values
                return Fork(talk.id, at or "", values, step.as_node, **how)
            case "regenerate":
                of = self.made[(step.of or 0) - 1].command
                return Regenerate(talk.id, str(of), **how)
        raise ValueError(f"no action for {step.do}")

    def _edited(self, talk: Conversation, at: str, text: str) -> dict[str, Any]:
        """The newest user message of a checkpoint with other words, under its own id."""
        messages = self.lab.values(talk, at).get("messages", ())
        newest = next(m for m in reversed(messages) if m.type == "human")
        return {"messages": [{"role": "user", "content": text, "id": newest.id}]}

    def _at(self, step: Step) -> str | None:
        """The checkpoint that a step names by the action that made it."""
        if step.at is None:
            return None
        made = self.made[step.at.action - 1]
        talk = self.lab.conversation(made.conversation)
        assert talk
        saver = self.lab.backend.reader
        rows = saver.list(config_of(talk.thread_id), filter={"command_id": made.command})
        ids = sorted(row.config["configurable"]["checkpoint_id"] for row in rows)
        return str(ids[step.at.checkpoint - 1])
