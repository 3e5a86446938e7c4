# SPDX-License-Identifier: Apache-2.0
"""The values of a traced function: what each is made of, with dtype and shape."""

import math


class Node:
    """An array that a traced call has, or would make."""

    level = 0  # how many calls have to be done before it can be computed
    heavy = False  # whether an item takes more than some instructions
    operands = ()

    def __init__(self, dtype, shape):
        self.dtype = dtype
        self.shape = shape
        self.size = math.prod(shape)


class Argument(Node):
    """An array among the arguments, by its position there."""

    def __init__(self, position, array):
        super().__init__(array.dtype, array.shape)
        self.position = position


class Number:
    """A number that takes part: a constant, or one that is computed at each call.

    `value` is that of the traced call; `evaluate` makes it from the arguments,
    and is None for constants.
    """

    __slots__ = ("evaluate", "value")

    def __init__(self, value, evaluate=None):
        self.value = value
        self.evaluate = evaluate


class Apply(Node):
    """One output of a loop of the op table, stored as `dtype`.

    `order` is the node whose memory order the result has; None: that of a new
    result.
    """

    def __init__(self, ufunc, operands, output, dtype, shape, heavy, order=None):
        super().__init__(dtype, shape)
        self.ufunc = ufunc
        self.operands = operands
        self.output = output
        self.order = order
        nodes = [x for x in operands if isinstance(x, Node)]
        self.level = max((x.level for x in nodes), default=0)
        self.heavy = heavy or any(type(x) is Apply and x.heavy for x in nodes)


class Convert(Node):
    """astype(), or a copy."""

    def __init__(self, operand, dtype, order=None):
        super().__init__(dtype, operand.shape)
        self.operands = (operand,)
        self.order = order
        self.level = operand.level
        self.heavy = type(operand) is not Argument and operand.heavy


class Call(Node):
    """An eager operation on whole arrays, such as a reduction."""

    def __init__(self, function, operands, dtype, shape, name):
        super().__init__(dtype, shape)
        self.function = function  # of the operands' arrays and numbers
        self.operands = operands
        self.name = name
        self.level = 1 + max(x.level for x in operands if isinstance(x, Node))


LAZY = (Apply, Convert)
