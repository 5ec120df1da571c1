"""Items of texts, end to end, and the bounds of time."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimize.detectors.engine import ALL_STAGES, GROUPS, STAGES, continued, detect, detect_all, steps_of
from minimize.detectors.place import Place
from minimize.knowledge.load import load
from minimize.model import STAGES as STAGE_NAMES

ITEMS = [
    ("Visit Dr. Ines Halvorsen at Northgate Cancer Center, 48 Alder Street, Boston, MA 02118", {"person", "facility", "address", "postcode"}),
    ("meine Mutter ist wegen Depressionen in der Waldklinik", {"family", "condition", "facility"}),
    ("mon mari est suivi pour un cancer du sein à l'hôpital Saint-Luc", {"family", "condition", "facility"}),
    ("mi hija de 7 años tiene asma", {"family", "age", "condition"}),
    ("母の介護で毎週火曜日に通院", {"family", "procedure", "routine"}),
    ("我老婆怀孕了，想找离婚律师", {"family", "condition", "intent"}),
    ("남편이 우울증 진단을 받았어요", {"family", "condition"}),
    ("زوجتي تعاني من الربو", {"family"}),
    ("у моей мамы диабет", {"family", "condition"}),
    ("We earn $84,000 a year but still owe the landlord $12k", {"income", "debt"}),
    ("Gamblers Anonymous every Monday at 8pm", {"support_group", "routine"}),
    ("I'm abroad until Friday, the house key is inside the mailbox", {"absence", "access"}),
    ("thinking about divorcing my husband", {"intent"}),
]


@pytest.mark.parametrize(("text", "subs"), ITEMS)
def test_items_in_many_languages(found, text, subs):
    assert subs <= {sub for sub, _ in found(text)}


BENIGN = [
    "quietest dishwasher under $600",
    "feat: retry on timeout in load_index (#917)",
    "f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
    "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "1Z12345E0205271688",
    "978-3-16-148410-0",
    "MAX_TOKENS=4096",
    "redis:7.4.1-bookworm",
    "src/main/app.py",
    "C4 S3 EKS",
    "#0B6E4F or #FFC857",
    "2031-03-07T16:20:00+03:00",
    "(870.50 / 12) - 3.75",
    "Cancer horoscope for this week",
    "why do volcanoes erupt",
    "decline of the Ottoman Empire",
    "Mercedes dealership opening hours",
    "feature/login-page",
    "network_if index #1",
]


@pytest.mark.parametrize("text", BENIGN)
def test_traps_stay_silent(found, text):
    assert found(text) == []


def test_stages_can_be_left_out(found):
    assert found("ana@example.org has asthma", stages=("patterns",)) == [("email", "ana@example.org")]


def test_texts_of_a_call_do_not_run_into_each_other():
    knowledge = load()
    split = detect_all([("386-40", Place()), ("-6153", Place()), ("ssn", Place()), ("219099999", Place())], knowledge)
    assert split == [[], [], [], []]


PIECES = [
    *("\n", " ", "Maria", "maria", "Dr.", "tell", "ssn", "386-40-6153", "=", ":", '"', "{", "12 Main St", "hospital", "Clinic", "&", "@", "%40"),
    *("YW5hQGV4YW1wbGUub3Jn", "東京", "田中さん", "김민준", "محمد", "कुरैशी", "ß", "\u200b", "\ud800", "😀", "I", "v.", "every", "Tuesday", "$5"),
    *("salary", "\x00", "'s", "-", "NY", "born on", "1 May 1990", "d1abetes"),
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=12))
def test_no_text_is_too_odd(pieces):
    for text in (" ".join(pieces), "".join(pieces)):
        for hit in detect(text, Place("name", load().fields.of("name")), load()):
            assert 0 <= hit.start < hit.end <= len(text)


def test_every_stage_alone_is_a_function_of_the_scan():
    from minimize.detectors.scan import Scan

    scan = Scan([("", Place())])
    assert [stage(scan, load()) for stage in STAGES.values()] == [[]] * len(STAGES)


@pytest.mark.parametrize("piece", ["1234567890", "a@", '{"a":', "Abcde ", "QWxhZGRpbjpvcGVuIHNlc2FtZQ", "12 main ", "every ", "東京", " ", "$5 ", "a\u200b"])
def test_time_is_linear_in_adversarial_texts(piece):
    knowledge = load()
    times = []
    for size in (6_000, 24_000):
        text = (piece * size)[:size]
        best = 9.0
        for _ in range(2):
            start = time.perf_counter()
            detect(text, Place(), knowledge)
            best = min(best, time.perf_counter() - start)
        times.append(best)
    assert times[1] < 12 * times[0] + 0.05


def test_stages_name_steps_which_run_in_their_order():
    assert steps_of(("decoding", "entities")) == ("fields", "persons", "persons_cjk", "places", "decoding")
    assert steps_of(STAGE_NAMES) == ALL_STAGES
    assert set(GROUPS) == set(STAGE_NAMES)


@pytest.mark.parametrize(
    "stage, text, sub",
    [
        ("patterns", "mail me at ann.quillonby@example.com", "email"),
        ("entities", "Please tell Margaret Holloway about it", "person"),
        ("semantic", "she was diagnosed with type 2 diabetes", "condition"),
        ("decoding", "ref YW5uLnF1aWxsb25ieUBleGFtcGxlLmNvbQ==", "email"),
    ],
)
def test_each_stage_can_be_left_out(stage, text, sub):
    def subs(stages):
        return {h.sub for h in detect(text, Place(), load(), steps_of(stages))}

    assert sub in subs(STAGE_NAMES)
    assert sub not in subs(tuple(s for s in STAGE_NAMES if s != stage))


@pytest.mark.parametrize(
    ("values", "sub"),
    [
        (("386", "40", "6153"), "national_id"),
        (("4111", "1111", "1111", "1111"), "card"),
        (tuple("2025550142"), "phone"),
        (("ann.quill@", "example.com"), "email"),
    ],
)
def test_what_earlier_calls_began_is_found_in_the_call_that_completes_it(values, sub):
    sent = [("note", "7"), ("other", "12"), *(("note", value) for value in values[:-1])]
    place = Place("note")
    assert [hit.sub for hit in continued(values[-1], place, sent, load(), ALL_STAGES)] == [sub]
    assert continued(values[-1], Place("elsewhere"), sent, load(), ALL_STAGES) == []


@pytest.mark.parametrize("values", [("12", "30", "45"), ("2024", "2025", "2026", "2027"), tuple("123456789"), ("a", "b", "c")])
def test_ordinary_values_of_several_calls_are_nothing(values):
    assert continued(values[-1], Place("n"), [("n", v) for v in values[:-1]], load(), ALL_STAGES) == []
