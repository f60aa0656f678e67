"""Where a campaign runs: on its own cluster on this machine, or on an existing one."""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cloudpickle  # type: ignore[import-untyped]
import dask
from distributed import Client, LocalCluster

from . import plugins
from . import worker as worker_module
from .errors import CampaignError
from .plugins import IgnoreInterrupts, SendProgram
from .program import sent_name

LOOPBACK = "127.0.0.1"
# Dask monitors only the memory of its workers, not that of the programs they run.
SETTINGS = {"distributed.comm.timeouts.connect": "30s", "distributed.worker.memory.terminate": False}


def send(client: Client, executable: Path) -> str:
    """Sends a program to the workers. Returns the name by which they know it."""
    contents = executable.read_bytes()
    name = sent_name(contents)
    client.register_plugin(SendProgram(name, contents), name=name)
    return f"sent:{name}"


@contextmanager
def opened(scheduler: str | None, workers: int, dashboard: bool) -> Iterator[Client]:
    # Tasks and plugins travel by value: remote workers do not have this package.
    cloudpickle.register_pickle_by_value(worker_module)
    cloudpickle.register_pickle_by_value(plugins)
    for name in ("distributed", "distributed.client", "distributed.nanny", "distributed.scheduler", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
        if scheduler is None:
            # The first death of a worker makes its units suspect; the dispatcher finds the culprit.
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 0}))
            scratch = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="tapedeck-campaign-", ignore_cleanup_errors=True)
            )
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host=LOOPBACK,
                    # Any free port: campaigns may run side by side.
                    dashboard_address=f"{LOOPBACK}:0",
                    scheduler_kwargs={"dashboard": dashboard},
                    worker_dashboard_address=None,
                    memory_limit=None,
                    local_directory=scratch,
                    silence_logs=logging.CRITICAL,
                )
            )
            client = stack.enter_context(Client(cluster, set_as_default=False))
            client.register_plugin(IgnoreInterrupts())
        else:
            client = stack.enter_context(_connected(scheduler))
        yield client


def _connected(scheduler: str) -> Client:
    try:
        return Client(scheduler, timeout="20s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise CampaignError(
            f"--scheduler {scheduler}: no Dask scheduler answers there ({error}); "
            "give the address that `dask scheduler` printed, for example tcp://10.0.0.1:8786"
        ) from error
