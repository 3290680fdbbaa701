"""What each stage of a lesson says, which answers it takes, and what leads on from it."""

from __future__ import annotations

from functools import partial
from html import escape
from importlib.metadata import version

from lib.lessons.checks import Picked, all_hold
from lib.lessons.playing import NEITHER
from lib.lessons.walk import STAGES
from lib.ui.panels import lesson_answers, lesson_next, lesson_recall
from lib.ui.panels.lesson_shown import Shown, nothing, sentence
from lib.ui.session import Session
from lib.ui.view import View


def picked(s: Session, view: View) -> Picked | None:
    """What the learner selected; following the head is no selection."""
    if s.checkpoint_id is None:
        return None
    return Picked(view.conversation, s.ns, s.checkpoint_id)


def of(s: Session, view: View) -> Shown:
    walk = s.stand.walk
    if s.lesson and s.lesson.too_new:
        return _too_new(s)
    if not walk.ran and not walk.playing and s.stage != "predict":
        return _not_reached(s)
    if walk.playing or (s.stage == "run" and not walk.ran):
        return _running(s)
    if s.stage == "predict" and not walk.ran:
        return lesson_recall.shown(s) or _predict(s)
    by_stage = {"observe": _observe, "explain": _explain, "challenge": _challenge}
    return by_stage[s.stage](s, view) if s.stage in by_stage else _happened(s)


def _question(s: Session) -> str:
    assert s.lesson
    return sentence(s.lesson.asks.question.in_(s.lang))


def _not_reached(s: Session) -> Shown:
    """A link runs nothing: it offers to."""
    name = s.text(f"lesson.stage.{s.stage}")
    says = sentence(s.text("lesson.not_reached", stage=name))
    return Shown(says, nothing, partial(lesson_next.get_there, s))


def _too_new(s: Session) -> Shown:
    assert s.lesson
    said = s.text("lesson.too_new", needs=s.lesson.needs, installed=version("langgraph"))
    return Shown(sentence(said), nothing, partial(lesson_next.lesson, s, met=True))


def _predict(s: Session) -> Shown:
    if not s.stand.is_ready:
        return Shown(_question(s), nothing, partial(lesson_next.prepare, s))
    return Shown(_question(s), partial(lesson_answers.choose, s), partial(lesson_next.run, s))


def _running(s: Session) -> Shown:
    """Also when a run was cut off: starting over is in the menu, and said here."""
    cut = s.stand.walk.playing and not s.lab.works
    says = _question(s) + sentence(s.text("lesson.cut_off" if cut else "lesson.running"), "aside")
    leads = partial(lesson_next.again, s) if cut else nothing
    return Shown(says, partial(lesson_answers.marked, s), leads)


def _happened(s: Session) -> Shown:
    key = "lesson.neither" if s.stand.walk.outcome == NEITHER else "lesson.compare"
    says = _question(s) + sentence(s.text(key), "aside")
    return Shown(says, partial(lesson_answers.marked, s), partial(lesson_next.on, s, "observe"))


def _observe(s: Session, view: View) -> Shown:
    assert s.lesson and s.lesson.observe
    asked, pick = s.lesson.observe, picked(s, view)
    right = all_hold(s.lab, asked.select, pick)
    if right and not s.stand.walk.observed:
        s.stand.walk.observed = True
        s.stand.keep()
    says = sentence(asked.question.in_(s.lang))
    key = "found" if right else "try_again" if pick else "click"
    hint = "" if right or not pick else asked.hint.in_(s.lang)
    said = s.text(f"lesson.observe.{key}")
    told = partial(lesson_answers.feedback, s, said, hint, right=right)
    return Shown(says, told, partial(lesson_next.on, s, "explain", primary=right))


def _explain(s: Session, view: View) -> Shown:
    assert s.lesson and s.lesson.belief
    walk, options = s.stand.walk, s.lesson.asks.options
    chosen = walk.choice if walk.choice is not None else walk.outcome
    why = options[chosen].why if chosen is not None and chosen != NEITHER else options[0].why
    belief = f"<s>{escape(s.lesson.belief.in_(s.lang))}</s>"
    says = f'<div class="lesson-says belief">{belief}</div>{sentence(why.in_(s.lang))}'
    return Shown(says, partial(lesson_answers.marked, s), partial(lesson_next.try_it, s))


def _challenge(s: Session, view: View) -> Shown:
    assert s.lesson and s.lesson.goal
    pick = picked(s, view)
    met = all_hold(s.lab, s.lesson.goal.all, pick)
    stand = s.stand
    if met and not stand.progress.solved and not stand.progress.shown:
        stand.progress.solved = True
        stand.keep()
    says = lesson_answers.goal(s, s.lesson.goal, met=met)
    if met and s.lesson.further:
        done = all_hold(s.lab, s.lesson.further.all, pick)
        says += lesson_answers.goal(s, s.lesson.further, met=done, key="further")
    answers = partial(lesson_answers.hinted, s, met=met)
    return Shown(says, answers, partial(lesson_next.lesson, s, met=met))


def strip(s: Session) -> str:
    """The five stages, the present one marked."""
    parts = []
    for stage in STAGES:
        here = ' class="here" aria-current="step"' if stage == s.stage else ""
        parts.append(f"<span{here}>{escape(s.text(f'lesson.stage.{stage}'))}</span>")
    return f'<div class="lesson-strip">{"".join(parts)}</div>'
