"""A Ray cluster on this machine: a head without CPU cores, and nodes that join and leave, each a process group like a separate machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

RAY = str(Path(sys.executable).with_name("ray"))


class Node:
    """``ray start --block``: one machine of the cluster."""

    def __init__(self, *options: str, folder: Path, env: dict[str, str]) -> None:
        command = [RAY, "start", *options, "--block", "--disable-usage-stats"]
        log = (folder / f"node-{time.monotonic_ns()}.log").open("wb")
        self._process = subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True)

    def kill(self) -> None:
        """Kill all processes of the machine at once."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Machines:
    """A cluster on this machine.

    Args:
        folder: for logs.
        env: of its processes.
    """

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        soon = {"RAY_health_check_period_ms": "500", "RAY_health_check_failure_threshold": "3"}
        # By default Ray gives its workers a niceness of 15, which stalls them on a busy machine.
        self._folder, self._env = folder, {**env, **soon, "RAY_worker_niceness": "0"}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self._temp = f"/tmp/zr{os.getpid()}-{port}"  # Ray's sockets need a short path
        self.head = self._node("--head", "--port", port, "--num-cpus", "0", "--include-dashboard", "false", "--temp-dir", self._temp)
        self.nodes: list[Node] = []
        self._wait()

    def _node(self, *options: str) -> Node:
        return Node(*options, "--object-store-memory", "200000000", folder=self._folder, env=self._env)

    def _wait(self) -> None:
        host, port = self.address.split(":")
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex((host, int(port))) == 0:
                    return
            time.sleep(0.1)
        raise TimeoutError(f"no head at {self.address}")

    def join(self) -> Node:
        """Add a machine with one core."""
        node = self._node("--address", self.address, "--num-cpus", "1")
        self.nodes.append(node)
        return node

    def close(self) -> None:
        """Kill all machines."""
        for node in (*self.nodes, self.head):
            node.kill()
        shutil.rmtree(self._temp, ignore_errors=True)

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()
