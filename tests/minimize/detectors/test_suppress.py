"""What speaks against a hit."""


def test_names_inside_addresses_and_facilities_belong_to_them(found):
    assert [sub for sub, _ in found("12 rue Victor Hugo, 69002 Lyon")] == ["address"] or "person" not in dict(found("12 rue Victor Hugo, 69002 Lyon"))
    assert "person" not in dict(found("St. Anna Cancer Center"))


def test_numbers_of_a_uuid_are_none(found):
    assert found("req f81d4fae-7dec-4111-a765-020255501340 done") == []


def test_fields_for_other_numbers_silence_numbers_only(found):
    assert found("386-40-6153", "order_id") == []
    assert found("ana@example.org", "order_id") == [("email", "ana@example.org")]
    assert found("order_id=386-40-6153&x=1") == []


def test_prose_is_read_whatever_its_field_is_called(found):
    told = "The customer gave passport X1234567 and her SSN 219-09-9981 on the phone"
    for field in ("issue_comment", "project_summary", "natural_language_query", "issue"):
        assert ("national_id", "219-09-9981") in found(told, field)
    assert found("build 386-40-6153", "code_review") == []
