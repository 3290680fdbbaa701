"""What the scenarios say: the same each time, and in the language they were asked in."""

from __future__ import annotations

import pytest
from langgraph.errors import InvalidUpdateError

from lib.evidence import config_of
from lib.graphs import SCENARIOS, Scenario
from tests.talk import (
    CHANNELS,
    CHINESE,
    ENGLISH,
    REJECTED,
    Talk,
    each_language,
    each_scenario,
    spoken,
)


@each_scenario
@each_language
def test_two_builds_given_the_same_messages_say_the_same(scenario: Scenario, lang: str) -> None:
    assert spoken(scenario, lang).values == spoken(scenario, lang).values


@each_scenario
@each_language
def test_every_suggestion_works_and_is_answered_in_its_language(
    scenario: Scenario, lang: str
) -> None:
    together = Talk(scenario)
    for suggestion in scenario.suggestions:
        for talk in (Talk(scenario), together):
            before = len(talk.values["messages"]) if talk.effects.calls else 0
            talk.say(suggestion[lang])
            if (scenario.id, suggestion["en"]) == REJECTED:
                with pytest.raises(InvalidUpdateError):
                    talk.graph.get_state(config_of("t"))
                continue
            assert talk.graph.get_state(config_of("t")).next == ()
            assert len(talk.values["messages"]) == before + 2
            assert bool(CHINESE.search(talk.answer)) == (lang == "zh")
            assert bool(ENGLISH.search(CHANNELS.sub("", talk.answer))) == (lang == "en")


@each_scenario
def test_the_language_may_change_from_message_to_message(scenario: Scenario) -> None:
    talk = Talk(scenario)
    answers = []
    for lang in ("zh", "en", "zh"):
        talk.say(scenario.suggestions[0][lang])
        answers.append(bool(CHINESE.search(talk.answer)))
    assert answers == [True, False, True]


@pytest.mark.parametrize("name", ["two_step", "trip"])
def test_an_answer_ends_with_the_count_of_its_node(name: str) -> None:
    talk = Talk(SCENARIOS[name])
    for count in (1, 2, 3):
        talk.say("to Tokyo")
        assert talk.answer.endswith(f"(#{count})")


@pytest.mark.parametrize(
    ("stated", "seat"),
    [
        ("seat: window", "window"),
        ("seat：window", "window"),
        ("座位偏好：靠窗", "靠窗"),
        ("座位偏好: 靠窗", "靠窗"),
        ("  Seat Preference :  aisle  ", "aisle"),
    ],
)
def test_a_seat_preference_is_understood_however_it_is_typed(stated: str, seat: str) -> None:
    talk = Talk(SCENARIOS["seat"])
    talk.say(stated)
    talk.say("what is my seat?")
    assert talk.answer == f"noted: {seat}"
    talk.say("我的座位偏好是什么？")
    assert talk.answer == f"已记录：{seat}"


def test_the_last_seat_preference_counts_and_none_is_no_preference() -> None:
    talk = Talk(SCENARIOS["seat"])
    talk.say("what is my seat?")
    assert talk.answer == "no seat preference yet"
    for stated in ("seat: window", "座位偏好：过道"):
        talk.say(stated)
    talk.say("what is my seat?")
    assert talk.answer == "noted: 过道"


def test_a_trip_looks_both_things_up_side_by_side_or_asks_for_a_city() -> None:
    talk = Talk(SCENARIOS["trip"])
    assert set(talk.say("a trip to Tokyo")[1:-1]) == {"find_flight", "find_hotel"}
    assert "Tokyo" in talk.answer
    assert talk.say("surprise me") == ["read", "ask_city"]
    assert talk.say("去东京旅行")[-1] == "reply" and "东京" in talk.answer


def test_a_node_passes_what_it_understood_on_to_the_next() -> None:
    talk = Talk(SCENARIOS["two_step"])
    assert talk.say("I want to go to Tokyo") == ["understand", "reply"]
    assert talk.values["topic"] == "Tokyo" and "Tokyo" in talk.answer
    for text, topic in (("somewhere warm", "anywhere"), ("去个暖和的地方", "随便哪里")):
        talk.say(text)
        assert talk.values["topic"] == topic and topic in talk.answer
