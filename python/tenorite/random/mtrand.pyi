# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from tenorite.random import RandomState as RandomState
from tenorite.random import beta as beta
from tenorite.random import binomial as binomial
from tenorite.random import bytes as bytes
from tenorite.random import chisquare as chisquare
from tenorite.random import choice as choice
from tenorite.random import dirichlet as dirichlet
from tenorite.random import exponential as exponential
from tenorite.random import f as f
from tenorite.random import gamma as gamma
from tenorite.random import geometric as geometric
from tenorite.random import get_state as get_state
from tenorite.random import gumbel as gumbel
from tenorite.random import hypergeometric as hypergeometric
from tenorite.random import laplace as laplace
from tenorite.random import logistic as logistic
from tenorite.random import lognormal as lognormal
from tenorite.random import logseries as logseries
from tenorite.random import multinomial as multinomial
from tenorite.random import multivariate_normal as multivariate_normal
from tenorite.random import negative_binomial as negative_binomial
from tenorite.random import noncentral_chisquare as noncentral_chisquare
from tenorite.random import noncentral_f as noncentral_f
from tenorite.random import normal as normal
from tenorite.random import pareto as pareto
from tenorite.random import permutation as permutation
from tenorite.random import poisson as poisson
from tenorite.random import power as power
from tenorite.random import rand as rand
from tenorite.random import randint as randint
from tenorite.random import randn as randn
from tenorite.random import random as random
from tenorite.random import random_integers as random_integers
from tenorite.random import random_sample as random_sample
from tenorite.random import rayleigh as rayleigh
from tenorite.random import seed as seed
from tenorite.random import set_state as set_state
from tenorite.random import shuffle as shuffle
from tenorite.random import standard_cauchy as standard_cauchy
from tenorite.random import standard_exponential as standard_exponential
from tenorite.random import standard_gamma as standard_gamma
from tenorite.random import standard_normal as standard_normal
from tenorite.random import standard_t as standard_t
from tenorite.random import triangular as triangular
from tenorite.random import uniform as uniform
from tenorite.random import vonmises as vonmises
from tenorite.random import wald as wald
from tenorite.random import weibull as weibull
from tenorite.random import zipf as zipf

__all__ = [
    "RandomState",
    "beta",
    "binomial",
    "bytes",
    "chisquare",
    "choice",
    "dirichlet",
    "exponential",
    "f",
    "gamma",
    "geometric",
    "get_state",
    "gumbel",
    "hypergeometric",
    "laplace",
    "logistic",
    "lognormal",
    "logseries",
    "multinomial",
    "multivariate_normal",
    "negative_binomial",
    "noncentral_chisquare",
    "noncentral_f",
    "normal",
    "pareto",
    "permutation",
    "poisson",
    "power",
    "rand",
    "randint",
    "randn",
    "random",
    "random_integers",
    "random_sample",
    "ranf",
    "rayleigh",
    "sample",
    "seed",
    "set_state",
    "shuffle",
    "standard_cauchy",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "standard_t",
    "triangular",
    "uniform",
    "vonmises",
    "wald",
    "weibull",
    "zipf",
]
ranf = random_sample
sample = random_sample
