"""Agent packages in the shapes of the public ones, oddities included; every word in them is ours."""

from __future__ import annotations

from pathlib import Path

_ENGLISH = "You are a helper for a family. Use the tools and do not guess what you can look up.\n"
_GERMAN = "Du bist ein Helfer für eine Familie. Nutze die Tools und rate nicht, wenn du nachsehen kannst.\n"
_MEMORY = "Call `memory_search` when it helps.\nCall `memory_remember` for lasting facts.\nUse `store_*` for state.\n"
_NOTIZEN = "Rufe `memory_search` auf, wenn es hilft.\nNutze `store_get` für Zustand.\n"
_NO_MEMORY = "memory:\n  policy: none\n  top_k: 0\n"


def write(root: Path, files: dict[str, str]) -> Path:
    """Write the files below the root, give the root."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root


def agent_yaml(agent_id: str, more: str = "", default: str = "en", idle: int = 30) -> str:
    """An `agent.yaml` of ten lines, and what is given after them."""
    return (
        f"id: {agent_id}\nname: The {agent_id} agent\nrouting: inline\n"
        f"i18n:\n  default_locale: {default}\n  supported_locales:\n    - de\n"
        f"session:\n  trigger: mention\n  idle_timeout_minutes: {idle}\n{more}"
    )


def manifest(capability_id: str, tools: str, more: str = "", kind: str = "tool") -> str:
    """A manifest: four lines, then the tools, then what is given after them."""
    return f"id: {capability_id}\nclass: {kind}\nimage: example.invalid/{capability_id}:1\ntools:{tools}{more}"


def tool(name: str, policy: str = "allow", schema: str = "{type: object, properties: {}, required: []}") -> str:
    """One entry of `tools`, of four lines."""
    return (
        f"\n  - name: {name}\n    description: >-\n      Does {name}.\n"
        f"    recommended_policy: {policy}\n    input_schema: {schema}"
    )


def weather() -> dict[str, str]:
    return {
        "agent.yaml": agent_yaml("weather", _NO_MEMORY, idle=15),
        "agent.md": _ENGLISH + "You can use the `emit_event` tool to warn people.\n\n" + _MEMORY,
        "agent.de.md": _GERMAN.replace("ü", "ue") + "Nutze das Tool `emit_event`, um zu warnen.\n",
        "capabilities/weather/manifest.yaml": manifest("weather", tool("get_forecast")),
        "capabilities/weather/prompt.md": _ENGLISH + "Use `get_forecast` first.\n",
        "capabilities/weather/prompt.de.md": _GERMAN + "Nutze zuerst `get_forecast`.\n",
        "i18n/de.yaml": (
            "agent:\n  name: Wetter\napproval:\n  tools:\n    weather__get_forecast:\n      label: Wetter abrufen\n"
        ),
        "i18n/en.yaml": "agent:\n  name: Weather\n",
    }


def web() -> dict[str, str]:
    no_type = '{type: object, properties: {value: {description: "Anything"}}, required: [value]}'
    pages = [tool(f"page_{number}") for number in range(11)]
    tools = "".join([*pages, tool("execute_javascript", "ask"), tool("evaluate", schema=no_type)])
    return {
        "agent.yaml": agent_yaml("web", _NO_MEMORY),
        "agent.md": _ENGLISH * 3 + _MEMORY,
        "agent.de.md": _GERMAN,
        "capabilities/web-browser/manifest.yaml": manifest("web-browser", tools, "\nnetwork:\n  mode: any\n"),
        "capabilities/web-browser/prompt.md": _ENGLISH,
        "capabilities/web-browser/prompt.de.md": _GERMAN,
        "i18n/de.yaml": "agent:\n  name: Netz\n",
        "i18n/en.yaml": "agent:\n  name: Web\n",
    }


def iserv() -> dict[str, str]:
    bundle = (
        "agent:\n  name: Schule\ntools:\n  iserv__confirm_parent_letter:\n    label: Bestätigen\n"
        "    approval:\n      label: Empfang bestätigen\n      message: Wirklich?\n"
    )
    return {
        "agent.yaml": agent_yaml("iserv", _NO_MEMORY, default="de"),
        "agent.md": _GERMAN + _NOTIZEN,
        "agent.de.md": _GERMAN + _NOTIZEN,
        "capabilities/iserv/manifest.yaml": manifest("iserv", tool("confirm_parent_letter", "ask")),
        "capabilities/iserv/prompt.md": _GERMAN,
        "capabilities/iserv/prompt.de.md": _GERMAN,
        "i18n/de.yaml": bundle,
    }


def schulessen() -> dict[str, str]:
    return {
        "agent.yaml": agent_yaml("schulessen", _NO_MEMORY, default="de"),
        "agent.md": _ENGLISH + _NOTIZEN,
        "agent.de.md": _GERMAN + "\nMemory ist für\ndiesen Agenten deaktiviert; nutze keine Memory-Tools.\n",
        "capabilities/lunch/manifest.yaml": manifest("lunch", tool("place_order", "ask") + tool("cancel_order", "ask")),
        "capabilities/lunch/prompt.md": _ENGLISH,
        "capabilities/lunch/prompt.de.md": _GERMAN,
        "i18n/de.yaml": "agent:\n  name: Schulessen\n",
        "i18n/en.yaml": "agent:\n  name: School lunch\n",
    }


def pdf() -> dict[str, str]:
    more = (
        "\n    terminal_on_success: true\nresources:\n  max_memory_mb: 512\n  max_cpu_fraction: 1.0\n"
        "network: {mode: any}\n"
    )
    return {
        "agent.yaml": agent_yaml("pdf", idle=60).replace("inline", "delegate"),
        "agent.md": "# PDF Creator\n\n" + _ENGLISH + _MEMORY,
        "agent.de.md": "# PDF-Ersteller\n\n" + _GERMAN,
        ".DS_Store": "\0\1",
        "i18n/.DS_Store": "\0\1",
        "capabilities/.DS_Store": "\0\1",
        "capabilities/pdf/manifest.yaml": manifest("pdf", tool("create_pdf"), more),
        "capabilities/pdf/prompt.md": _ENGLISH,
        "capabilities/pdf/prompt.de.md": _GERMAN,
        "i18n/de.yaml": (
            "agent:\n  name: PDF\ncapabilities:\n  pdf:\n    tools:\n      create_pdf:\n"
            "        display_name: PDF erstellen\n"
        ),
        "i18n/en.yaml": "agent:\n  name: PDF\n",
    }


def pim() -> dict[str, str]:
    file = "{type: object, properties: {artifact_id: {type: string}}}"
    nested = f"{{type: object, properties: {{attachments: {{type: array, items: {file}}}}}}}"
    more = (
        '\nnetwork:\n  mode: allowlist\n  hosts: ["*.icloud.com:443"]\n'
        "credentials:\n  - name: PASSWORD\n    scope: user\n    description: App password\n    required: true\n"
    )
    return {
        "agent.yaml": agent_yaml("pim", idle=60).rstrip("\n"),
        "agent.md": _ENGLISH + "Use `store_get` with `artifact_id`.\n" + _MEMORY,
        "agent.de.md": _GERMAN + "Nutze `store_get` mit dem Schlüssel `last_check`.\n",
        "capabilities/pim/manifest.yaml": manifest("pim", tool("send_email", "ask", nested), more),
        "capabilities/pim/prompt.md": _ENGLISH,
        "capabilities/pim/prompt.de.md": _GERMAN,
        "i18n/de.yaml": "agent:\n  name: Post\n",
        "i18n/en.yaml": "agent:\n  name: Mail\n",
    }


def bring() -> dict[str, str]:
    return {
        "agent.yaml": agent_yaml("bring", default="de"),
        "agent.md": _GERMAN + _NOTIZEN,
        "agent.de.md": _GERMAN,
        "capabilities/bring/manifest.yaml": manifest(
            "bring", " []\n", "tool_source: dynamic\ndiscovery_tool_name: list_tools\n"
        ),
        "capabilities/bring/prompt.md": _GERMAN + "Nutze `saveItem` zum Ergänzen.\n",
        "i18n/de.yaml": "approval:\n  tools:\n    bring__saveItem:\n      label: Artikel ergänzen\n",
    }


def coding() -> dict[str, str]:
    files = "{type: array, minItems: 1, items: {type: string}}"
    strict = f"{{type: object, additionalProperties: false, properties: {{files: {files}}}}}"
    tools = tool("write_files", schema=strict) + tool("push_branch", "ask") + tool("create_pull_request", "ask")
    more = "\nfilesystem: workspace\nresources: {max_cpu_fraction: 0.25}\ncache: {enabled: true}\n"
    return {
        "agent.yaml": (
            "id: coding-github\nname: Coding\nrouting: delegate\n"
            "session:\n  trigger: mention\n  idle_timeout_minutes: 480\n  isolation: per_thread\n"
        ),
        "agent.md": _ENGLISH + "\nCall `memory_remember` and put the repository into `tags`.\n",
        "capabilities/code/manifest.yaml": manifest("coding-github", tools, more, kind="environment"),
        "capabilities/code/prompt.md": _ENGLISH + "Prefer `coding-github__write_files`.\n",
    }


def bundled_default() -> dict[str, str]:
    return {
        "agent.yaml": "id: default\nname: Selu\nsession:\n  idle_timeout_minutes: 30\n",
        "agent.md": _ENGLISH + _MEMORY,
    }


PUBLIC = {
    "weather": weather,
    "web": web,
    "iserv": iserv,
    "schulessen": schulessen,
    "pdf": pdf,
    "pim": pim,
    "bring": bring,
    "coding": coding,
    "default": bundled_default,
}
