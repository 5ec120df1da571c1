from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from llmproxy.config import ConfigError, Settings, Vocabulary, load_settings
from llmproxy.config.load import read_settings
from minimize.model import FailureMode, JudgePolicy, Mode

VOCABULARY = Vocabulary(frozenset({"DI", "H"}), frozenset({"third_party_dpa", "third_party_no_dpa"}))
ENVIRON = {"OPENAI_API_KEY": "sk-from-environment", "DESK_KEY": "tm-desk-token", "INSTALLATION_SECRET": "0123456789abcdef0123456789abcdef"}
DOCUMENTED = """\
model_list:
  - model_name: fast-model
    litellm_params: {model: openai/fast-model, api_key: os.environ/OPENAI_API_KEY}
  - model_name: "*"                       # anything else
    litellm_params: {model: openai/*, api_base: http://127.0.0.1:9911/v1, api_key: none}
policies:
  default:  {mode: enforce, on_failure: closed, content_aware: off, trust: third_party_no_dpa}
  careful:  {content_aware: llm, judge: {model: fast-model, timeout_s: 5}, tools: {"maps_*": {trust: third_party_dpa, exempt: ["/destination"]}}}
keys:
  - {name: desk-bot, key: os.environ/DESK_KEY, policy: careful, models: ["fast-model"]}
passthrough_keys: true      # see below
secret: os.environ/INSTALLATION_SECRET
"""
Read = Callable[..., Settings]


def test_the_documented_block_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(DOCUMENTED, encoding="utf-8")
    settings, unenforceable = read_settings(path, ENVIRON, vocabulary=VOCABULARY)
    assert [m.model_name for m in settings.model_list] == ["fast-model", "*"]
    assert settings.model_list[0].litellm_params["api_key"] == "sk-from-environment"
    assert settings.model_list[1].litellm_params["api_key"] == "none"
    default, careful = settings.policies["default"], settings.policies["careful"]
    assert (default.mode, default.on_failure, default.content_aware) == (Mode.ENFORCE, FailureMode.CLOSED, "off")
    assert careful.tools[0].glob == "maps_*" and careful.tools[0].exempt == ("/destination",)
    key = settings.keys.find("tm-desk-token")
    assert key is not None and (key.name, key.policy, key.models) == ("desk-bot", "careful", ("fast-model",))
    assert settings.passthrough_keys is True
    assert settings.secret == b"0123456789abcdef0123456789abcdef"
    assert settings.warnings == ()
    assert (careful.content_aware, careful.judge) == ("llm", JudgePolicy("fast-model", timeout_s=5))
    assert unenforceable == ()


def test_what_cannot_be_enforced_refuses_to_start(read: Read, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"config\.yaml:8: `hold`: this version cannot hold a call"):
        read(DOCUMENTED.replace("content_aware: llm, ", "hold: {timeout_s: 9}, "))
    assert read(DOCUMENTED).policies["careful"].content_aware == "llm"


def test_no_file_at_all_is_enough(tmp_path: Path) -> None:
    environ = {"OPENAI_API_KEY": "sk-one", "MISTRAL_API_KEY": "ms-two", "OPENAI_BASE_URL": "http://127.0.0.1:8000/v1"}
    settings = load_settings(None, environ, overrides={"data_dir": tmp_path}, vocabulary=VOCABULARY)
    assert settings.provider_keys == {"openai": "sk-one", "mistral": "ms-two"}
    assert settings.model_list == ()  # OPENAI_BASE_URL may be this very proxy
    assert list(settings.policies) == ["default"] and len(settings.policies["default"].policy_hash) == 16
    assert settings.passthrough_keys is True
    assert settings.database_url == f"sqlite:///{tmp_path / 'toolminimize.sqlite3'}"
    secret = tmp_path / "secret"
    assert settings.secret == secret.read_bytes().strip() and stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert load_settings(None, {}, overrides={"data_dir": tmp_path}, vocabulary=VOCABULARY).secret == settings.secret


def test_ephemeral_reading_writes_nothing(tmp_path: Path) -> None:
    settings = load_settings(None, {}, overrides={"data_dir": tmp_path / "none"}, vocabulary=VOCABULARY, ephemeral=True)
    assert len(settings.secret) == 32 and not (tmp_path / "none").exists()


def test_an_upstream_of_ones_own_takes_other_models(read: Read) -> None:
    settings = read("", {"TOOLMINIMIZE_UPSTREAM": "http://127.0.0.1:9911/v1/", "OPENAI_API_KEY": "sk-never-for-strangers"})
    (entry,) = settings.model_list
    assert entry.model_name == "*" and entry.litellm_params == {"model": "openai/*", "api_base": "http://127.0.0.1:9911/v1", "api_key": None}
    assert read("", upstream="http://b.example/v1").model_list[0].litellm_params["api_base"] == "http://b.example/v1"
    with pytest.raises(ConfigError, match="`upstream` must be a URL"):
        read("", {"TOOLMINIMIZE_UPSTREAM": "b.example/v1"})
    with pytest.raises(ConfigError, match=r"both say where other models are"):
        read("model_list: [{model_name: '*', litellm_params: {model: openai/*}}]\n", upstream="http://b.example/v1")


def test_command_line_then_environment_then_file_then_default(read: Read) -> None:
    text = "port: 1001\nhost: 127.0.0.2\n"
    assert read(text, {"TOOLMINIMIZE_PORT": "1002"}, port=1003).port == 1003
    assert read(text, {"TOOLMINIMIZE_PORT": "1002"}).port == 1002
    assert read(text, {}).port == 1001
    assert (read("", {}).port, read(text, {}).host, read("", {}).workers) == (8000, "127.0.0.2", 1)


def test_passthrough_is_off_once_there_are_keys(read: Read) -> None:
    keys = "keys: [{name: a, key: os.environ/DESK_KEY}]\n"
    assert read("").passthrough_keys is True
    assert read(keys).passthrough_keys is False
    assert read(keys + "passthrough_keys: true\n").passthrough_keys is True
    assert read("passthrough_keys: false\n").passthrough_keys is False


def test_a_relative_data_directory_is_relative_to_the_file(read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert read("data_dir: state\n").data_dir == tmp_path / "state"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("polcies: {}\n", "config.yaml:1: unknown setting `polcies` (did you mean `policies`?)"),
        ("port: 80\nport: 81\n", "config.yaml:2: `port` is said twice in the file"),
        ("port: many\n", "config.yaml:1: `port` is a text, must be an integer"),
        ("port: 70000\n", "config.yaml:1: `port` must be at most 65535"),
        ("workers: 0\n", "config.yaml:1: `workers` must be at least 1"),
        ("ping_s: .inf\n", "config.yaml:1: `ping_s` is no decimal number"),
        ("passthrough_keys: maybe\n", "config.yaml:1: `passthrough_keys` is a text, must be true or false"),
        ("- a\n", "config.yaml:1: the file is a list, must be a mapping"),
        ("general_settings: {}\n", "config.yaml:1: `general_settings` belongs to LiteLLM's own proxy"),
        ("limits:\n  max_body: 3\n", "config.yaml:2: unknown setting `max_body` (did you mean `max_body_bytes`?)"),
        ("timeouts: {connect_s: 0}\n", "config.yaml:1: `connect_s` must be at least 0.001"),
        ("a: [\n", "config.yaml:2: no valid YAML"),
        ("model_list: [{model_name: a}]\n", "config.yaml:1: an entry of `model_list` has no `litellm_params`"),
        ("model_list: [{model_name: a, litellm_params: {}}]\n", "config.yaml:1: `litellm_params` has no `model`"),
        ("model_list: [{model_name: a, litellm_params: {model: openai/a, api_base: b.example}}]\n", "config.yaml:1: `api_base` must be a URL"),
        ("keys: [{name: a}]\n", "config.yaml:1: an entry of `keys` has no `key`"),
        ("keys:\n- {name: a, key: os.environ/NOT_THERE}\n", "config.yaml:2: `key` names the environment variable `NOT_THERE`, which is not set"),
        ("keys: [{name: a, key: x, policy: strict}]\n", "config.yaml:1: the key's policy is not in `policies`; there are `default`"),
        ("keys:\n- {name: a, key: x}\n- {name: a, key: y}\n", "config.yaml:3: two keys have the same name"),
        ("keys:\n- {name: a, key: x}\n- {name: b, key: x}\n", "config.yaml:3: two keys have the same token"),
        ("keys: [{name: admin, key: x}]\n", "config.yaml:1: this name is taken"),
        ("keys: [{name: client-0, key: x}]\n", "config.yaml:1: this name is taken"),
        ("keys: [{name: a, key: 'x '}]\n", "config.yaml:1: a key can hold no space"),
        ('keys: [{name: a, key: "x\\ny"}]\n', "config.yaml:1: a key can hold no space"),
        ("admin_key: x y\n", "config.yaml:1: `admin_key` can hold no space"),
        ("admin_key: x\nkeys:\n- {name: a, key: x}\n", "config.yaml:3: a key and `admin_key` have the same token"),
        ("model_list: [{model_name: '*a*', litellm_params: {model: openai/a}}]\n", "config.yaml:1: `model_name` can hold one `*`"),
        ("keys: [{name: a, key: x, expires: soon}]\n", "config.yaml:1: `expires` must be a date or time"),
        (
            "model_list: [{model_name: m, litellm_params: {model: openai/m}}]\nkeys: [{name: a, key: x, models: [n]}]\n",
            "config.yaml:2: a model of the key is not in `model_list`",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_reason(read: Read, text: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read(text)
    assert complaint in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "keys: [{name: a, key: [hunter2-hunter2]}]\n",
        "secret: {hunter2-hunter2: 1}\n",
        "hunter2-hunter2!: 1\n",
        "keys: [{name: a, key: 'hunter2-hunter2'}, {name: b, key: 'hunter2-hunter2'}]\n",
        "secret: *hunter2-hunter2\n",
        "secret: 'hunter2-hunter2\n",
        "database_url: [hunter2-hunter2]\n",
    ],
)
def test_no_secret_is_echoed(read: Read, text: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read(text)
    assert "hunter2" not in str(refusal.value)


def test_secrets_are_in_no_representation(read: Read) -> None:
    settings = read(
        "secret: hunter2-hunter2-hunter2\nkeys: [{name: a, key: hunter2-token}]\nadmin_key: hunter2-admin\n"
        "model_list: [{model_name: m, litellm_params: {model: openai/m, api_key: hunter2-key}}]\n"
    )
    assert "hunter2" not in repr(settings)
    assert sorted(w.partition(": ")[2].partition(" is written")[0] for w in settings.warnings) == ["`admin_key`", "`api_key`", "`key`", "`secret`"]
    assert not any("hunter2" in w for w in settings.warnings)
    assert settings.keys.is_admin("hunter2-admin") and not settings.keys.is_admin("hunter2-token")


def test_an_api_key_whose_variable_is_not_set_is_a_warning(read: Read) -> None:
    settings = read("model_list: [{model_name: m, litellm_params: {model: openai/m, api_key: os.environ/NOT_THERE, timeout: 3}}]\n")
    assert settings.model_list[0].litellm_params == {"model": "openai/m", "api_key": None, "timeout": 3}
    assert "`NOT_THERE`, which is not set" in settings.warnings[0]


def test_supported_endpoints_are_read(read: Read) -> None:
    info = "model_info: {supported_endpoints: [/v1/chat/completions], id: 7}"
    settings = read(f"model_list: [{{model_name: m, litellm_params: {{model: openai/m}}, {info}}}]\n")
    assert settings.model_list[0].supported_endpoints == ("/v1/chat/completions",)
    assert settings.model_list[0].model_info["id"] == 7


def test_merge_keys_are_resolved_and_bombs_are_not(read: Read) -> None:
    text = "model_list:\n- model_name: a\n  litellm_params: &p {model: openai/a, timeout: 5}\n- model_name: b\n  litellm_params: {<<: *p, model: openai/b}\n"
    assert read(text).model_list[1].litellm_params == {"model": "openai/b", "timeout": 5}
    layers = "\n".join(f"    l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 10)}]" for i in range(1, 9))
    with pytest.raises(ConfigError, match="nested too deep"):
        read(f"model_list:\n- model_name: a\n  litellm_params:\n    model: openai/a\n    l0: &l0 [x]\n{layers}\n")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.yaml: cannot be read: no such file"):
        load_settings(tmp_path / "none.yaml", {}, vocabulary=VOCABULARY, ephemeral=True)
    (tmp_path / "latin.yaml").write_bytes(b"host: caf\xe9\n")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_settings(tmp_path / "latin.yaml", {}, vocabulary=VOCABULARY, ephemeral=True)
