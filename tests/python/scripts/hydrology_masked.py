# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: means of 9 numbers.
import numpy as np
import numpy.ma as ma
from numpy.ma import masked, masked_array, MaskedArray
flow = np.array([3.2, 4.1, -1, 8.8, 9.9, -1, 5.0, 4.4, 3.9]); ok = flow >= 0
q = masked_array(flow, mask=~ok, fill_value=-9999.0)
print(q, q.mean().round(4), q.std(ddof=1).round(4), q.count(), q.filled()[:3], repr(q[2] is masked))
m = q.copy(); m[0] = masked; print(m.sum().round(3), ma.getmaskarray(m), m.cumsum().round(3), np.diff(q), ma.diff(m) if hasattr(ma, "diff") else "")
log = np.ma.log10(ma.array([1.0, 0.0, 100.0])); print(log, log.mask, ma.sqrt([-1, 4]), ma.divide([1, 2], [0, 2]))
grid = ma.masked_outside(np.arange(12.).reshape(3, 4), 2, 9); print(grid, grid.sum(axis=0), grid.min(axis=1), grid.argmax(axis=1), ma.notmasked_edges(q), ma.clump_unmasked(q), grid.T.compressed())
print(np.where(q.mask, 0, q.data), q > 4, (q > 4).sum(), ma.where(q > 4, q, 0), ma.concatenate([q[:2], [1.0]]), ma.vstack([q[:2], q[1:3]]), isinstance(q, np.ndarray), isinstance(q, MaskedArray), q.dtype, q.shape)
smooth = np.convolve(q.filled(q.mean()), [0.25, 0.5, 0.25], "valid"); print(smooth.round(3), np.interp(np.flatnonzero(~ok), np.flatnonzero(ok), flow[ok]), ma.polyfit(np.arange(9), q, 1).round(4), ma.corrcoef(q[:2], q[3:5]).shape)
x = np.asarray(q); x = np.nan_to_num(x); print(x.max(), np.median(flow[ok]), ma.average(q, weights=np.arange(9)).round(4), ma.unique(ma.array([1, 2, 1], mask=[0, 0, 1])), ma.array(["a", "b"], mask=[0, 1]), q.tolist()[1:3], ma.is_masked(q), ma.zeros(2), ma.masked_equal([1, 2], 1).compressed())
