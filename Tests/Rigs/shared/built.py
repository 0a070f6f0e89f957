# SPDX-License-Identifier: Apache-2.0
"""What a rig needs: Debian's packages, which are installed, and our programs, which are built."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

# Not parents[3]: where debian-13 boots, the rigs are in the root.
ROOT = Path(__file__).resolve().parents[2].parent
BUILD, DEBUG, SWIFT = ROOT / "Packaging/bin/build", ROOT / "Packaging/bin/debug", os.environ.get("SWIFT", "swift")


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Runs a command in the tree; the rig ends with its status if it fails."""
    sys.stdout.flush()
    if status := subprocess.run(command, cwd=ROOT, env=env).returncode:
        sys.exit(status)


def needs(*packages: str) -> None:
    run(ROOT / "Packaging/bin/deps", *packages)


def debug(*programs: str) -> Path:
    """The folder of a debug build of these."""
    needs("build")
    for program in programs:
        run(DEBUG, "build", "--product", program)
    return Path(subprocess.check_output([DEBUG, "folder"], cwd=ROOT, text=True).strip())


def example(package: str, program: str) -> Path:
    """The folder of a debug build of a program in a package of its own."""
    run(SWIFT, "build", "--package-path", package, "--product", program)
    shown = subprocess.check_output([SWIFT, "build", "--package-path", package, "--show-bin-path"], cwd=ROOT, text=True)
    return Path(shown.strip())


def owned(program: str, folder: Path) -> None:
    """Puts a debug build of a program of a bridge that has a package of its own into the folder of all others."""
    needs("build", "libgtk-4-dev")
    own = {**os.environ, "MOTION_PACKAGE": f"Bridges/{program}"}
    run(DEBUG, "build", "--product", program, env=own)
    built = Path(subprocess.check_output([DEBUG, "folder"], cwd=ROOT, text=True, env=own).strip())
    shutil.copy2(built / program, folder / program)


def translate(program: str, prefix: Path) -> None:
    """Puts the German texts of a bridge where a program in the folder bin beside them looks."""
    folder = prefix / "share/locale/de/LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    run("msgfmt", ROOT / f"Bridges/{program}/po/de.po", "-o", folder / f"{program}.mo")


def released(*programs: str) -> Path:
    """The folder of these as they are installed."""
    run(BUILD, *programs)
    return ROOT / subprocess.check_output([BUILD, "--folder"], text=True).strip()
