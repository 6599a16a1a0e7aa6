"""`run -j`: the same results in the same order as one after another, one budget, and no process left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from selu_lab.errors import Exit
from tests.models.loopback import Reply, loopback
from tests.scenarios.kit import HEAD, agents

STEPS = """\
steps:
  - user: Keep this.
    model:
      - {{call: store_list, arguments: {{}}}}
      - {{say: "…", call: store_set, arguments: {{key: list, value: milk}}}}
      - {{call: set_reminder, arguments: {{prompt: Buy tea, when: in zwei Stunden}}}}
      - {{say: Fine.}}
    expect: [{{reply: {reply}}}]
after: {{reminders: {{count: 1}}}}
"""


def put(folder: Path, name: str, reply: str = "Fine.", more: str = "") -> Path:
    path = folder / "s" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD.replace("A test", name) + more + STEPS.format(reply=reply), encoding="utf-8")
    return path


def started(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """`selu-lab run` in a process of its own: a copy of one that has threads would not be sound."""
    command = [sys.executable, "-m", "selu_lab", "run", "s", "--agents", str(agents(folder)), *arguments]
    return subprocess.Popen(
        command, cwd=folder, env={**os.environ, **environment}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def run(folder: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    process = started(folder, *arguments, **environment)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    return process.returncode, out


def told(text: str) -> list[str]:
    """The lines of a run, without its number and how long it took."""
    return [line.split("show")[0].split(". ")[0] for line in text.splitlines()]


def test_the_results_are_those_of_one_after_another_in_the_same_order(tmp_path: Path) -> None:
    for number in range(12):
        put(tmp_path, f"s{number:02}", "Fine." if number % 4 else "Other.")
    put(tmp_path, "left", more="skip: not yet\n")
    code, out = run(tmp_path, "--json", "one.json")
    parallel, together = run(tmp_path, "-j", "3", "--json", "many.json")
    assert (code, parallel) == (Exit.FAILED, Exit.FAILED)
    assert told(together) == told(out)
    one, many = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("one.json", "many.json"))
    assert [each["name"] for each in many["scenarios"]] == [each["name"] for each in one["scenarios"]]
    assert many["usage"] == one["usage"]


def test_repetitions_are_shared_out_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    put(tmp_path, "again", "Other.", more="repeat: {times: 7, pass: all}\n")
    put(tmp_path, "skipped", more="skip: not yet\nrepeat: {times: 4, pass: all}\n")
    code, out = run(tmp_path, "-j", "3")
    assert code == Exit.FAILED
    assert "FAIL again (0 of 7 passed)" in out
    assert [line.split()[-1] for line in out.splitlines() if ", repetition" in line] == ["1–7"]
    assert len(list((tmp_path / ".selu-lab" / "runs" / "1").glob("1.*.json"))) == 7
    assert (tmp_path / ".selu-lab" / "runs" / "1" / "1.7.json").is_file()
    assert "1 fail, 1 skipped" in out


def test_x_ends_the_run_and_nothing_unplayed_counts(tmp_path: Path) -> None:
    put(tmp_path, "a0", "Other.")
    for number in range(200):  # more than the other process can play until this one has seen the failure
        put(tmp_path, f"b{number:03}")
    code, out = run(tmp_path, "-j", "2", "-x")
    assert code == Exit.FAILED
    assert out.startswith("FAIL a0")
    assert " skipped. " in out.splitlines()[-1]


def test_the_budget_is_one_for_all_processes(tmp_path: Path) -> None:
    for number in range(20):
        put(tmp_path, f"s{number:02}")
    code, out = run(tmp_path, "-j", "2", "--max-tokens", "4000")
    assert code == Exit.BUDGET
    assert "The budget of 4,000 tokens is used up" in out
    assert " skipped" in out.splitlines()[-1]


def test_a_process_that_is_killed_is_an_error_and_no_endless_wait(tmp_path: Path) -> None:
    put(tmp_path, "s")
    put(tmp_path, "t")
    program = (
        "import os, signal, sys\n"
        "from selu_lab.scenarios.repetition import Repetition\n"
        "async def end(self, settings): os.kill(os.getpid(), signal.SIGKILL)\n"
        "Repetition.run = end\n"
        "from selu_lab.__main__ import main\n"
        f"sys.exit(main(['run', 's', '-j', '2', '--agents', {str(agents(tmp_path))!r}]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == Exit.INTERNAL, done.stderr
    assert "A process of this run was ended." in done.stdout


def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    for name in ("s", "t"):
        body = "name: n\nagents: [one]\nmodel: openai/m\nsteps: [{user: Hi, expect: [{reply: Fine.}]}]\n"
        put(tmp_path, name).write_text(body, encoding="utf-8")
    with loopback() as server:
        server.answer(Reply(hang_first=True))
        process = started(
            tmp_path, "-j", "2", "--record-mode", "new",
            SELU_LAB_MODEL="openai/m", SELU_LAB_BASE_URL=server.url, SELU_LAB_API_KEY="sk-0123456789", CI="",
        )  # fmt: skip
        assert server.asked.wait(60)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.splitlines()[-1]) == (Exit.INTERRUPTED, "selu-lab: Interrupted.")
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
