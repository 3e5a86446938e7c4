# SPDX-License-Identifier: Apache-2.0
"""Which release of NumPy programs have, where its releases differ."""

import numpy

# What 2.5 has made an error, has deprecated, or gives in another dtype.
FROM_2_5 = numpy.lib.NumpyVersion(numpy.__version__) >= "2.5.0.dev0"
