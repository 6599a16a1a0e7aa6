"""The phrases other libraries test themselves with, and our own, read as well as promised."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT.parent / "shared" / "data" / "when"
pytestmark = [pytest.mark.shared, pytest.mark.skipif(not DATA.is_dir(), reason="../shared is absent")]


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    """Give the module that judges the phrases, so that test and benchmark count alike."""
    spec = importlib.util.spec_from_file_location("when_benchmark", ROOT / "benchmarks" / "when.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [("de", 90, 3), ("en", 84, 5)],
)
def test_the_targets_are_met(benchmark: ModuleType, language: str, right: float, wrong: float) -> None:
    found = benchmark.summary(language, benchmark.measure(DATA, benchmark.ours).suites)
    assert found.right >= right
    # Over all phrases: the smallest suite holds ten, so that one of them is two points of the mean over suites.
    assert found.wrong_of_all <= wrong
    assert found.refused >= 95
    assert found.recurring >= 97
