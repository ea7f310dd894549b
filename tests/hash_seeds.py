"""Run code in processes whose strings hash differently."""

import subprocess
import sys


def printed(code: str) -> set[str]:
    """Return what the code prints, under two hash seeds; one text if it depends on none."""
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
