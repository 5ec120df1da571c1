from benchmarks.detection import mapping
from minimize.knowledge.load import load


def test_every_class_of_the_data_is_one_that_we_can_find():
    assert set(mapping.OURS.values()) == set(mapping.GOLD_TYPES.values())


def test_types_without_a_partner_are_in_neither_table():
    assert not set(mapping.UNPAIRED) & set(mapping.GOLD_TYPES)
    for classes in mapping.UNPAIRED.values():
        assert classes <= set(mapping.GOLD_TYPES.values())


def test_peers_labels_become_classes_and_categories():
    assert (mapping.peer_class("person"), mapping.peer_category("person")) == ("PERSON", "DI")
    assert (mapping.peer_class("CREDIT_CARD"), mapping.peer_category("CREDIT_CARD")) == ("CREDIT_CARD", "F")
    assert mapping.peer_class("anything else") == ""
    assert set(mapping.PEER_CATEGORIES.values()) <= set(load().categories)
