"""What speaks against a hit."""


def test_names_inside_addresses_and_facilities_belong_to_them(found):
    assert [sub for sub, _ in found("12 rue Victor Hugo, 69002 Lyon")] == ["address"] or "person" not in dict(found("12 rue Victor Hugo, 69002 Lyon"))
    assert "person" not in dict(found("St. Anna Cancer Center"))


def test_numbers_of_a_uuid_are_none(found):
    assert found("req 3f2504e0-4f89-4111-9a0c-030555501340 done") == []


def test_fields_for_other_numbers_silence_numbers_only(found):
    assert found("482-19-7730", "order_id") == []
    assert found("ana@example.org", "order_id") == [("email", "ana@example.org")]
    assert found("order_id=482-19-7730&x=1") == []


def test_prose_is_read_whatever_its_field_is_called(found):
    told = "The customer gave passport X1234567 and her SSN 219-09-9981 on the phone"
    for field in ("issue_comment", "project_summary", "natural_language_query", "issue"):
        assert ("national_id", "219-09-9981") in found(told, field)
    assert found("build 482-19-7730", "code_review") == []
