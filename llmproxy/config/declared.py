"""Every setting, declared once: name, type, default, help. The reader, the command line and the reference page use this.

Must not be in here: reading, checks beyond type and choices.
"""

from __future__ import annotations

from llmproxy.config.judge import JUDGE
from llmproxy.config.model import BackendEntry, Limits, SessionStore, Settings, Timeouts, VerdictStore
from llmproxy.config.setting import Kind, Setting
from minimize.clauses import Provenance, RuleAction, SessionPolicy
from minimize.model import NECESSITY, STAGES, FailureMode, Mode, OnBlock, Policy

__all__ = ["Kind", "Setting"]

CONTENT_AWARE = ("off", "llm", "local")
_P = Policy()
_S = Settings.__dataclass_fields__
_L, _T, _B = Limits(), Timeouts(), BackendEntry("", "")

MODEL_ENTRY: tuple[Setting, ...] = (
    Setting(
        "model_name",
        Kind.TEXT,
        None,
        "Name that clients ask for; `*` takes what no other entry names; several entries of one name are tried in order.",
    ),
    Setting("litellm_params", Kind.SECTION, None, "What LiteLLM takes: `model` (`provider/name`, required), `api_base`, `api_key`, and more."),
    Setting("model_info", Kind.SECTION, None, "`supported_endpoints: [...]` says which doors the upstream speaks; other entries are kept and not used."),
)

BANDS: tuple[Setting, ...] = (
    Setting("act", Kind.NUMBER, 0.5, "From this confidence on (0 to 1) a finding is acted on.", minimum=0.0),
    Setting("confirm", Kind.NUMBER, 0.5, "From this confidence on, up to `act`, it asks for confirmation; below it does nothing.", minimum=0.0),
    Setting("sure", Kind.NUMBER, 0.8, "Below this confidence a rewrite is doubtful, and [a model that judges](../content-aware.md) can undo it.", minimum=0.0),
)

HOLD: tuple[Setting, ...] = (Setting("timeout_s", Kind.NUMBER, None, "How long a call waits for a person's word.", minimum=0.001),)

TOOL_POLICY: tuple[Setting, ...] = (
    Setting("trust", Kind.TIER, None, "Trust tier of these tools."),
    Setting("exempt", Kind.POINTERS, (), "Places of the arguments that are left alone, with all below; `*` stands for one step."),
    Setting("mode", Kind.CHOICE, None, "As in the policy.", tuple(Mode)),
    Setting("content_aware", Kind.CHOICE, None, "As in the policy.", CONTENT_AWARE),
    Setting("executed", Kind.CHOICE, None, "As in the policy.", ("report", "block")),
)

RULE: tuple[Setting, ...] = (
    Setting("name", Kind.TEXT, None, "Its name in reports (`rule:NAME`). A policy's rule takes the place of the one of this name in `default`."),
    Setting("when", Kind.SECTION, None, "All that has to hold; without it the rule holds for every call."),
    Setting(
        "then",
        Kind.CHOICE,
        None,
        "`allow` (stays as it is), `minimise` (as without rules; rules behind it do not count), `stricter` (no more than `precision`), "
        "`confirm` (minimised, and a person is asked) or `block`.",
        tuple(RuleAction),
    ),
    Setting("precision", Kind.TEXT, None, "Of `stricter`: a label of a precision ladder (`city`, `month`, `band`, ...); `none`: nothing private may be there."),
    Setting("priority", Kind.INTEGER, 0, "Of all rules that hold at a place the one of the highest priority counts; ties in the order of the file."),
    Setting("reason", Kind.TEXT, None, "Your own words for it; `explain` and `config check` say them."),
)

RULE_WHEN: tuple[Setting, ...] = (
    Setting("tools", Kind.TEXTS, None, "Globs of tools' names, one of which must match."),
    Setting("kinds", Kind.TEXTS, None, "Tool kinds, one of which it must be."),
    Setting("trust", Kind.TEXTS, None, "Trust tiers of the tool, one of which it must have."),
    Setting("arguments", Kind.SECTION, None, "JSON Schema that all arguments together meet, as the model wrote them."),
    Setting("recipient", Kind.SECTION, None, "JSON Schema that a value which says who gets it meets (for `allow`: each of them)."),
    Setting("subject", Kind.SECTION, None, "JSON Schema that a value which says whom the call is about meets (for `allow`: each of them)."),
    Setting("at", Kind.POINTERS, None, "Places of the arguments, with all below; `*` stands for one step."),
    Setting("roles", Kind.TEXTS, None, "Roles of the place; `addressee` is any place that says who gets it, `about` any that says whom it is about."),
    Setting("categories", Kind.CATEGORIES, None, "Categories, one of which was found at the place."),
    Setting(
        "provenance",
        Kind.TEXTS,
        None,
        f"Who brought the value in: {', '.join(f'`{p}`' for p in Provenance)}. One of its parts' must be named (for `allow`: that of each).",
    ),
    Setting("value", Kind.SECTION, None, "JSON Schema that the value at the place meets."),
)

_SP = SessionPolicy()

SESSION: tuple[Setting, ...] = (
    Setting("budget", Kind.NUMBER, _SP.budget, "S x E of the private items that may leave in one session; 0: no bound.", minimum=0.0),
    Setting(
        "linkability",
        Kind.NUMBER,
        _SP.linkability,
        "How much more items count that go to an operator who can tell whose they are; 0: not at all.",
        minimum=0.0,
    ),
    Setting(
        "stricter",
        Kind.TEXTS,
        _SP.stricter,
        "Precision labels, one a ladder, with which a call over budget is tried before it goes to `on_failure`; empty: it goes there at once.",
    ),
    Setting("ttl_s", Kind.NUMBER, _SP.ttl_s, "A session that was silent for so many seconds begins anew.", minimum=1.0),
    Setting(
        "operator_budget", Kind.NUMBER, _SP.operator_budget, "The same for one tool and one person, across the sessions of a key; 0: no bound.", minimum=0.0
    ),
    Setting("window_s", Kind.NUMBER, _SP.window_s, "Seconds over which `operator_budget` counts.", minimum=60.0),
    Setting(
        "on_unavailable",
        Kind.CHOICE,
        _SP.on_unavailable,
        "The store cannot be asked: `closed` blocks calls, `open` lets them go on minimised, uncounted and flagged.",
        ("closed", "open"),
    ),
)

POLICY: tuple[Setting, ...] = (
    Setting("mode", Kind.CHOICE, _P.mode.value, "`enforce`; `shadow` decides, scores and logs, and changes nothing; `off` only counts.", tuple(Mode)),
    Setting(
        "on_failure",
        Kind.CHOICE,
        _P.on_failure.value,
        "A call that cannot be decided: `closed` blocks it, `open` forwards the original and logs it, "
        "`prompt` forwards the best rewrite with a confirmation flag.",
        tuple(FailureMode),
    ),
    Setting(
        "on_block",
        Kind.CHOICE,
        _P.on_block.value,
        "What the client gets for a blocked call: an OpenAI error object, or the answer without the call and a general `message`.",
        tuple(OnBlock),
    ),
    Setting(
        "content_aware",
        Kind.CHOICE,
        _P.content_aware,
        "Judging of free text against the user's task: `local` by rules, without a model; `llm` asks the model of `judge`.",
        CONTENT_AWARE,
    ),
    Setting("judge", Kind.SECTION, None, "The judge of `content_aware: llm`."),
    Setting("trust", Kind.TIER, _P.trust, "Trust tier of tools of which nothing else is known."),
    Setting("tools", Kind.SECTION, None, "By glob of the tool's name (`maps_*`); the longest literal prefix wins, ties by order."),
    Setting(
        "trust_client_annotations",
        Kind.BOOL,
        _P.trust_client_annotations,
        "Whether annotations in the tools that the client declares may loosen as well as tighten.",
    ),
    Setting(
        "suspicious_schema",
        Kind.CHOICE,
        _P.suspicious_schema,
        "A schema that marks all its fields necessary: `ignore` its loosening, `warn` (it holds, flagged) or `block`.",
        ("ignore", "warn", "block"),
    ),
    Setting("task_context", Kind.TEXTS, _P.task_context, "Phrases by which the user consents that matching PSD is sent."),
    Setting("consent_allowed", Kind.CATEGORIES, (), "Categories to which a client may consent by header or metadata."),
    Setting("confidence", Kind.SECTION, None, "By category: `act`, `confirm` and `sure`."),
    Setting(
        "executed",
        Kind.CHOICE,
        _P.executed,
        "PSD in commands, code, paths and file contents, which are never edited: `report` or `block`.",
        ("report", "block"),
    ),
    Setting(
        "reasoning",
        Kind.CHOICE,
        _P.reasoning,
        "Reasoning text: `forward` (reported as not read), `hold` (buffer, cut the same findings) or `drop`.",
        ("forward", "hold", "drop"),
    ),
    Setting("report_in_body", Kind.BOOL, _P.report_in_body, "Put a `toolminimize` object into the answer."),
    Setting("hold", Kind.SECTION, None, "Hold a call that needs confirmation. Cannot be enforced by this version; refuses to start."),
    Setting(
        "stages",
        Kind.TEXTS,
        _P.stages,
        "Which stages of detection run: `patterns`, `entities`, `semantic`, `decoding`, `backends`.",
        STAGES,
    ),
    Setting(
        "necessity",
        Kind.TEXTS,
        _P.necessity,
        "Which stages of necessity count: `schema` (optional, nullable, annotations) and `semantic` (kind of tool, roles, the user's task). For measuring.",
        NECESSITY,
    ),
    Setting(
        "binary",
        Kind.CHOICE,
        _P.binary,
        "Files in base64 or data URIs, which are not read: `report` (named in the report) or `block`.",
        ("report", "block"),
    ),
    Setting("classify_timeout_s", Kind.NUMBER, _P.classify_timeout_s, "Deadline of one call's decision, in seconds.", minimum=0.001),
    Setting("max_depth", Kind.INTEGER, _P.max_depth, "How deep arguments may nest.", minimum=1),
    Setting("max_arguments_bytes", Kind.INTEGER, _P.max_arguments_bytes, "How long arguments may be, in bytes.", minimum=1),
    Setting("rules", Kind.SECTION, _P.rules, "Argument rules, a list: what may be sent to whom. [More](../argument-rules.md)."),
    Setting(
        "trusted_tools",
        Kind.TEXTS,
        _P.trusted_tools,
        "Globs of tools whose answers argument rules take for `trusted_tool` (a directory of your own), not for `tool_result`.",
    ),
    Setting("session", Kind.SECTION, None, "How much may leave in one session; unset: sessions are not looked at. [More](../sessions.md)."),
)

KEY: tuple[Setting, ...] = (
    Setting("name", Kind.TEXT, None, "Name in reports and logs."),
    Setting(
        "key",
        Kind.SECRET,
        None,
        "The token, best as `os.environ/NAME`; a literal one is accepted with a warning. Tokens that begin with `tm-` never leave the proxy.",
    ),
    Setting("policy", Kind.TEXT, "default", "Name of a policy."),
    Setting("models", Kind.TEXTS, None, "Models that the key may use (`*` at the end as a wildcard); unset: all."),
    Setting("expires", Kind.TIME, None, "`2027-01-31` (good through that day, UTC) or `2027-01-31T12:00:00+01:00`; then 401."),
    Setting("revoked", Kind.BOOL, False, "True: 401."),
)

BACKEND: tuple[Setting, ...] = (
    Setting("type", Kind.TEXT, None, "A built-in backend (`rampart`, `spacy`, `presidio`) or a plug-in's entry point; unset: the name."),
    Setting("mode", Kind.CHOICE, _B.mode, "`confirm`: it makes what was found anyway surer; `add`: what only it finds counts, too.", ("confirm", "add")),
    Setting("min_confidence", Kind.NUMBER, _B.min_confidence, "From this confidence on (0 to 1) its findings are looked at.", minimum=0.0),
    Setting("max_length", Kind.INTEGER, _B.max_length, "Longer texts, in characters, are not shown to it; nor is anything but free text.", minimum=1),
    Setting("timeout_s", Kind.NUMBER, _B.timeout_s, "How long it may take for one text, in seconds; what comes later counts as nothing found.", minimum=0.001),
    Setting("options", Kind.SECTION, None, "What the backend itself takes (docs/detection.md)."),
)

LIMITS: tuple[Setting, ...] = (
    Setting("max_body_bytes", Kind.INTEGER, _L.max_body_bytes, "Largest request body; larger ones get 413.", minimum=1),
    Setting("hold_limit_bytes", Kind.INTEGER, _L.hold_limit_bytes, "Most that is held of one answer while a tool call is incomplete.", minimum=1),
)

_SS = SessionStore()

SESSION_STORE: tuple[Setting, ...] = (
    Setting("url", Kind.SECRET, None, "Of a Redis server, for several processes or proxies (extra `redis`); unset: in this process."),
    Setting("timeout_s", Kind.NUMBER, _SS.timeout_s, "How long it may take to answer, in seconds.", minimum=0.001),
    Setting("max_entries", Kind.INTEGER, _SS.max_entries, "Sessions that are kept in this process; the longest untouched go first.", minimum=1),
)

_V = VerdictStore()

VERDICT_STORE: tuple[Setting, ...] = (
    Setting(
        "kind",
        Kind.CHOICE,
        _V.kind,
        "`memory` (this process), `sqlite` (a file in the data directory, for all processes of this machine) or `redis`; with a `url` it is `redis`.",
        ("memory", "sqlite", "redis"),
    ),
    Setting("url", Kind.SECRET, None, "Of a Redis server (extra `redis`); unset: that of `session_store`."),
    Setting("timeout_s", Kind.NUMBER, _V.timeout_s, "How long it may take to answer, in seconds; then the judge is asked.", minimum=0.001),
    Setting("max_entries", Kind.INTEGER, _V.max_entries, "Answers that are kept in memory or in the file; Redis has a bound of its own.", minimum=1),
    Setting("ttl_s", Kind.NUMBER, _V.ttl_s, "How long an answer is kept, in seconds.", minimum=1.0),
)

TIMEOUTS: tuple[Setting, ...] = (
    Setting("connect_s", Kind.NUMBER, _T.connect_s, "Connecting to an upstream, in seconds.", minimum=0.001),
    Setting("first_byte_s", Kind.NUMBER, _T.first_byte_s, "Waiting for an upstream's first byte, in seconds.", minimum=0.001),
    Setting("between_chunks_s", Kind.NUMBER, _T.between_chunks_s, "Silence within an upstream's answer, in seconds.", minimum=0.001),
)

TOP: tuple[Setting, ...] = (
    Setting("model_list", Kind.SECTION, None, "Where models are, in LiteLLM's form."),
    Setting("policies", Kind.SECTION, None, "By name; what a policy does not say it takes from `default`."),
    Setting("keys", Kind.SECTION, None, "API keys of this proxy and their policies."),
    Setting("passthrough_keys", Kind.BOOL, None, "Whether a client's own token is sent on when no key matches; unset: true while there are no `keys`."),
    Setting(
        "secret",
        Kind.SECRET,
        None,
        "Key of the keyed hashes; unset: made once in the data directory. Replicas share it.",
        environ="TOOLMINIMIZE_SECRET",
    ),
    Setting("admin_key", Kind.SECRET, None, "Token that may read every report.", environ="TOOLMINIMIZE_ADMIN_KEY"),
    Setting(
        "upstream",
        Kind.TEXT,
        None,
        "Base URL of an OpenAI-compatible server (`http://127.0.0.1:11434/v1`) for models that `model_list` does not name. "
        "`OPENAI_BASE_URL` is never read: it may well point at this proxy.",
        environ="TOOLMINIMIZE_UPSTREAM",
    ),
    Setting("upstream_key", Kind.SECRET, None, "Token for `upstream`; unset: the client's own.", environ="TOOLMINIMIZE_UPSTREAM_KEY"),
    Setting("backends", Kind.SECTION, None, "Detectors beside the packaged ones, by name."),
    Setting(
        "registry",
        Kind.TEXTS,
        (),
        "Annotations of public tools beside the packaged ones: files or folders (with a `/`, relative to the file), or names of installed packages. "
        "Of two about one server the later counts. [More](../registry.md).",
    ),
    Setting("limits", Kind.SECTION, None, "Sizes."),
    Setting("timeouts", Kind.SECTION, None, "How long an upstream may take."),
    Setting("session_store", Kind.SECTION, None, "Where sessions are kept, where a policy counts them. [More](../sessions.md)."),
    Setting("verdict_store", Kind.SECTION, None, "Where answers of judges are kept, where a policy asks a model. [More](../content-aware.md)."),
    Setting("ping_s", Kind.NUMBER, _S["ping_s"].default, "While a stream's call is held, a comment is sent this often, in seconds.", minimum=0.01),
    Setting(
        "data_dir",
        Kind.TEXT,
        None,
        "Directory of the store and the secret; unset: the platform's user data folder. Relative to the file.",
        environ="TOOLMINIMIZE_DATA_DIR",
    ),
    Setting(
        "database_url",
        Kind.SECRET,
        None,
        "SQLAlchemy URL of the audit store; unset: `toolminimize.sqlite3` in the data directory.",
        environ="TOOLMINIMIZE_DATABASE_URL",
    ),
    Setting("host", Kind.TEXT, _S["host"].default, "Address to listen on.", environ="TOOLMINIMIZE_HOST"),
    Setting("port", Kind.INTEGER, _S["port"].default, "Port to listen on; 0: a free one.", minimum=0, environ="TOOLMINIMIZE_PORT"),
    Setting("workers", Kind.INTEGER, _S["workers"].default, "Processes.", minimum=1, environ="TOOLMINIMIZE_WORKERS"),
)

SECTIONS: tuple[tuple[str, str, tuple[Setting, ...]], ...] = (
    ("", "At the top of the file", TOP),
    ("model_list[]", "An entry of `model_list`", MODEL_ENTRY),
    ("policies.NAME", "A policy", POLICY),
    ("policies.NAME.tools.GLOB", "A policy's word on tools", TOOL_POLICY),
    ("policies.NAME.confidence.CATEGORY", "A category's confidence bands", BANDS),
    ("policies.NAME.rules[]", "An argument rule", RULE),
    ("policies.NAME.rules[].when", "When an argument rule holds", RULE_WHEN),
    ("policies.NAME.session", "A policy's budget for a session", SESSION),
    ("policies.NAME.judge", "The judge", JUDGE),
    ("policies.NAME.hold", "Holding for confirmation", HOLD),
    ("keys[]", "An entry of `keys`", KEY),
    ("backends.NAME", "A backend of detection", BACKEND),
    ("limits", "`limits`", LIMITS),
    ("timeouts", "`timeouts`", TIMEOUTS),
    ("session_store", "`session_store`", SESSION_STORE),
    ("verdict_store", "`verdict_store`", VERDICT_STORE),
)
"""All tables, for the reference page: path, title, settings."""

PROVIDER_KEYS: tuple[tuple[str, str], ...] = (
    ("openai", "OPENAI_API_KEY"),
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("gemini", "GEMINI_API_KEY"),
    ("mistral", "MISTRAL_API_KEY"),
    ("groq", "GROQ_API_KEY"),
    ("deepseek", "DEEPSEEK_API_KEY"),
    ("xai", "XAI_API_KEY"),
    ("openrouter", "OPENROUTER_API_KEY"),
    ("together_ai", "TOGETHERAI_API_KEY"),
    ("fireworks_ai", "FIREWORKS_AI_API_KEY"),
    ("perplexity", "PERPLEXITYAI_API_KEY"),
    ("cohere", "COHERE_API_KEY"),
    ("cerebras", "CEREBRAS_API_KEY"),
    ("nvidia_nim", "NVIDIA_NIM_API_KEY"),
    ("huggingface", "HUGGINGFACE_API_KEY"),
    ("azure", "AZURE_API_KEY"),
)
"""LiteLLM's provider name and the environment variable of its key."""

FOREIGN: tuple[str, ...] = (
    "litellm_settings",
    "general_settings",
    "router_settings",
    "environment_variables",
    "credential_list",
    "callback_settings",
)
"""Sections of LiteLLM's own proxy that users paste along; we do not read them and say so."""
