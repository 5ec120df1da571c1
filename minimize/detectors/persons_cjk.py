"""Names of persons in Han, kana and Hangul: by family name, honorific, label, or a field for names.

Must not be in here: names in scripts with spaces (`persons`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from minimize.detectors.scan import Scan
from minimize.knowledge.lexicon import FAMILY, GIVEN
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit

_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_HAN_RUN: Final = re.compile(r"[\u4e00-\u9fff\u3005]+(?:[ \u3000\u00b7][\u4e00-\u9fff\u3005]{1,3}(?![\u4e00-\u9fff]))?")
_ZH_HONORIFIC: Final = (
    "先生|女士|小姐|太太|老师|老師|医生|醫生|大夫|律师|律師|经理|經理|总监|主任|教授|博士|同学|师傅|阿姨|叔叔|护士|警官|老板|"
    "总(?![部体结是共之额数统理局量计店行])"
)
_JA_HONORIFIC: Final = "さん|様|さま|氏|君|くん|ちゃん|先生|殿|医師|教授|部長|課長|社長|係長|店長|主任|弁護士"
_KO_HONORIFIC: Final = "씨|님|군|양|선생님|선생|교수님|교수|박사|과장|부장|대리|사장님|사장|팀장|원장|의사|변호사|간호사"
_LABEL: Final = (
    "姓名|名字|联系人|聯絡人|患者|病人|客户|客戶|顾客|委托人|收件人|寄件人|申请人|持卡人|户名|"
    "我叫|叫做|名叫|本人|当事人|被告|原告|投保人|氏名|お名前|名前は|名前|担当者|担当|宛名|顧客|"
    "이름|성명|성함|환자|고객|담당자|수신인|예약자|제 이름은"
)
"""Words behind which a name stands."""
_WEAK_LABEL: Final = (
    "老婆|老公|丈夫|妻子|儿子|女儿|妈妈|爸爸|母亲|父亲|哥哥|弟弟|姐姐|妹妹|男友|女友|同事|朋友|邻居|老师|联系|约见|拜访|会见|采访|面试|通知|告诉|转告|提醒|陪|接|问|见|给|和|跟|与|找|请|约|"
    "妻の|夫の|息子の|娘の|母の|父の|弟の|妹の|兄の|姉の|彼氏の|彼女の|上司の|同僚の|友人の|私は|남편|아내|아들|딸|친구|동료|상사|엄마|아빠|저는"
)
"""Words behind which a name may stand: it has to be known, or to end where the words end."""
_ZH: Final = re.compile(rf"([\u4e00-\u9fff]{{1,4}}?)(?:{_ZH_HONORIFIC})")
_JA: Final = re.compile(
    rf"([\u4e00-\u9fff\u3005]{{1,4}}(?:[ \u3000]?[\u4e00-\u9fff\u3005\u3041-\u3093\u30a1-\u30f6\u30fc]{{1,4}})?|[\u3041-\u3093]{{2,4}}|"
    rf"[\u30a1-\u30f6\u30fc]{{2,6}})(?:{_JA_HONORIFIC})(?![\u4e00-\u9fff])"
)
_KO: Final = re.compile(rf"(?<![\uac00-\ud7a3])([\uac00-\ud7a3]{{2,4}}) ?(?:{_KO_HONORIFIC})(?=[\uac00-\ud7a3]{{0,2}}(?:[^\uac00-\ud7a3]|$))")
_KO_WORD: Final = re.compile(
    r"(?<![\uac00-\ud7a3])([\uac00-\ud7a3]{2,5}?)(?=(?:은|는|이|가|을|를|에게|한테|와|과|의|랑|이랑|께|도|으로|님|씨)?(?:[^\uac00-\ud7a3]|$))"
)
_NAME: Final = r"(?=(?P<name>[\u4e00-\u9fff\u3005]{2,4}(?:[ \u3000][\u4e00-\u9fff\u3005]{1,3})?|[\uac00-\ud7a3]{3}))"
_LABELLED: Final = re.compile(rf"(?:(?P<sure>{_LABEL})(?:是|为|は|：|:|은|는| |　|の)?\s?|{_WEAK_LABEL}){_NAME}")
_KIN_GIVEN: Final = re.compile(
    r"(?:女儿|女兒|儿子|兒子|妹妹|弟弟|姐姐|哥哥|孙子|孙女|宝宝|"
    r"娘の|息子の|妹の|弟の|姉の|兄の|孫の|彼女の|彼氏の|(?:딸|아들|동생|언니|누나|오빠|형|손자|손녀|아내|남편) )"
    r"(?P<given>[\u4e00-\u9fff]{2}|[\u3041-\u3093]{2,4}|[\uac00-\ud7a3]{2})"
)
"""Relatives, behind whom a given name may stand alone."""
_JA_FULL: Final = re.compile(r"([\u4e00-\u9fff\u3005]{1,4}) ?([\u4e00-\u9fff\u3005]{1,3}|[\u3041-\u3093]{2,4})")
_KO_NOUNS: Final = frozenset(
    (
        "고객",
        "선생",
        "환자",
        "기사",
        "사장",
        "의사",
        "교수",
        "회원",
        "손님",
        "부모",
        "어머",
        "아버",
        "할머",
        "대표",
        "과장",
        "부장",
        "팀장",
        "원장",
        "간호사",
        "변호사",
        "담당자",
        "예약자",
        "주민",
        "배우",
        "가수",
    )
)
"""What stands before `님` and is no name."""
_KO_THINGS: Final = frozenset(
    [
        "한정식",
        "한정판",
        "강아지",
        "유치원",
        "천연석",
        "이유식",
        "정수기",
        "조미료",
        "전시회",
        "주차장",
        "임산부",
        "신용도",
        "고속도",
        "지하철",
        "안내문",
        "강의실",
    ]
)
"""Words that look like a family name with a given one."""
_ZH_NEVER: Final = frozenset("个的了是在把这那不有")
"""What stands in no Chinese name."""
_LINKS: Final = frozenset("和与跟于向给找请让叫对同及")
_NAME_ITEM: Final = re.compile(
    r"[\u3041-\u3093\u30a1-\u30f6\u30fc\u4e00-\u9fff\u3005]{2,6}(?:[ \u3000\u30fb][\u3041-\u3093\u30a1-\u30f6\u30fc\u4e00-\u9fff\u3005]{1,5})?|"
    r"[\uac00-\ud7a3]{2,4}(?: [\uac00-\ud7a3]{2})?"
)
_NOT_FAMILY: Final = frozenset(
    [
        "方便",
        "高兴",
        "高级",
        "时间",
        "何时",
        "安排",
        "安全",
        "明天",
        "周一",
        "周二",
        "周三",
        "周四",
        "周五",
        "周六",
        "周日",
        "周末",
        "白天",
        "黄色",
        "金额",
        "温度",
        "成功",
        "单位",
        "计划",
        "关于",
        "万一",
        "应该",
        "水平",
        "常见",
        "经过",
        "程序",
        "段落",
        "史上",
        "江苏",
        "黑龙",
        "石家",
        "马上",
        "白色",
        "红色",
        "于是",
        "全部",
        "和平",
        "文件",
        "房间",
        "路线",
        "甘肃",
        "云南",
        "华为",
        "雷达",
        "夏天",
        "秋天",
        "冬天",
        "春天",
        "伊朗",
        "宁波",
        "宁夏",
        "谷歌",
        "费用",
        "项目",
        "席位",
        "强烈",
        "柴油",
        "元旦",
        "高铁",
        "高速",
        "高尔",
        "林业",
        "花园",
        "苏州",
        "杭州",
        "广州",
        "郑州",
        "徐州",
        "常州",
        "温州",
        "福州",
        "万达",
        "元素",
        "平台",
        "平均",
        "中国",
        "日本",
        "東京",
        "大阪",
        "京都",
        "北海",
        "今日",
        "明日",
        "来週",
        "会議",
        "予約",
        "連絡",
        "電話",
    ]
)


def persons_cjk(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Names of persons in scripts without capitals and (mostly) spaces."""
    raw = scan.view.raw
    if raw.isascii() or not _CJK.search(raw):
        return []
    words = knowledge.lexicon.words
    hits = [*_honoured(raw, words), *_labelled(raw, words), *_of_kin(raw, words), *_known(raw, words)]
    if "person" in scan.every:
        for start, end, place in scan.each():
            if place.evidence.sub == "person" and end - start <= 80:
                hits += _listed(raw, start, end)
    return hits


def _honoured(raw: str, flags: Mapping[str, int]) -> Iterator[Hit]:
    """Names before an honorific."""
    japanese = any("\u3040" <= c <= "\u30ff" or c in "\u69d8\u6bbf" for c in raw[:2000])
    for match in (_JA if japanese else _ZH).finditer(raw):
        start, name = match.start(1), match[1]
        cut = _family_at(name, flags)
        if cut is not None and (japanese or _ZH_NEVER.isdisjoint(name[cut:])):
            yield _hit(start + cut, match.end(), 0.9, "honorific")
        elif japanese and 2 <= len(name) <= 4 and name not in _NOT_FAMILY and "\u3040" <= name[0] <= "\u30ff" and flags.get(name, 0):
            yield _hit(start, match.end(), 0.75, "honorific")
    for match in _KO.finditer(raw):
        name = match[1]
        if name in _KO_NOUNS or name[:-1] in _KO_NOUNS:
            continue
        if flags.get(name, 0) or (flags.get(name[0], 0) & FAMILY and 2 <= len(name) <= 3):
            yield _hit(match.start(1), match.end(1), 0.88, "honorific")


def _labelled(raw: str, flags: Mapping[str, int]) -> Iterator[Hit]:
    """Names behind a word that names stand behind."""
    for match in _LABELLED.finditer(raw):
        name, start, sure = match["name"], match.start("name"), match["sure"] is not None
        span = _full(name, flags, strict=not sure)
        if span is None and not sure and len(name) <= 3 and not _CJK.match(raw, start + len(name)):
            span = _full(name, flags)
        if span is not None:
            yield _hit(start, start + span, 0.85, "label")


def _of_kin(raw: str, flags: Mapping[str, int]) -> Iterator[Hit]:
    """Given names of relatives."""
    for match in _KIN_GIVEN.finditer(raw):
        start, given = match.start("given"), match["given"]
        size = next((n for n in range(len(given), 1, -1) if flags.get(given[:n], 0) & GIVEN), 0)
        if size:
            yield _hit(start, start + size, 0.8, "kin")


def _known(raw: str, flags: Mapping[str, int]) -> Iterator[Hit]:
    """Known family names with known given names."""
    for match in _JA_FULL.finditer(raw):
        if flags.get(match[1], 0) & FAMILY and len(match[1]) >= 2 and flags.get(match[2], 0) & GIVEN:
            yield _hit(match.start(), match.end(), 0.88, "lexicon")
        elif _full(match[0].replace(" ", ""), flags, strict=True) == len(match[0]):
            yield _hit(match.start(), match.end(), 0.75, "lexicon")
    for match in _KO_WORD.finditer(raw):
        name = match[1]
        if len(name) == 3 and name not in _KO_THINGS and flags.get(name[0], 0) & FAMILY and flags.get(name[1:], 0) & GIVEN:
            yield _hit(match.start(1), match.end(1), 0.85, "lexicon")


def _listed(raw: str, start: int, end: int) -> list[Hit]:
    """Short names of a field for names, separated by commas."""
    return [_hit(m.start(), m.end(), 0.85, "field") for m in _NAME_ITEM.finditer(raw, start, end)]


def _family_at(name: str, flags: Mapping[str, int]) -> int | None:
    """Where in a run before an honorific the family name begins, or None."""
    get = flags.get
    space = name.find(" ")
    for cut in range(space):
        if get(name[cut:space], 0) & FAMILY:
            return cut
    for cut in range(max(0, len(name) - 4), len(name)):
        rest = name[cut:]
        for size in (3, 2, 1):
            head = rest[:size]
            if len(rest) >= size and get(head, 0) & FAMILY and len(rest) - size <= 3 and rest[:2] not in _NOT_FAMILY:
                if head in _LINKS and len(rest) > 2 and get(rest[1], 0) & FAMILY:
                    break
                return cut
    return None


def _full(name: str, flags: Mapping[str, int], *, strict: bool = False) -> int | None:
    """How long a family name with its given name is at the beginning of a run of Han or Hangul, or None."""
    get = flags.get
    if name[:2] in _NOT_FAMILY:
        return None
    for size in (3, 2, 1):
        if get(name[:size], 0) & FAMILY and len(name) > size:
            given = name[size:].lstrip(" \u3000")
            gap = len(name) - size - len(given)
            for take in (2, 1, 3):
                if len(given) >= take and (get(given[:take], 0) & GIVEN or (not strict and take == 2) or (not strict and len(given) == take)):
                    return size + gap + take
    return None


def _hit(start: int, end: int, confidence: float, how: str) -> Hit:
    return Hit(start, end, "DI", "person", confidence, f"person.cjk.{how}")
