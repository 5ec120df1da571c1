"""File, environment and command line become `Settings`; what cannot be enforced refuses, with file, line and reason.

Precedence: command line, environment, file, default. `OPENAI_BASE_URL` is never read: it may point at this proxy.

Must not be in here: YAML details (`read.py`), policies (`policies.py`), files in the data directory (`secret.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from llmproxy.config import declared
from llmproxy.config.backends import read_backends
from llmproxy.config.declared import PROVIDER_KEYS, TOP, Kind, Setting
from llmproxy.config.judge import with_judge_warnings
from llmproxy.config.keys import RESERVED, RESERVED_PREFIX, Key, KeyRing, is_sendable
from llmproxy.config.model import ConfigError, Limits, ModelEntry, Settings, Timeouts, Vocabulary
from llmproxy.config.outside import resolved
from llmproxy.config.policies import hashed, read_policies, served
from llmproxy.config.read import Reader, listed
from llmproxy.config.secret import FILE_NAME, default_data_dir, permissions_warning, secret_of
from llmproxy.config.sessions import read_store
from llmproxy.config.verdicts import read_verdicts
from minimize.model import Policy

_SHORT_SECRET = 16
_Said = dict[str, tuple[Any, yaml.Node]]


def load_settings(
    path: Path | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    overrides: Mapping[str, Any] | None = None,
    vocabulary: Vocabulary | None = None,
    ephemeral: bool = False,
) -> Settings:
    """Read everything and refuse what this version cannot enforce.

    `overrides` are the command line's (`host`, `port`, `workers`, `data_dir`, `upstream`; None: not said).
    With `ephemeral`, nothing is written: the secret, unless given, lasts as long as the process (`check`, `config check`).
    Raises `ConfigError`.
    """
    settings, unenforceable = read_settings(path, environ or {}, overrides=overrides, vocabulary=vocabulary, ephemeral=ephemeral)
    if unenforceable:
        raise ConfigError(unenforceable[0])
    return settings


def read_settings(
    path: Path | None,
    environ: Mapping[str, str],
    *,
    overrides: Mapping[str, Any] | None = None,
    vocabulary: Vocabulary | None = None,
    ephemeral: bool = True,
) -> tuple[Settings, tuple[str, ...]]:
    """Read and check everything; gives the settings and, a line each, what is well said but not enforceable yet."""
    reader = Reader(str(path) if path else "(no file)", environ, packaged_vocabulary if vocabulary is None else lambda: vocabulary, [])
    said = _top(reader, path)
    scalars = _scalars(reader, said, environ, overrides or {})
    models = _models(reader, said)
    policies, unenforceable = {"default": hashed(Policy())}, list[str]()
    if "policies" in said:
        policies, unenforceable = read_policies(reader, said["policies"][1], frozenset(m.model_name for m in models))
    models = (*models, *_upstream(reader, said, scalars, models))
    keys = _keys(reader, said, policies, frozenset(m.model_name for m in models), scalars["admin_key"])
    data_dir = _data_dir(scalars, path)
    secret = _secret(reader, scalars, data_dir, ephemeral)
    settings = Settings(
        data_dir=data_dir,
        database_url=scalars["database_url"] or f"sqlite:///{data_dir / 'toolminimize.sqlite3'}",
        secret=secret,
        keys=KeyRing.of(secret, keys, scalars["admin_key"]),
        policies=policies,
        model_list=models,
        provider_keys={provider: environ[name] for provider, name in PROVIDER_KEYS if environ.get(name)},
        backends=read_backends(reader, said["backends"][1]) if "backends" in said else (),
        passthrough_keys=(not keys) if scalars["passthrough_keys"] is None else scalars["passthrough_keys"],
        limits=Limits(**_section(reader, said, "limits", declared.LIMITS)),
        timeouts=Timeouts(**_section(reader, said, "timeouts", declared.TIMEOUTS)),
        **_stores(reader, said, policies, scalars["workers"]),
        registry=resolved(scalars["registry"], path),
        **{name: scalars[name] for name in ("ping_s", "host", "port", "workers")},
        path=path,
        warnings=tuple(reader.warnings),
    )
    return with_judge_warnings(settings), tuple(unenforceable)


def packaged_vocabulary() -> Vocabulary:
    """Give the names of the packaged knowledge (a lazy import: it costs start-up time)."""
    from minimize.knowledge.load import load
    from minimize.rules.judge import GROUPS

    knowledge = load()
    registry = knowledge.registry
    return Vocabulary(frozenset(knowledge.categories), frozenset(registry.tiers), frozenset(registry.kinds), frozenset(registry.roles).union(GROUPS))


def _top(reader: Reader, path: Path | None) -> _Said:
    if path is None:
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{path}:1: not UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {(error.strerror or 'no such file').lower()}") from None
    root = reader.root(text)
    return {} if root is None else reader.section(root, "the file", TOP, foreign=declared.FOREIGN)


def _scalars(reader: Reader, said: _Said, environ: Mapping[str, str], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Give every top-level setting that is no section: command line, else environment, else file, else default."""
    found: dict[str, Any] = {}
    for setting in TOP:
        if setting.kind is Kind.SECTION:
            continue
        value = overrides.get(setting.name)
        if value is None and setting.environ and environ.get(setting.environ):
            value = _from_environ(setting, environ[setting.environ])
        if value is None and setting.name in said:
            value = said[setting.name][0]
        found[setting.name] = setting.default if value is None else value
    if not 0 <= found["port"] <= 65535:
        raise ConfigError(_where(reader, said, "port") + "`port` must be at most 65535")
    return found


def _from_environ(setting: Setting, value: str) -> Any:
    if setting.kind is not Kind.INTEGER:
        return value
    if not value.strip().isdecimal() or int(value) < (setting.minimum or 0):
        raise ConfigError(f"{setting.environ} must be an integer of at least {setting.minimum or 0:g}")
    return int(value)


def _where(reader: Reader, said: _Said, name: str) -> str:
    return f"{reader.at(said[name][1])}: " if name in said else ""


def _models(reader: Reader, said: _Said) -> tuple[ModelEntry, ...]:
    if "model_list" not in said:
        return ()
    found: list[ModelEntry] = []
    for node in reader.items(said["model_list"][1], "`model_list`"):
        entry = reader.section(node, "an entry of `model_list`", declared.MODEL_ENTRY)
        for name in ("model_name", "litellm_params"):
            if name not in entry:
                reader.fail(node, f"an entry of `model_list` has no `{name}`")
        params = _params(reader, entry["litellm_params"][1])
        info, doors = _model_info(reader, entry)
        if entry["model_name"][0].count("*") > 1:
            reader.fail(entry["model_name"][1], "`model_name` can hold one `*`")
        found.append(ModelEntry(entry["model_name"][0], params, info, doors))
    return tuple(found)


def _params(reader: Reader, node: yaml.Node) -> Mapping[str, Any]:
    members = reader.members(node, "`litellm_params`")
    if "model" not in members:
        reader.fail(node, "`litellm_params` has no `model`")
    reader.text(members["model"][1], "model")
    params: dict[str, Any] = reader.plain(node, optional=frozenset({"api_key"}), name="litellm_params")
    key = members["api_key"][1] if "api_key" in members else None
    if isinstance(key, yaml.ScalarNode) and params["api_key"] is not None:
        params["api_key"] = reader.text(key, "api_key")
        if not key.value.startswith("os.environ/") and key.value.lower() not in ("none", "dummy", "empty"):
            reader.warn(key, "`api_key` is written into the file; `os.environ/NAME` keeps it out of it")
    if isinstance(params.get("api_base"), str):
        _check_url(reader, members["api_base"][1], "api_base", params["api_base"])
    return params


def _check_url(reader: Reader, node: yaml.Node | None, name: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        reason = f"`{name}` must be a URL such as http://127.0.0.1:11434/v1"
        if node is None:
            raise ConfigError(reason)
        reader.fail(node, reason)


def _model_info(reader: Reader, entry: _Said) -> tuple[Mapping[str, Any], tuple[str, ...] | None]:
    if "model_info" not in entry:
        return {}, None
    node = entry["model_info"][1]
    members = reader.members(node, "`model_info`")
    info = reader.plain(node, name="model_info")
    if "supported_endpoints" not in members:
        return info, None
    doors = reader.value(members["supported_endpoints"][1], Setting("supported_endpoints", Kind.TEXTS, None, ""))
    return info, tuple(doors)


def _upstream(reader: Reader, said: _Said, scalars: Mapping[str, Any], models: tuple[ModelEntry, ...]) -> tuple[ModelEntry, ...]:
    """Make the entry for models that no other entry names, where `upstream` says where they are."""
    url = scalars["upstream"]
    if not url:
        return ()
    _check_url(reader, said["upstream"][1] if "upstream" in said else None, "upstream", url)
    if any(m.model_name == "*" for m in models):
        raise ConfigError(_where(reader, said, "upstream") + "`upstream` and the `*` entry of `model_list` both say where other models are; take one out")
    return (ModelEntry("*", {"model": "openai/*", "api_base": url.rstrip("/"), "api_key": scalars["upstream_key"]}),)


def _keys(reader: Reader, said: _Said, policies: Mapping[str, Policy], models: frozenset[str], admin: str | None) -> list[tuple[Key, str]]:
    if admin is not None and not is_sendable(admin):
        raise ConfigError(_where(reader, said, "admin_key") + "`admin_key` can hold no space and no control character: no client could send it")
    if "keys" not in said:
        return []
    found: list[tuple[Key, str]] = []
    for node in reader.items(said["keys"][1], "`keys`"):
        entry = reader.section(node, "an entry of `keys`", declared.KEY)
        for name in ("name", "key"):
            if name not in entry:
                reader.fail(node, f"an entry of `keys` has no `{name}`")
        values = {k: v for k, (v, _) in entry.items()}
        key, token = Key(**{k: v for k, v in values.items() if k != "key"}), values["key"]
        if key.policy not in policies:
            reader.fail(entry["policy"][1], f"the key's policy is not in `policies`; there are {listed(policies)}")
        for model in key.models or ():
            if models and not model.endswith("*") and not served(model, models):
                reader.fail(entry["models"][1], "a model of the key is not in `model_list`")
        if any(key.name == k.name for k, _ in found):
            reader.fail(entry["name"][1], "two keys have the same name")
        if key.name in RESERVED or key.name.startswith(RESERVED_PREFIX):
            reader.fail(entry["name"][1], "this name is taken: `local`, `admin` and `client-...` are clients without a key of their own")
        if not is_sendable(token):
            reader.fail(entry["key"][1], "a key can hold no space and no control character: no client could send it")
        if any(token == t for _, t in found):
            reader.fail(entry["key"][1], "two keys have the same token")
        if token == admin:
            reader.fail(entry["key"][1], "a key and `admin_key` have the same token")
        found.append((key, token))
    return found


def _stores(reader: Reader, said: _Said, policies: Mapping[str, Policy], workers: int) -> dict[str, Any]:
    sessions = read_store(reader, said["session_store"][1] if "session_store" in said else None, policies, workers)
    verdicts = read_verdicts(reader, said["verdict_store"][1] if "verdict_store" in said else None, sessions)
    return {"session_store": sessions, "verdict_store": verdicts}


def _section(reader: Reader, said: _Said, name: str, settings: tuple[Setting, ...]) -> dict[str, Any]:
    if name not in said:
        return {}
    return {k: v for k, (v, _) in reader.section(said[name][1], f"`{name}`", settings).items()}


def _data_dir(scalars: Mapping[str, Any], path: Path | None) -> Path:
    """Give the data directory, absolute; a relative one of the file is relative to the file (any working directory will do)."""
    said = scalars["data_dir"]
    if said is None:
        return default_data_dir()
    directory = Path(said).expanduser()
    return directory.absolute() if path is None or directory.is_absolute() else (path.parent / directory).absolute()


def _secret(reader: Reader, scalars: Mapping[str, Any], data_dir: Path, ephemeral: bool) -> bytes:
    if scalars["secret"]:
        if len(scalars["secret"]) < _SHORT_SECRET:
            reader.warnings.append(f"`secret` is shorter than {_SHORT_SECRET} characters: keyed hashes of short values could be guessed")
        return str(scalars["secret"]).encode()
    if ephemeral:
        return secrets.token_bytes(32)
    secret = secret_of(data_dir)
    if warning := permissions_warning(data_dir / FILE_NAME):
        reader.warnings.append(warning)
    return secret
