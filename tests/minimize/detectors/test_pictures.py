import base64

from minimize.decode.files import files
from minimize.detectors.pictures import pictures


def found(data, head=""):
    text = head + base64.b64encode(data).decode()
    return [(h.category, h.sub, h.detector, text[h.start : h.end] == text[len(head) :]) for h in pictures(text, files(text))]


def test_what_a_picture_tells_is_one_item_the_weightiest_first(shots):
    assert found(shots.jpeg(shots.tiff(owner="A. Quillonby"))) == [("L", "gps", "image.gps", True)]
    assert found(shots.jpeg(shots.tiff(gps=False, owner="A. Quillonby"))) == [("DI", "person", "image.owner", True)]
    assert found(shots.png(shots.chunk(b"eXIf", shots.tiff(gps=False, serial="ZQ-0099"))), "data:image/png;base64,") == [
        ("DI", "device_id", "image.device", True)
    ]


def test_pictures_without_metadata_and_other_files_are_no_items(shots):
    assert found(shots.jpeg()) == found(b"%PDF-1.7\n" + b"\0" * 80) == []
