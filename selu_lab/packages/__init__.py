"""Agent packages in Selu's own format: read as Selu reads them, and with everything said that Selu is silent about."""

from selu_lab.packages.bundles import ApprovalText
from selu_lab.packages.capabilities import Capability, Policy, StubTool
from selu_lab.packages.changes import Change
from selu_lab.packages.findings import Finding, Severity
from selu_lab.packages.load import load_package
from selu_lab.packages.manifest import Manifest, ModelChoice
from selu_lab.packages.package import AgentPackage
from selu_lab.packages.prompts import PromptFile
from selu_lab.packages.shelf import AgentShelf, is_package

__all__ = [
    "AgentPackage",
    "AgentShelf",
    "ApprovalText",
    "Capability",
    "Change",
    "Finding",
    "Manifest",
    "ModelChoice",
    "Policy",
    "PromptFile",
    "Severity",
    "StubTool",
    "is_package",
    "load_package",
]
