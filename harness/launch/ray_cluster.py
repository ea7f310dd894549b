"""The Ray that cells are trained on: joined or started, and asked whether it has room."""

import os
import signal
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

from harness.config.schema import RunDirConfig
from harness.errors import RunError
from hgpo_envs.errors import MissingPackageError

#: Seconds that a cluster has to take a connection.
CONNECT_S = 10.0
#: Bytes of shared memory that a Ray of our own sets aside; what cells tell is small.
OBJECT_STORE = 128 * 2**20
GB = 2**30


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What one cell reserves.

    Attributes:
        cpus: CPUs.
        gpus: GPUs.
        memory_gb: memory, in units of 2^30 bytes.
    """

    cpus: float
    gpus: float
    memory_gb: float

    @classmethod
    def of(cls, run: RunDirConfig) -> "Need":
        """Read it off the settings."""
        cpus = 1.0 if run.cpus is None else run.cpus
        return cls(cpus=cpus, gpus=run.gpus or 0.0, memory_gb=run.memory_gb or 0.0)

    @classmethod
    def lent(cls, resources: Mapping[str, float]) -> "Need":
        """Read off Ray's table what a node lends."""
        return cls(
            cpus=resources.get("CPU", 0.0),
            gpus=resources.get("GPU", 0.0),
            memory_gb=resources.get("memory", 0.0) / GB,
        )

    def fits(self, room: "Need") -> bool:
        """Say whether it fits into what a node lends."""
        within = self.cpus <= room.cpus and self.gpus <= room.gpus
        return within and self.memory_gb <= room.memory_gb

    def __str__(self) -> str:
        """Write it out.

        Example:
            >>> str(Need(cpus=2, gpus=0, memory_gb=1.5))
            '2 CPUs, 0 GPUs and 1.5 GB'
        """
        return f"{self.cpus:g} CPUs, {self.gpus:g} GPUs and {self.memory_gb:.3g} GB"


@contextmanager
def joined(where: str | None) -> Iterator[ModuleType]:
    """Connect to a Ray, and leave it afterwards; one that was started here ends.

    Where this process is connected already, that Ray is used and left running.

    Args:
        where: as ``run.ray``.

    Yields:
        The package, connected.

    Raises:
        MissingPackageError: Ray is not installed.
        RunError: there is no such cluster, or it can't be joined.
    """
    ray = _package()
    if ray.is_initialized():
        if where is not None:
            raise RunError(
                f"this process is connected to Ray already, and run.ray={where} was given. "
                "Leave run.ray out to use that Ray, or call ray.shutdown() first."
            )
        yield ray
        return
    with _own_sigterm():
        try:
            _connect(ray, where)
        except BaseException:
            ray.shutdown()
            raise
    try:
        yield ray
    finally:
        ray.shutdown()


def check_room(ray: ModuleType, need: Need) -> None:
    """Refuse what would wait for ever: cells that no node can hold.

    Raises:
        RunError: no node lends as much; it says what each of them lends.
    """
    nodes = {
        node["NodeManagerAddress"] + " " + node["NodeID"][:6]: Need.lent(node["Resources"])
        for node in ray.nodes()
        if node["Alive"]
    }
    if not any(need.fits(room) for room in nodes.values()):
        there = "; ".join(f"node {name}: {room}" for name, room in sorted(nodes.items()))
        raise RunError(
            f"a cell reserves {need}, and no node of the Ray cluster has as much ({there}). "
            "Lower run.cpus, run.gpus or run.memory_gb, or add such a node."
        )


def _package() -> ModuleType:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            "launcher=ray needs the package 'ray', which is not installed. Install it "
            "with: pip install 'hgpo-bench[ray]' (in a checkout: make setup-ray)"
        ) from error
    package: ModuleType = ray
    return package


@contextmanager
def _own_sigterm() -> Iterator[None]:
    """Keep our handler of SIGTERM: Ray sets one that ends the process with nothing said."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _connect(ray: ModuleType, where: str | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if where == "local":
        _start(ray)
        return
    if where not in {None, "auto"}:
        _check_listening(str(where))
    try:
        ray.init(address=where or "auto", logging_level="ERROR", log_to_driver=False)
    except ConnectionError as error:
        if where is None:
            _start(ray)
            return
        raise RunError(_unreachable(where, error)) from error
    except (RuntimeError, ValueError, OSError, ray.exceptions.RayError) as error:
        raise RunError(_unreachable(where or "auto", error)) from error


def _start(ray: ModuleType) -> None:
    ray.init(
        address="local",
        include_dashboard=False,
        object_store_memory=OBJECT_STORE,
        logging_level="ERROR",
        log_to_driver=False,
    )


def _check_listening(address: str) -> None:
    """Ask for a plain connection first: Ray itself tries for a minute."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_S).close()
    except (OSError, OverflowError) as error:
        raise RunError(_unreachable(address, error)) from error


def _unreachable(address: str, error: Exception) -> str:
    cause = " ".join(str(error).split())[:300].rstrip(".")
    return (
        f"the Ray cluster run.ray={address} can't be joined: {cause}. Start it with `ray start "
        "--head` and join this machine to it with `ray start --address=HOST:PORT`, or take "
        "run.ray=local."
    )
