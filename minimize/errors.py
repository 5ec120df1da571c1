"""The exceptions of the decision core, drawn as a list. No messages with values of the user's.

    MinimizeError
      KnowledgeError          packaged knowledge is missing or contradicts itself (our fault)
      RuleError               an argument rule of a policy cannot be meant as it is written
      CallError               this call cannot be decided; becomes the policy's failure mode in one place
        InvalidArguments      the arguments are no JSON object
        DuplicateKeys         an object of the arguments names a key twice
        TooDeep, TooLarge     a cap was hit
        DeadlineExceeded      the classification time-out was hit
        RuleFailed            an argument rule of the policy cannot be judged on this call
        NoValidRewrite        nothing valid against the schema removes what has to go
      StreamFault             the upstream's answer breaks the protocol or a bound; nothing more of it can be released
"""

from __future__ import annotations


class MinimizeError(Exception):
    """Base of every error that this package raises on purpose."""


class KnowledgeError(MinimizeError):
    """Packaged knowledge is missing or contradicts itself."""


class RuleError(MinimizeError):
    """An argument rule cannot be meant as it is written. `field` names the setting of the rule."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class CallError(MinimizeError):
    """This call cannot be decided. `code` is the stable reason code, `pointer` the place, never a value."""

    code = "internal_error"

    def __init__(self, message: str = "", *, pointer: str = "") -> None:
        super().__init__(message or self.code)
        self.pointer = pointer


class InvalidArguments(CallError):
    """The arguments are no JSON object."""

    code = "invalid_arguments"


class DuplicateKeys(CallError):
    """An object of the arguments names a key twice: one reader would see what another does not."""

    code = "duplicate_keys"


class TooDeep(CallError):
    """The arguments nest deeper than the policy's cap."""

    code = "too_deep"


class TooLarge(CallError):
    """The arguments are larger than the policy's cap."""

    code = "too_large"


class DeadlineExceeded(CallError):
    """The classification time-out was hit."""

    code = "deadline_exceeded"


class RuleFailed(CallError):
    """An argument rule of the policy cannot be judged on this call; it is blocked, whatever the failure mode."""

    code = "rule_failed"


class NoValidRewrite(CallError):
    """No operation that removes what has to go leaves the call valid and useful."""

    code = "no_valid_rewrite"


class StreamFault(MinimizeError):
    """The upstream's answer breaks the protocol or a bound. `code` is stable (`upstream_invalid_response`, `hold_limit_exceeded`, ...)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
