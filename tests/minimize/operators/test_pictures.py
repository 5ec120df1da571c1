import base64

from minimize.decode.images import told
from minimize.operators.pictures import without_metadata


def test_the_picture_comes_back_in_its_own_alphabet_and_padding(shots):
    data = shots.jpeg(shots.tiff(owner="A. Quillonby"))
    for written in (base64.b64encode(data).decode(), base64.urlsafe_b64encode(data).decode().rstrip("=")):
        text = f"see {written}!"
        less = without_metadata(text, 4, len(text) - 1)
        assert less and told(base64.urlsafe_b64decode(less.replace("+", "-").replace("/", "_") + "===")) == set()
        assert len(less) % 4 == 0 or len(written) % 4


def test_where_nothing_can_be_taken_out_there_is_nothing_to_put(shots):
    assert without_metadata(base64.b64encode(shots.jpeg()).decode(), 0, 400) is None
    assert without_metadata("no base64!", 0, 10) is None
