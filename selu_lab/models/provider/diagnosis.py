"""From whatever litellm raises to one sentence that says what is wrong and what to set; never the provider's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from selu_lab.models.errors import ModelFaultError
from selu_lab.models.provider.access import Access

LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more patience is not waited for."""

_QUOTA = re.compile(r"quota|billing|insufficient.(funds|balance)|credit|spending|payment", re.I)
_TOO_LONG = re.compile(
    r"context.{0,20}(length|window|size)|too many (input )?tokens|prompt is too long|maximum.{0,20}tokens", re.I
)
_NO_TOOLS = re.compile(r"(not|n't) support.{0,20}(tool|function)|tool.{0,40}not supported|tool choice requires", re.I)
_NO_SYSTEM = re.compile(r"system (message|role|prompt)|role.{0,12}system|roles must alternate", re.I)
_NO_ANSWER = re.compile(
    r"invalid response from LLM|invalid response object|no 'choices'|Expecting value|JSONDecode", re.I
)


class SystemRefusedError(ModelFaultError):
    """The server takes no system message where we put one: a reason to lay the messages out in another way."""


class Reader:
    """Reads the errors of one model's calls."""

    def __init__(self, model: str, access: Access, timeout: float) -> None:
        self._model = model
        self._access = access
        self._owner = access.provider
        self._timeout = timeout
        self._by_status: Mapping[int, Callable[[int, str, float | None], ModelFaultError]] = {
            401: self._wrong_key,
            402: self._quota,
            403: self._forbidden,
            404: self._unknown_model,
            408: self._timed_out,
            413: self._too_long,
            429: self._rate_limited,
        }

    def read(self, error: Exception, *, opened: bool) -> ModelFaultError:
        """The failure for an error that came before (`opened` false) or after the first chunk."""
        chain = list(_chain(error))
        names = {type(link).__name__ for link in chain}
        texts = " ".join(f"{link} {getattr(link, 'code', '')}" for link in chain)
        if missing := next((link for link in chain if isinstance(link, ModuleNotFoundError)), None):
            return self._missing_package(missing)
        if names & {"ConnectError", "ConnectTimeout", "ClientConnectorError", "NoCredentialsError"}:
            return self._no_credentials() if "NoCredentialsError" in names else self.unreachable()
        if isinstance(error, TimeoutError) or "Timeout" in names:
            return self.silent(opened=opened)
        if opened or names & {"ReadError", "RemoteProtocolError"}:
            return self.cut()
        if _NO_ANSWER.search(texts):
            return self.bad_answer()
        # litellm gives status 500 to whatever went wrong on our side of the line, too.
        status = getattr(error, "status_code", None) or 0
        answered = status < 500 or names & {"HTTPStatusError", "MidStreamFallbackError"}
        return self._refusal(status, error, texts) if answered else self._unsendable()

    def _refusal(self, status: int, error: Exception, texts: str) -> ModelFaultError:
        if _TOO_LONG.search(texts) or type(error).__name__ == "ContextWindowExceededError":
            return self._too_long(status, texts, None)
        if status in (400, 422, 500) and _NO_SYSTEM.search(texts):
            return SystemRefusedError("refused", f"{self._owner} takes no system messages for {self._model}.")
        if rule := self._by_status.get(status):
            return rule(status, texts, _retry_after(error))
        if status >= 500:
            return self._server_error(status)
        return self.refused(status, texts)

    def unreachable(self) -> ModelFaultError:
        """Nobody is there."""
        if self._access.address:
            sentence = f"Nothing answers at {self._access.address}."
            return ModelFaultError("unreachable", sentence, "Start the server there, or correct SELU_LAB_BASE_URL.")
        return ModelFaultError("unreachable", f"{self._owner} could not be reached.", "Check the network connection.")

    def silent(self, *, opened: bool) -> ModelFaultError:
        """Nothing came within the time limit."""
        when = "stopped in the middle of its answer" if opened else "did not answer"
        sentence = f"{self._model} {when}: nothing came for {self._timeout:g} seconds."
        return ModelFaultError("timeout", sentence, "Try again, or raise SELU_LAB_MODEL_TIMEOUT.")

    def cut(self) -> ModelFaultError:
        """The answer broke off."""
        return ModelFaultError("cut", f"The answer of {self._model} broke off before its end.", "Try again.", wait=0)

    def empty(self) -> ModelFaultError:
        """Neither text nor calls came."""
        hint = f"Try again, rephrase, or choose another model{self._or_address()}."
        return ModelFaultError("empty", f"{self._model} gave an empty answer.", hint, wait=0)

    def bad_answer(self) -> ModelFaultError:
        """What came is no answer of a model."""
        place = self._access.address or self._owner
        sentence = f"What {place} sent is not a model's answer (perhaps a web page)."
        return ModelFaultError("bad_answer", sentence, "Check SELU_LAB_BASE_URL; it usually ends in /v1.")

    def _or_address(self) -> str:
        return ", or check SELU_LAB_BASE_URL" if self._access.address else ""

    def _missing_package(self, error: ModuleNotFoundError) -> ModelFaultError:
        sentence = f"{self._owner} needs the Python module “{error.name}”, which is not installed."
        return ModelFaultError("refused", sentence, "Install it, or choose another model.")

    def _no_credentials(self) -> ModelFaultError:
        return ModelFaultError("no_key", f"{self._owner} found no credentials.", "Set what its own tools read.")

    def _unsendable(self) -> ModelFaultError:
        hint = "Check SELU_LAB_BASE_URL and the other settings of the model."
        return ModelFaultError("refused", f"The call of {self._model} failed, here or at its server.", hint)

    def _wrong_key(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        return ModelFaultError("wrong_key", f"{self._owner} does not accept the key.", f"Check {self._access.advice}.")

    def _forbidden(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        sentence = f"{self._owner} does not let this key use {self._model}."
        return ModelFaultError("wrong_key", sentence, f"Check {self._access.advice}, or choose another model.")

    def _unknown_model(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        sentence = f"{self._access.address or self._owner} knows no model {self._model}."
        return ModelFaultError("unknown_model", sentence, f"Check the model's name{self._or_address()}.")

    def _timed_out(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        return self.silent(opened=False)

    def _too_long(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        sentence = f"The conversation is longer than {self._model} can read."
        return ModelFaultError("context_too_long", sentence, "Start a new conversation, or choose another model.")

    def _quota(self, _status: int, _texts: str, _wait: float | None) -> ModelFaultError:
        sentence = f"The quota of this key for {self._owner} is used up."
        return ModelFaultError("quota", sentence, "Check its plan and billing, or choose another model.")

    def _rate_limited(self, status: int, texts: str, wait: float | None) -> ModelFaultError:
        if _QUOTA.search(texts):
            return self._quota(status, texts, wait)
        sentence = f"{self._owner} takes no more requests at the moment."
        if wait is not None and wait > LONGEST_WAIT:
            sentence = f"{self._owner} takes no more requests for {_duration(wait)}."
            return ModelFaultError("rate_limited", sentence, "Try again then, or choose another model.")
        return ModelFaultError("rate_limited", sentence, "Wait a little, or choose another model.", wait=wait or 1.0)

    def _server_error(self, status: int) -> ModelFaultError:
        sentence = f"{self._access.address or self._owner} reports an error of its own ({status})."
        return ModelFaultError("unreachable", sentence, "Try again later, or choose another model.", wait=1.0)

    def refused(self, status: int, texts: str = "") -> ModelFaultError:
        if _NO_TOOLS.search(texts):
            sentence = f"{self._model} cannot call tools."
            return ModelFaultError("refused", sentence, "Choose a model that can.")
        code = f" ({status})" if status else ""
        hint = "Check SELU_LAB_EXTRA and the other settings of the model, or choose another one."
        return ModelFaultError("refused", f"{self._owner} refused the request for {self._model}{code}.", hint)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from; providers' own errors lie two to five links deep."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _retry_after(error: Exception) -> float | None:
    """Seconds the server asks to wait, given as a number or as a date (RFC 9110, 10.2.3)."""
    value = str(getattr(getattr(error, "response", None), "headers", {}).get("retry-after") or "")
    try:
        return max(float(value), 0.0)
    except ValueError:
        pass
    try:
        return max((parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return None


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
