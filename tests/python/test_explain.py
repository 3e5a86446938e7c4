# SPDX-License-Identifier: Apache-2.0
"""tenorite.explain: what it prints of a call."""

import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion
from tenorite import _core
from tenorite._profiling.explain import _explanation
from tenorite._profiling.notes import Flush


def chain(x):
    unused = x - 1  # noqa: F841
    return tn.exp(0.5 * tn.sin(x)) + 1


@pytest.mark.parametrize("mode", ["wait", "check", "off"])
def test_groups_operations_and_lines(device, capsys, mode):
    x = tn.ones((3, 100), "f4")
    with fusion(mode):
        assert tn.explain(chain, x) is None
        assert tn.config.fusion == mode
    printed = capsys.readouterr().out
    lines = printed.splitlines()
    # With its result, `x - 1` goes unseen.
    assert lines[0] == f"flush (flush) on {device}: 5 operations, 1 of them not needed"
    assert lines[1] == "  group 1: fused, 0.002 MB of memory"
    line = chain.__code__.co_firstlineno + 2
    assert [text.split() for text in lines[2:6]] == [
        [name, "float32", "(3,", "100)", f"test_explain.py:{line}"]
        for name in ("sin", "multiply", "exp", "add")
    ]
    if device == "cpu":
        assert "kernel:" not in printed
    else:
        assert "__global__" in printed
        assert "apply<op::Exp, float>" in printed


def test_operations_one_by_one_have_no_kernel(device, capsys):
    with fusion("tier0"):
        tn.explain(chain, tn.ones(10))
    lines = capsys.readouterr().out.splitlines()
    assert sum(": tier0," in line for line in lines) == 4
    assert "kernel:" not in "".join(lines)


def test_what_came_before_is_left_out(device, capsys):
    before = tn.ones(10) * 3
    tn.explain(lambda x: (x - 1).sum(), tn.arange(10.0))
    printed = capsys.readouterr().out
    assert "subtract float64 (10,)" in printed
    assert "sum float64 (10,) -> ()" in printed
    assert "multiply" not in printed
    assert before.tolist() == [3.0] * 10


def test_nothing_recorded(device, capsys):
    tn.explain(lambda: None)
    assert capsys.readouterr().out == "nothing was recorded\n"


def test_arguments_and_exceptions_are_the_functions(device, capsys):
    def fails(x, *, y):
        kept.append(x + y)
        raise KeyError("own")

    kept = []
    with pytest.raises(KeyError, match="own"):
        tn.explain(fails, tn.ones(2), y=3)
    assert capsys.readouterr().out == ""
    assert kept[0].tolist() == [4.0, 4.0]
    # Nobody listens any more.
    assert _core.recording.count_notes() == (0, 0, 0)
    tn.ones(3).sum().item()
    assert _core.recording.count_notes() == (0, 0, 0)


@pytest.mark.parametrize("mode", RECORDED)
def test_profiles_do_not_ask_for_sources(device, mode):
    with fusion(mode), tn.profile() as p:
        chain(tn.ones(10)).tolist()
    assert p.groups
    assert {group.source for group in p.groups} == {""}


def test_text_of_a_kernel():
    """As a GPU's groups have one."""
    note = {
        "reason": "float()",
        "device": "cuda:0",
        "recorded": 2,
        "bytes_allocated": 0,
        "begin": 0.0,
        "end": 1.0,
        "thread": 1,
        "groups": [
            {
                "tier": "fused",
                "kernels": 1,
                "bytes": 2_500_000,
                "operations": [
                    ("add int8 (3,)", "/a/b.py", 7),
                    ("copy int8 ()", "", 0),
                ],
                "begin": 0.0,
                "end": 1.0,
                "device_seconds": 0.5,
                "device_offset": 0.0,
                "source": '#line 1 "f"\nvoid f() {\n\n  g();\n}\n',
            }
        ],
    }
    assert list(_explanation([Flush(note)])) == [
        "flush (float()) on cuda:0: 2 operations",
        "  group 1: fused, 2.500 MB of memory",
        f"    {'add int8 (3,)':<48} b.py:7",
        f"    {'copy int8 ()':<48} ?",
        "    kernel:",
        "      void f() {",
        "",
        "        g();",
        "      }",
    ]
