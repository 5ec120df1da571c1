"""The types of the decision core: one frozen type per concept, and no value of the user's inside a finding or decision.

Must not be in here: behaviour beyond small derived properties, I/O, knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from minimize.clauses import Rule, SessionPolicy
from minimize.errors import DeadlineExceeded


class Deadline:
    """Bounds the time of one classification; checked between stages and windows. The clock comes in as an argument."""

    __slots__ = ("_clock", "_end")

    def __init__(self, clock: Callable[[], float] | None, seconds: float) -> None:
        self._clock = clock
        self._end = clock() + seconds if clock else 0.0

    def check(self) -> None:
        """Raise DeadlineExceeded once the time is over; without a clock, never."""
        if self._clock is not None and self._clock() > self._end:
            raise DeadlineExceeded


NO_DEADLINE: Final = Deadline(None, 0.0)


STAGES: Final = ("patterns", "entities", "semantic", "decoding", "backends")
"""Stages of detection that a policy or a benchmark may leave out one by one: exact patterns; persons, places and telling fields; words of
the categories; other readings of a text; what else was plugged in."""
NECESSITY: Final = ("schema", "semantic")
"""Stages of necessity, each of which a policy or a benchmark may leave out: what the schema says (optional, nullable, annotations), and what
is known of the kind of tool, of its parameters' roles and of the user's task. With neither nothing is dispensable."""


class Mode(StrEnum):
    """What a policy does with its decisions."""

    ENFORCE = "enforce"
    SHADOW = "shadow"
    """Decide, score and log, change nothing (the paper's "rewriting disabled")."""
    OFF = "off"
    """Neither scored nor rewritten, only counted."""


class FailureMode(StrEnum):
    """What happens with a call that cannot be decided or rewritten validly."""

    CLOSED = "closed"
    OPEN = "open"
    PROMPT = "prompt"


class OnBlock(StrEnum):
    """What the client gets for a blocked call."""

    ERROR = "error"
    MESSAGE = "message"


class Disposition(StrEnum):
    """What is done at a place of the arguments."""

    KEEP = "keep"
    REVIEW = "review"
    """Forwarded as it is, flagged: PSD in a necessary message field on the schema-only path."""
    REMOVE = "remove"
    GENERALISE = "generalise"
    SUBSTITUTE = "substitute"
    TRUNCATE = "truncate"
    BLOCK = "block"

    @property
    def changes(self) -> bool:
        """Whether the arguments differ after it."""
        return self in (Disposition.REMOVE, Disposition.GENERALISE, Disposition.SUBSTITUTE, Disposition.TRUNCATE)


class Reason(StrEnum):
    """Stable code for why a disposition was chosen; `docs/reference/reasons.md` has a line for each."""

    NO_PSD = "no_psd"
    NEEDED_BY_KIND = "needed_by_kind"
    NEEDED_BY_ANNOTATION = "needed_by_annotation"
    NEEDED_BY_TASK = "needed_by_task"
    CONSENTED = "consented"
    EXEMPT = "exempt"
    LOW_CONFIDENCE = "low_confidence"
    MESSAGE_CONTENT = "message_content"
    EXECUTED_CONTENT = "executed_content"
    BALLAST_FIELD = "ballast_field"
    OPTIONAL_NOT_NEEDED = "optional_not_needed"
    OUTSIDE_MINIMUM = "outside_minimum"
    FINER_THAN_NEEDED = "finer_than_needed"
    NOT_THE_TASK = "not_the_task"
    LABEL_NEUTRALISED = "label_neutralised"
    CREDENTIAL = "credential"
    PSD_IN_KEY = "psd_in_key"
    TRUSTED_TOOL = "trusted_tool"
    NEEDS_CONFIRMATION = "needs_confirmation"
    INVALID_ARGUMENTS = "invalid_arguments"
    DUPLICATE_KEYS = "duplicate_keys"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    DEADLINE_EXCEEDED = "deadline_exceeded"
    NO_VALID_REWRITE = "no_valid_rewrite"
    INCOMPLETE_CALL = "incomplete_call"
    SUSPICIOUS_SCHEMA = "suspicious_schema"
    NOT_READ = "not_read"
    RULE_ALLOWS = "rule_allows"
    RULE_STRICTER = "rule_stricter"
    RULE_CONFIRMS = "rule_confirms"
    RULE_BLOCKS = "rule_blocks"
    RULE_FAILED = "rule_failed"
    JUDGE_FAILED = "judge_failed"
    SESSION_BUDGET = "session_budget"
    SESSION_UNAVAILABLE = "session_unavailable"
    INTERNAL_ERROR = "internal_error"

    @property
    def asks(self) -> bool:
        """Whether a decision of this reason asks a person."""
        return self is Reason.NEEDS_CONFIRMATION or self is Reason.RULE_CONFIRMS


@dataclass(frozen=True, slots=True)
class Category:
    """One PSD category of the taxonomy (paper, Table II). Data: `knowledge/data/categories.yaml`."""

    code: str
    title: str
    sensitivity: int
    """S, 1 to 4."""
    gdpr: str
    core: bool = True
    """False for our extensions, which paper-comparable figures leave out."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One PSD item: where it stands and what it is, never what it says."""

    pointer: str
    """RFC 6901 pointer of the value (or of the member, with `in_key`)."""
    start: int
    end: int
    """Span in code points of the decoded string, or of the literal of a number, or of the key."""
    category: str
    sub: str
    """Kind of item within the category: `person`, `email`, `street_address`, `condition`, ..."""
    detector: str
    """Rule or lexicon id that found it."""
    confidence: float
    precision: str = "exact"
    """How fine it is, a label of the ladder that `sub` moves on."""
    encoding: tuple[str, ...] = ()
    """Decoding steps that led to it (`base64`, `url`, ...), outermost first; the span is that of the encoded text."""
    in_key: bool = False


class Found(NamedTuple):
    """One item as a backend gives it: its span in code points, what it is, and how sure the backend is."""

    start: int
    end: int
    category: str
    sub: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Backend:
    """A detector that was plugged in, and how much its word counts."""

    name: str
    find: Callable[[str], Sequence[tuple[int, int, str, str, float]]]
    """Gives the items of one text. It bounds its own time; what it raises ends in the policy's failure mode."""
    mode: str = "confirm"
    """`confirm`: agreement makes what was found anyway surer; `add`: what nothing else found counts, too."""
    min_confidence: float = 0.9
    """Items below are not looked at."""
    max_length: int = 500
    """Longer texts, in code points, are not shown to it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is done at one place, and why."""

    pointer: str
    disposition: Disposition
    reason: Reason
    findings: tuple[Finding, ...] = ()
    """The items that it is about; with `whole` false it acts on their spans only."""
    whole: bool = True
    """Acts on the whole value (rebuilt, removed, replaced) rather than on the findings' spans."""
    precision: str | None = None
    """The label down to which GENERALISE and TRUNCATE go."""
    role: str = ""
    rules: tuple[str, ...] = ()
    """Ids of the data that led here (`kind:weather`, `role:location`, `annotation:x-privacy`, `policy:exempt`)."""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call as a model emitted it, with what the client declared of the tool."""

    name: str
    arguments: str
    """JSON text, verbatim (free text where `custom`)."""
    schema: Mapping[str, Any] | None = None
    description: str = ""
    call_id: str = ""
    custom: bool = False
    """A custom tool: the input is free text, no JSON."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation before the call, text only."""

    role: str
    text: str
    tool: str = ""
    """Of a tool's answer: the tool's name, where a policy tells tools apart by it."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the proxy knows of the user's task."""

    turns: tuple[Turn, ...] = ()
    """The conversation, oldest first, bounded."""
    task_context: tuple[str, ...] = ()
    """Phrases by which the user consented that matching PSD is sent (policy, header or metadata)."""
    consent: frozenset[str] = frozenset()
    """Category codes that the client consented to, already bounded by the policy."""
    cut: bool = False
    """Not all is here: the conversation was longer than what is read of it, or holds pictures and files, which are not."""
    sent: tuple[tuple[str, str], ...] = ()
    """Short values of earlier calls with their fields' names, oldest first, bounded: what is sent bit by bit is looked at as a whole."""

    @property
    def task(self) -> str:
        """The last user message's text, or the empty string."""
        return next((t.text for t in reversed(self.turns) if t.role == "user"), "")


@dataclass(frozen=True, slots=True)
class Bands:
    """From which confidence a finding of a category is acted on; between `confirm` and `act` it asks first."""

    act: float = 0.5
    confirm: float = 0.5
    sure: float = 0.8
    """Below it a rewrite is doubtful: where a model judges, its word can undo it."""


@dataclass(frozen=True, slots=True)
class ToolPolicy:
    """What a policy says of the tools that match one glob."""

    glob: str
    trust: str | None = None
    exempt: tuple[str, ...] = ()
    """JSON pointers, `*` for one step; the place and all below it are left alone."""
    mode: Mode | None = None
    content_aware: str | None = None
    executed: str | None = None


@dataclass(frozen=True, slots=True)
class JudgePolicy:
    """How a model judges items of free text (`content_aware: llm`)."""

    model: str
    timeout_s: float = 5.0
    discover: bool = False
    """Also ask for PSD that no detector named."""
    on_failure: str = "schema"
    """A failed ask: the decision as without a judge (`schema`), or `block`."""
    rephrase: bool = False
    """Let the model propose how a text reads without what goes."""
    concurrency: int = 16
    """Asks of the model at once."""
    asks_per_day: int | None = None
    tokens_per_day: int | None = None
    """What one API key may ask for in a day; None: any."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How calls of one API key are treated; the defaults are the product's (`docs/reference/settings.md`)."""

    name: str = "default"
    mode: Mode = Mode.ENFORCE
    on_failure: FailureMode = FailureMode.CLOSED
    on_block: OnBlock = OnBlock.ERROR
    content_aware: str = "off"
    judge: JudgePolicy | None = None
    trust: str = "third_party_no_dpa"
    tools: tuple[ToolPolicy, ...] = ()
    """Longest literal prefix first, ties in the order of the file."""
    trust_client_annotations: bool = True
    suspicious_schema: str = "ignore"
    """`ignore` its loosening, `warn` (loosening holds, flagged) or `block`."""
    task_context: tuple[str, ...] = ()
    consent_allowed: frozenset[str] = frozenset()
    """Categories to which a client may consent by header or metadata."""
    confidence: Mapping[str, Bands] = field(default_factory=dict)
    """By category code; missing: `Bands()`."""
    executed: str = "report"
    """PSD in executed content: `report` or `block`."""
    reasoning: str = "forward"
    """`forward` (reported as not read), `hold` (buffer and cut the same findings) or `drop`."""
    report_in_body: bool = False
    stages: tuple[str, ...] = STAGES
    """Which stages of detection run."""
    necessity: tuple[str, ...] = NECESSITY
    """Which stages of necessity count."""
    binary: str = "report"
    """Files in base64, which are not read: `report` or `block`."""
    classify_timeout_s: float = 2.0
    max_depth: int = 64
    max_arguments_bytes: int = 4_000_000
    rules: tuple[Rule, ...] = ()
    """Argument rules, highest priority first, ties in the order of the file."""
    trusted_tools: tuple[str, ...] = ()
    """Globs of tools whose answers argument rules take for `trusted_tool`, not for `tool_result`."""
    session: SessionPolicy | None = None
    policy_hash: str = ""
    """Hash of the whole policy, for the audit record."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Privacy cost of one call: PC = sum of S x E x N (paper, IV-C), and how many items bear it."""

    value: float
    items: int
    """Non-overlapping findings, whatever their N."""
    extension: float = 0.0
    """Cost of categories outside the paper's ten, reported apart."""


_PIPELINE: Final = object()


@dataclass(frozen=True, slots=True)
class MinimizedCall:
    """A call that was decided. Only the pipeline makes one, and only this can be sent to a client."""

    call: ToolCall
    arguments: str
    """What may leave: the rewritten text, or the original where nothing changed."""
    decisions: tuple[Decision, ...]
    findings: tuple[Finding, ...]
    cost_before: Cost
    cost_after: Cost
    mode: Mode
    kind: str
    trust: str
    changed: bool
    """Whether bytes differ from the original."""
    blocked: Reason | None = None
    failure: Reason | None = None
    """Set where the failure mode decided (`blocked` too, when it was `closed`)."""
    needs_confirmation: bool = False
    valid_before: bool | None = None
    """Schema validity of the original; None without a schema."""
    valid_after: bool | None = None
    left: tuple[Finding, ...] = ()
    """What is private in `arguments`, needed or not."""
    flags: tuple[str, ...] = ()
    """`suspicious_schema`, `undeclared_tool`, `not_read:/pointer`, lint lines of the tool's annotations."""
    _made_by: Any = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse to exist outside the pipeline."""
        if self._made_by is not _PIPELINE:
            raise TypeError("only `minimize.pipeline` makes a MinimizedCall")
