import random
import time

import pytest

from minimize.decode.images import stripped, told

XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude='51,3N' dc:creator='x'/>"


@pytest.mark.parametrize("order", ["<", ">"])
def test_position_owner_and_device_are_told(shots, order):
    assert told(shots.jpeg(shots.tiff(order))) == {"gps"}
    assert told(shots.jpeg(shots.tiff(order, gps=False))) == set()
    assert told(shots.jpeg(shots.tiff(order, owner="A. Quillonby", serial="ZQ-0099"))) == {"gps", "owner", "device"}


def test_an_empty_owner_tells_nothing(shots):
    assert told(shots.jpeg(shots.tiff(gps=False, owner="      "))) == set()


def test_every_form_of_file_tells_and_is_stripped_of_it(shots):
    forms = [
        shots.jpeg(shots.tiff()),
        shots.jpeg(None, shots.segment(0xE1, XMP)),
        shots.png(shots.chunk(b"eXIf", shots.tiff(">"))),
        shots.png(shots.chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP)),
        shots.webp((b"EXIF", shots.tiff()), (b"XMP ", XMP)),
    ]
    for data in forms:
        assert "gps" in told(data)
        less = stripped(data)
        assert told(less) == set() and len(less) < len(data) and b"GPS" not in less


def test_the_picture_itself_stays_byte_for_byte(shots):
    assert stripped(shots.jpeg(shots.tiff(), shots.segment(0xFE, b"home"), shots.segment(0xED, b"Photoshop 3.0\0"))) == shots.jpeg()
    assert stripped(shots.png(shots.chunk(b"tEXt", b"Author\0A. Quillonby"))) == shots.png()
    less = stripped(shots.webp((b"EXIF", shots.tiff())))
    assert int.from_bytes(less[4:8], "little") == len(less) - 8 and less[20] == 0 and b"VP8 " in less


def test_how_a_photo_is_turned_stays(shots):
    less = stripped(shots.jpeg(shots.tiff(turned=6)))
    assert told(less) == set() and stripped(less) == less and len(less) > len(shots.jpeg())


@pytest.mark.parametrize("data", [b"", b"\xff\xd8", b"GIF89a", b"RIFF\0\0\0\0WEBP", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT", b"\xff\xd8\xff\xe1\xff\xff"])
def test_what_cannot_be_walked_comes_back_as_it_is(data):
    assert told(data) == set() and stripped(data) in (data, data[:4] + b"\4\0\0\0WEBP")


def test_broken_files_neither_raise_nor_hang(shots):
    dice = random.Random(7)
    began = time.process_time()
    for whole in (shots.jpeg(shots.tiff(owner="A. Quillonby")), shots.png(shots.chunk(b"eXIf", shots.tiff())), shots.webp((b"EXIF", shots.tiff()))):
        for _ in range(300):
            data = bytearray(whole)
            for _ in range(dice.randrange(1, 6)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            broken = bytes(data[: dice.randrange(len(data))]) if dice.random() < 0.3 else bytes(data)
            told(broken)
            stripped(broken)
    assert time.process_time() - began < 5
