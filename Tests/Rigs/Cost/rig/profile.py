# SPDX-License-Identifier: Apache-2.0
"""A run of motiond in valgrind, which counts instructions and calls."""
import os
import re
import subprocess
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from rig.programs import OUTPUT
from shared.process import QUIET, running

# Each run of a program hashes in the same way.
os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"

_ALLOCATORS = ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign")


class Profile:
    """The instructions of each function of motiond, and the calls of each function of any library.

    Callgrind's format names a thing once, and then by its number. Below a function are lines of a place and a cost, and
    those of a call, whose cost is not the function's own.
    """

    def __init__(self, text: str, program: Path) -> None:
        self.costs: Counter[str] = Counter()
        # With what a function calls.
        self.inclusive: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.total = int(re.search(r"^(?:totals|summary): (\d+)", text, re.M)[1])
        objects: dict[str, str] = {}
        names: dict[str, str] = {}
        function, called, is_ours, is_call = "", "", False, False
        for line in text.splitlines():
            if match := re.match(r"(c?ob|c?fn)=(\(\d+\))(?: (.*))?$", line):
                kind, number, name = match.groups()
                known = objects if kind.endswith("ob") else names
                if name:
                    # A quote and a number tell how deep a recursion is.
                    known[number] = re.sub(r"'\d+$", "", name)
                match kind:
                    case "ob": is_ours = objects[number] == str(program)
                    case "fn": function = names[number]
                    case "cfn": called = names[number]
            elif line.startswith("calls="):
                self.calls[called] += int(line[6:].split()[0])
                is_call = True
            elif re.match(r"[+*\d-]", line):
                cost = int(line.split()[1])
                self.inclusive[function] += cost
                if is_ours and not is_call and not function.startswith(("0x", "(")):
                    self.costs[function] += cost
                is_call = False

    @property
    def allocations(self) -> int:
        """Heap allocations by anybody."""
        return sum(self.calls[name] for name in _ALLOCATORS)


class ProfiledRun:
    """The profile of a run, once it is over."""

    process: subprocess.Popen
    result: Profile


@contextmanager
def profiled(command: Path, *options: str, **settings):
    """Runs a command until the block ends."""
    # Valgrind does not know all that Swift's compiler writes about a program.
    program, file, run = OUTPUT / command.name, OUTPUT / "profile", ProfiledRun()
    subprocess.run(["strip", "--strip-debug", "-o", program, command], check=True)
    with running("valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={file}", program, *options,
                 **QUIET, **settings) as run.process:
        yield run
    run.result = Profile(file.read_text(), program)
