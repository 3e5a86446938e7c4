# SPDX-License-Identifier: Apache-2.0
"""distributed's cluster of processes, each worker of which has a place of its own."""

import distributed
from distributed.system import MEMORY_LIMIT

from ._spill import results
from ._worker import Setup


class PlacedCluster(distributed.LocalCluster):
    """A LocalCluster whose worker number i runs at place number i.

    Workers that `scale()` adds beyond the places begin with the first place again.
    """

    def __init__(self, places, *, memory_limit="auto", asynchronous=False, **keywords):
        self._places = places
        if memory_limit == "auto":
            memory_limit = MEMORY_LIMIT // len(places)
        # No worker before each has its place.
        super().__init__(
            n_workers=0,
            threads_per_worker=1,
            processes=True,
            memory_limit=memory_limit,
            asynchronous=asynchronous,
            **keywords,
        )
        self._memory_limit = memory_limit
        self.scale(len(places))
        if not self.asynchronous:
            self.sync(self._correct_state)

    def new_worker_spec(self):
        """The number of a new worker and what it is made with."""
        [(number, spec)] = super().new_worker_spec().items()
        place = self._places[number % len(self._places)]
        options = {
            **spec["options"],
            "nthreads": place.threads,
            "env": {**place.env, **(spec["options"].get("env") or {})},
            "plugins": [
                *spec["options"].get("plugins", ()),
                Setup(place.device, place.cores),
            ],
        }
        if place.gpu_memory is not None:
            options["data"] = (
                results,
                {"gpu_memory": place.gpu_memory, "host_memory": self._memory_limit},
            )
        return {number: {**spec, "options": options}}
