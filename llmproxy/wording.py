"""One sentence for every code of the vocabulary; the reference pages, `explain` and the demo say the same.

Must not be in here: anything that depends on a call.
"""

from __future__ import annotations

from collections.abc import Mapping

from minimize.model import Disposition, FailureMode, Mode, OnBlock, Reason

REASONS: Mapping[Reason, str] = {
    Reason.NO_PSD: "Nothing privacy-sensitive was found here.",
    Reason.NEEDED_BY_KIND: "Tools of this kind need it for what they do.",
    Reason.NEEDED_BY_ANNOTATION: "The tool's own annotation names it as necessary, and the policy trusts that.",
    Reason.NEEDED_BY_TASK: "The user asked for exactly this.",
    Reason.CONSENTED: "The user consented to it (`task_context`, or a category that the policy lets clients consent to).",
    Reason.EXEMPT: "The policy exempts this place.",
    Reason.LOW_CONFIDENCE: "The finding is below the confidence from which the policy acts.",
    Reason.MESSAGE_CONTENT: "It is in the text of a message and may be the message itself: forwarded, and flagged for review.",
    Reason.EXECUTED_CONTENT: "It is in something that is executed or written (a command, code, a path): never edited inside, only reported or blocked.",
    Reason.BALLAST_FIELD: "Tools of this kind work without this field, and it holds personal data.",
    Reason.OPTIONAL_NOT_NEEDED: "The field is optional, the task does not need it, and it holds personal data.",
    Reason.OUTSIDE_MINIMUM: "The tool's annotation does not name this field as necessary, and it holds personal data.",
    Reason.FINER_THAN_NEEDED: "It is more precise than the tool needs: a coarser value does the task as well.",
    Reason.NOT_THE_TASK: "It is in a text that is needed, but is not what the user asked to send.",
    Reason.LABEL_NEUTRALISED: "A title or caption held personal data; a neutral one does the task as well.",
    Reason.CREDENTIAL: "It is a password, token or key.",
    Reason.PSD_IN_KEY: "The name of an object's member is personal data itself.",
    Reason.TRUSTED_TOOL: "The tool is trusted enough that nothing needs to go.",
    Reason.NEEDS_CONFIRMATION: "It is not sure enough to act on by itself: a person is asked.",
    Reason.INVALID_ARGUMENTS: "The arguments are no JSON object.",
    Reason.DUPLICATE_KEYS: "An object of the arguments names a key twice; readers would disagree on its value.",
    Reason.TOO_DEEP: "The arguments nest deeper than the policy allows.",
    Reason.TOO_LARGE: "The arguments are longer than the policy allows.",
    Reason.DEADLINE_EXCEEDED: "The decision took longer than the policy allows.",
    Reason.NO_VALID_REWRITE: "Nothing that is valid against the tool's schema takes the personal data out.",
    Reason.INCOMPLETE_CALL: "The model's answer ended before the call was complete.",
    Reason.SUSPICIOUS_SCHEMA: "The tool's schema marks all its fields as necessary.",
    Reason.NOT_READ: "The arguments hold a file (binary in base64), which is not read, and the policy refuses such calls.",
    Reason.RULE_ALLOWS: "An argument rule of the policy lets it stay.",
    Reason.RULE_STRICTER: "An argument rule of the policy allows less precision here than the tool could use.",
    Reason.RULE_CONFIRMS: "An argument rule of the policy wants a person to be asked.",
    Reason.RULE_BLOCKS: "An argument rule of the policy forbids the call.",
    Reason.RULE_FAILED: "An argument rule of the policy could not be judged; the call is blocked, whatever `on_failure` says.",
    Reason.JUDGE_FAILED: "The judge gave no usable answer in time, and the policy blocks such calls.",
    Reason.SESSION_BUDGET: "With it more would leave in this session, or go to this operator, than the policy's budget allows.",
    Reason.SESSION_UNAVAILABLE: "The store of sessions could not be asked how much has left already.",
    Reason.INTERNAL_ERROR: "A fault of ours; the call was treated by the policy's failure mode.",
}

DISPOSITIONS: Mapping[Disposition, str] = {
    Disposition.KEEP: "Left as it is.",
    Disposition.REVIEW: "Left as it is and flagged for a person.",
    Disposition.REMOVE: "Taken out.",
    Disposition.GENERALISE: "Replaced by something coarser (a city for an address).",
    Disposition.SUBSTITUTE: "Replaced by a stand-in.",
    Disposition.TRUNCATE: "Cut down to the part that is needed.",
    Disposition.BLOCK: "The call does not leave.",
}

MODES: Mapping[Mode, str] = {
    Mode.ENFORCE: "Decide, score, rewrite.",
    Mode.SHADOW: "Decide, score and log; change nothing.",
    Mode.OFF: "Only count.",
}

FAILURE_MODES: Mapping[FailureMode, str] = {
    FailureMode.CLOSED: "Block the call with a clear error.",
    FailureMode.OPEN: "Forward the original and log the incident.",
    FailureMode.PROMPT: "Forward the best rewrite with a confirmation flag; without a valid one, block.",
}

ON_BLOCK: Mapping[OnBlock, str] = {
    OnBlock.ERROR: "The client gets an OpenAI error object, code `tool_call_blocked`.",
    OnBlock.MESSAGE: "The call is taken out of the answer and a general text says so.",
}
