# SPDX-License-Identifier: Apache-2.0
"""What the demo runs on."""

import json
import os
import pathlib
import platform
import subprocess
import sys

PROBE = """
import json, tenorite
record = {"tenorite": tenorite.__version__, "devices": {"cpu": None}}
if tenorite.cuda.is_available():
    for i in range(tenorite.cuda.runtime.getDeviceCount()):
        name = tenorite.cuda.runtime.getDeviceProperties(i)["name"]
        name = name.decode() if isinstance(name, bytes) else name
        record["devices"][f"cuda:{i}"] = name
print(json.dumps(record))
"""


def probe():
    """Tenorite's version and its devices, or why it cannot be imported."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True)
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1], "devices": {}}
    return json.loads(done.stdout)


def cpu_name():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def usable_cores():
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count()
