"""Workers as Ray actors, on this machine or on those of a Ray cluster (the extra ``ray``).

``import ray`` takes a second and starts nothing; it is done when the first worker is asked for.
"""

import os
import sys
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING

from hgpo_envs.errors import EnvInputError, MissingPackageError
from hgpo_envs.vector.host import Host
from hgpo_envs.vector.ray_placement import CLAIM, placement
from hgpo_envs.vector.transport import Transport, WorkerLostError, WorkerSilentError

if TYPE_CHECKING:
    from ray import ObjectRef
    from ray.actor import ActorHandle

#: Seconds that an actor has to end by itself, and Ray to tell that one is dead.
GRACE_S = 2.0

#: Seconds that an actor which has nothing to do has to say that it is there.
ECHO_S = 1.0

#: Bytes of shared memory that a Ray of our own sets aside: answers above 100 kB travel in it.
OBJECT_STORE = 128 * 2**20


class RayActors:
    """Starts workers as Ray actors: the ``launch`` of a ``GroupVectorEnv``.

    Where this process is connected to Ray already, that Ray is used and left running. Otherwise
    the first worker starts or joins one, and ``close`` leaves it. What travels are the bytes of
    ``hgpo_envs.vector.messages``, which Ray passes on as they are.
    """

    def __init__(self, *, address: str | None = None, cpus: float = 0.0) -> None:
        """Prepare; nothing is started yet.

        Args:
            address: of a running cluster, ``"auto"`` for the one of this machine; None starts a
                Ray of our own where this process is not connected to one.
            cpus: CPUs that each actor reserves; 0 reserves none, so that as many actors run as
                there are workers.

        Raises:
            MissingPackageError: Ray is not installed.
            EnvInputError: ``cpus`` is negative.
        """
        if not cpus >= 0:
            raise EnvInputError(f"cpus is {cpus!r}; expected a number of at least 0.")
        self._ray = _package()
        self._address = address
        self._cpus = cpus
        self._has_connected = False

    def __call__(self, number: int) -> Transport:
        """Start worker ``number``; it gets ready while this process goes on.

        Raises:
            EnvInputError: Ray has not as many CPUs as are to be reserved, or this process is
                connected to Ray already and an address was given.
        """
        self._connect()
        self._check_room(number)
        return RayTransport(self._ray, number, self._cpus)

    def __enter__(self) -> "RayActors":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave Ray, where it was joined here; one that was started here ends with all actors."""
        if self._has_connected:
            self._ray.shutdown()
            self._has_connected = False

    def _connect(self) -> None:
        if self._ray.is_initialized():
            if self._address is not None and not self._has_connected:
                raise EnvInputError(
                    f"this process is connected to Ray already, and address {self._address!r} was "
                    "given. Leave the address out to use that Ray, or call ray.shutdown() first."
                )
            return
        self._has_connected = True
        if self._address is not None:
            self._ray.init(address=self._address, logging_level="WARNING")
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self._ray.init(
            address="local",
            include_dashboard=False,
            object_store_memory=OBJECT_STORE,
            logging_level="WARNING",
        )

    def _check_room(self, number: int) -> None:
        """Refuse what would wait for ever: an actor that is promised CPUs that there aren't."""
        there = self._ray.cluster_resources().get("CPU", 0.0) if self._cpus else 0.0
        if (number + 1) * self._cpus > there:
            raise EnvInputError(
                f"worker {number} needs {self._cpus:g} CPUs beside those of the workers before "
                f"it, and Ray has {there:g} in all. Take fewer workers, or a smaller cpus."
            )


class RayTransport:
    """One actor; ends with this process."""

    def __init__(self, ray: ModuleType, number: int, cpus: float) -> None:
        """Ask Ray for an actor, which it starts in its own time."""
        self.number = number
        self._ray = ray
        self._connection = _connection(ray)
        self._actor: ActorHandle = (
            ray.remote(Seat)
            .options(
                num_cpus=cpus,
                memory=CLAIM,
                max_restarts=0,  # whoever steers starts a new one and plays again
                max_task_retries=0,
                scheduling_strategy=placement(ray, number, cpus),
            )
            .remote([path or os.getcwd() for path in sys.path])
        )
        self._answer: ObjectRef | None = None

    @property
    def name(self) -> str:
        """Say which actor it is."""
        return f"Ray actor {self.number}"

    @property
    def pid(self) -> int:
        """The number of the actor's process, on the machine where it runs."""
        return int(self._ray.get(self._actor.pid.remote(), timeout=GRACE_S))

    @property
    def alive(self) -> bool:
        """Tell whether the actor is there: it is asked, and one that is busy counts as there."""
        if not self._is_connected():
            return False
        try:
            self._ray.get(self._actor.pid.remote(), timeout=ECHO_S)
        except self._ray.exceptions.GetTimeoutError:
            return True
        except self._ray.exceptions.RayError:
            return False
        return True

    def send(self, request: bytes, timeout_s: float) -> None:
        """Hand a request over, as ``Transport`` says; Ray takes it at once and passes it on."""
        if not self._is_connected():
            raise WorkerLostError("Ray was shut down")
        try:
            self._answer = self._actor.answer.remote(request)
        except self._ray.exceptions.RayError as error:
            raise WorkerLostError(_cause(error)) from error

    def receive(self, timeout_s: float) -> bytes:
        """Return the answer, as ``Transport`` says."""
        if not self._is_connected():
            raise WorkerLostError("Ray was shut down")
        try:
            answer: bytes = self._ray.get(self._answer, timeout=timeout_s)
        except self._ray.exceptions.GetTimeoutError as error:
            raise WorkerSilentError("it does not answer") from error
        except self._ray.exceptions.RayError as error:
            raise WorkerLostError(_cause(error)) from error
        self._answer = None
        return answer

    def kill(self) -> None:
        """End the actor at once, and wait until Ray says that it is dead."""
        self._answer = None
        if self._is_connected():
            self._ray.kill(self._actor, no_restart=True)
            self._ray.wait([self._actor.pid.remote()], timeout=GRACE_S)

    def close(self) -> None:
        """Let the actor end by itself; kill it where it does not."""
        if self._is_connected():
            self._ray.wait([self._actor.__ray_terminate__.remote()], timeout=GRACE_S)
        self.kill()

    def _is_connected(self) -> bool:
        """Tell whether the Ray that the actor was started in is the one that is there now."""
        return bool(self._ray.is_initialized()) and _connection(self._ray) == self._connection


class Seat:
    """What an actor is: a host, and the number of its process."""

    def __init__(self, search_path: list[str]) -> None:
        """Look for modules where the process that steers looks, then where Ray does."""
        sys.path[:] = dict.fromkeys((*search_path, *sys.path))
        os.dup2(2, 1)  # what an environment prints must not mix with results
        self._host = Host()

    def answer(self, request: bytes) -> bytes:
        """Answer a request."""
        return self._host.answer(request)

    def pid(self) -> int:
        """Return the number of this process."""
        return os.getpid()


def _package() -> ModuleType:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            "workers as Ray actors need the package 'ray', which is not installed. Install it "
            "with: pip install 'hgpo-bench[ray]' (in a checkout: make setup-ray)"
        ) from error
    package: ModuleType = ray
    return package


def _connection(ray: ModuleType) -> tuple[str, str]:
    context = ray.get_runtime_context()
    return context.get_node_id(), context.get_job_id()


def _cause(error: Exception) -> str:
    """Return the sentence of Ray's page-long message that says why an actor is gone."""
    _, because, why = str(error).partition("because ")
    told = why if because else str(error)
    return f"its actor is gone: {told.splitlines()[0].partition('. ')[0].rstrip('.')}"
