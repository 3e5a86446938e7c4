# SPDX-License-Identifier: Apache-2.0
"""Random programs that NumPy and Tenorite must run alike, in every mode of fusion.

runtime     what a program may call besides NumPy's names
bits        which bits of arrays are promised
steps       a program while it is being made: each step runs at once with NumPy
            and with Tenorite and is compared
twin        the CPU device, on which each step of another one may also run
kinds, views, writes, folds, patterns, items, scalars, foreign
            the kinds of steps, by topic
oracle      how far a step's result may be from NumPy's
generator   programs from seeds
replay      whole programs in one mode, and the digests of what they looked at
shrink      the shortest program that still fails, as plain source
processes   forked processes that send messages
runs        what is done with each seed: which modes, in which thread or process
__main__    many seeds, for some seconds, in some processes (python -m programs)

A step's result is compared with NumPy's within the bound of its operation, then
NumPy goes on with Tenorite's bits, so that bounds never add up. All that modes
may do is to have the same bits as the mode in which the program was made.
"""
