"""Names in Han, kana and Hangul."""

import pytest


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("明天和李明医生开会", "", "李明医生"),
        ("请联系张伟，谢谢", "", "张伟"),
        ("小林直樹さんの家", "", "小林直樹さん"),
        ("お客様の佐々木 千夏様より", "", "佐々木 千夏様"),
        ("山本先生の予約", "", "山本先生"),
        ("김민준 씨에게 연락", "", "김민준"),
        ("오늘 회의는 박지영과 함께", "", "박지영"),
        ("我女儿小红发烧了", "", "小红"),
        ("娘のさくらが熱", "", "さくら"),
        ("내 딸 지우가 아파요", "", "지우"),
        ("森本 大輔, 大野 彩", "attendees", "森本 大輔"),
    ],
)
def test_names_are_found(found, text, field, expected):
    assert expected in [name for sub, name in found(text, field) if sub == "person"]


@pytest.mark.parametrize(
    "text",
    [
        *("東京タワーの天気は？", "北京明天的天气", "서울 날씨 어때?", "周一开会", "今日の会議"),
        *("한정식 맛집 추천", "女儿发烧了", "公司打算把总部搬走", "演一个医生", "배우가 의사를 연기"),
    ],
)
def test_places_and_words_are_no_names(found, text):
    assert [sub for sub, _ in found(text) if sub == "person"] == []
