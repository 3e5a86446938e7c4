# SPDX-License-Identifier: Apache-2.0
import io
import unittest
import numpy as np
from numpy.testing import assert_, assert_allclose, assert_array_equal, assert_array_less, assert_equal, assert_raises, assert_raises_regex

def normalize(v):
    norm = np.linalg.norm(v)
    if norm == 0:
        raise ValueError("zero vector")
    return v / norm

class TestNormalize(unittest.TestCase):
    def setUp(self):
        self.v = np.array([3.0, 4.0])

    def test_length(self):
        self.assertAlmostEqual(np.linalg.norm(normalize(self.v)), 1.0)
        self.assertEqual(normalize(self.v).shape, (2,))
        self.assertTrue((normalize(self.v) < 1).all())
        self.assertIsInstance(normalize(self.v), np.ndarray)

    def test_zero(self):
        with self.assertRaises(ValueError):
            normalize(np.zeros(3))

    def test_arrays(self):
        np.testing.assert_allclose(normalize(self.v), [0.6, 0.8])
        assert_array_equal(self.v, [3, 4])
        assert_array_less(normalize(self.v), 1)
        assert_equal({"a": self.v, "b": [1, np.nan]}, {"a": np.array([3, 4]), "b": [1, np.nan]})
        assert_(np.isscalar(self.v[0]))
        assert_raises(ValueError, normalize, np.zeros(2))
        assert_raises_regex(ValueError, "zero", normalize, np.zeros(2))
        self.assertListEqual(self.v.tolist(), [3.0, 4.0])
        self.assertIn(3.0, self.v)
        self.assertGreater(self.v[1], self.v[0])
        self.assertDictEqual({"n": self.v.size}, {"n": 2})
        self.assertSequenceEqual(list(self.v), [3, 4])

    def test_fails(self):
        with self.assertRaises(AssertionError) as caught:
            assert_allclose(np.array([1.0, 2.0]), np.array([1.0, 2.5]), rtol=1e-3)
        print(str(caught.exception).strip())
        with self.assertRaises(AssertionError) as caught:
            assert_array_equal(np.arange(3), np.array([0, 1, 3]))
        print(str(caught.exception).strip())

suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestNormalize)
log = io.StringIO()
result = unittest.TextTestRunner(stream=log, verbosity=0).run(suite)
print(result.testsRun, len(result.failures), len(result.errors))
for case, text in result.failures + result.errors:
    print(text)
