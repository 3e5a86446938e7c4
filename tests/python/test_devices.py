# SPDX-License-Identifier: Apache-2.0
import copy
import pickle
import threading

import pytest
import tenorite
from support.helpers import in_python
from tenorite import cuda

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")
no_gpu = pytest.mark.skipif(cuda.is_available(), reason="needs a machine without GPU")


@pytest.fixture(autouse=True)
def restore_default():
    before = tenorite.get_default_device()
    yield
    tenorite.set_default_device(before)


def test_names():
    cpu = tenorite.Device("cpu")
    assert (cpu.name, cpu.type, cpu.id, str(cpu)) == ("cpu", "cpu", 0, "cpu")
    gpu = tenorite.Device("cuda:3")
    assert (gpu.name, gpu.type, gpu.id, str(gpu)) == ("cuda:3", "cuda", 3, "cuda:3")
    assert tenorite.Device("cuda").name == "cuda:0"
    assert tenorite.Device(2).name == "cuda:2"
    assert isinstance(gpu, cuda.Device)
    assert not isinstance(cpu, cuda.Device)
    assert tenorite.Device(gpu) is gpu


@pytest.mark.parametrize(
    "name", ["", "gpu", "CPU", "cuda:", "cuda:-1", "cuda:x", "cuda:0 ", "cuda:99999"]
)
def test_bad_names(name):
    with pytest.raises(ValueError, match="device must be 'cpu' or 'cuda:N'"):
        tenorite.Device(name)


@pytest.mark.parametrize("value", [1.5, b"cpu", [], object()])
def test_bad_types(value):
    with pytest.raises(TypeError, match="device must be a Device"):
        tenorite.Device(value)


def test_equality_and_hash():
    assert tenorite.Device("cpu") == tenorite.Device("cpu") == "cpu"
    assert tenorite.Device("cuda:1") == cuda.Device(1) == "cuda:1"
    assert tenorite.Device("cuda:1") != cuda.Device(2)
    assert tenorite.Device("cpu") != "cuda:0"
    assert tenorite.Device("cpu") != 0
    assert len({tenorite.Device("cuda:1"), cuda.Device(1), "cuda:1"}) == 1


def test_repr():
    assert repr(tenorite.Device("cpu")) == "Device('cpu')"
    assert repr(cuda.Device(1)) == "<CUDA Device 1>"


@pytest.mark.parametrize("name", ["cpu", "cuda:1"])
def test_copies_are_the_same(name):
    device = tenorite.Device(name)
    assert pickle.loads(pickle.dumps(device)) is device
    assert copy.copy(device) is device
    assert copy.deepcopy(device) is device


def test_default_and_override():
    tenorite.set_default_device("cpu")
    assert tenorite.get_default_device() == "cpu"
    with tenorite.Device("cpu") as device:
        assert device == tenorite.Device() == "cpu"


def test_override_is_of_the_thread():
    tenorite.set_default_device("cpu")
    seen = []
    with tenorite.Device("cpu"):
        thread = threading.Thread(
            target=lambda: seen.append(tenorite.get_default_device())
        )
        thread.start()
        thread.join()
    assert seen == [tenorite.Device("cpu")]


def test_exit_without_enter():
    with pytest.raises(RuntimeError, match="exited more often"):
        tenorite.Device("cpu").__exit__(None, None, None)


def test_synchronize_cpu():
    tenorite.Device("cpu").synchronize()


def test_environment_chooses_the_default():
    code = "import tenorite; print(tenorite.get_default_device())"
    assert in_python(code, TENORITE_DEVICE="cpu") == "cpu"


def test_bad_environment():
    code = """
import tenorite
try:
    tenorite.get_default_device()
except ValueError as e:
    print(e)
"""
    said = in_python(code, TENORITE_DEVICE="gpu")
    assert said == "TENORITE_DEVICE: device must be 'cpu' or 'cuda:N', got 'gpu'"


@no_gpu
def test_default_without_gpu():
    assert in_python("import tenorite; print(tenorite.Device())") == "cpu"


@no_gpu
@pytest.mark.parametrize(
    "use",
    [
        lambda: tenorite.set_default_device("cuda:0"),
        lambda: tenorite.Device("cuda:0").use(),
        lambda: tenorite.Device("cuda:0").__enter__(),
        lambda: tenorite.Device("cuda:3").__enter__(),
    ],
)
def test_missing_gpu_is_explained(use):
    with pytest.raises(RuntimeError, match=r"cuda:\d is not available: \w.*") as e:
        use()
    assert "\n" not in str(e.value)
    assert tenorite.get_default_device() == "cpu"


@needs_gpu
def test_default_with_gpu():
    assert in_python("import tenorite; print(tenorite.Device())") == "cuda:0"


@needs_gpu
def test_no_such_device():
    n = cuda.runtime.getDeviceCount()
    with pytest.raises(ValueError, match=f"cuda:{n} does not exist"):
        tenorite.set_default_device(f"cuda:{n}")


@needs_gpu
def test_nesting_and_use():
    tenorite.set_default_device("cpu")
    with tenorite.Device("cuda:0"):
        assert tenorite.get_default_device() == "cuda:0"
        with tenorite.Device("cpu"):
            assert tenorite.get_default_device() == "cpu"
            tenorite.Device("cuda:0").use()
            assert tenorite.get_default_device() == "cuda:0"
        assert tenorite.get_default_device() == "cuda:0"
    assert tenorite.get_default_device() == "cpu"


@needs_gpu
def test_use_is_of_the_thread():
    tenorite.set_default_device("cpu")
    seen = []

    def work():
        tenorite.Device("cuda:0").use()
        seen.append(tenorite.get_default_device())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["cuda:0"]
    assert tenorite.get_default_device() == "cpu"


@needs_gpu
def test_hidden_devices_are_explained():
    code = """
import tenorite
print(tenorite.cuda.is_available())
try:
    tenorite.Device("cuda:0").use()
except RuntimeError as e:
    print(e)
"""
    available, said = in_python(code, CUDA_VISIBLE_DEVICES="").splitlines()
    assert available == "False"
    assert "CUDA_VISIBLE_DEVICES is ''" in said


@needs_gpu
def test_forked_child_is_told_to_spawn():
    code = """
import os
import tenorite
tenorite.Device("cuda:0").use()
tenorite.Device("cuda:0").synchronize()
child = os.fork()
if child == 0:
    ok = not tenorite.cuda.is_available()
    try:
        tenorite.cuda.Stream()
    except RuntimeError as e:
        ok = ok and "spawn" in str(e)
    else:
        ok = False
    with tenorite.Device("cpu"):
        pass
    os._exit(0 if ok else 1)
print(os.waitpid(child, 0)[1], tenorite.cuda.is_available())
"""
    assert in_python(code) == "0 True"


# Functions of two arrays; NumPy has no such case.
OF_TWO = {
    "histogram": lambda x, y: tenorite.histogram(x, bins=y),
    "weights": lambda x, y: tenorite.histogram(x, weights=y),
    "bincount": lambda x, y: tenorite.bincount(x.astype(int), y),
    "digitize": lambda x, y: tenorite.digitize(x, y),
    "searchsorted": lambda x, y: tenorite.searchsorted(x, y),
    "take": lambda x, y: x.take(y.astype(int)),
    "item": lambda x, y: x[y.astype(int)],
    "mask": lambda x, y: x[y > 1],
    "put": lambda x, y: x.put(y.astype(int), 1),
    "store": lambda x, y: x.__setitem__(y.astype(int), 1),
    "at": lambda x, y: tenorite.add.at(x, y.astype(int), 1),
    "where": lambda x, y: tenorite.where(x > 1, x, y),
    "copyto": lambda x, y: tenorite.copyto(x, 1, where=y > 1),
    "out": lambda x, y: tenorite.add(x, x, out=y),
    "masked sum": lambda x, y: x.sum(where=y > 1),
    "cumsum": lambda x, y: x.cumsum(out=y),
    "concatenate": lambda x, y: tenorite.concatenate([x, y]),
    "dot": lambda x, y: x.dot(y),
    "convolve": lambda x, y: tenorite.convolve(x, y),
    "interp": lambda x, y: tenorite.interp(x, y, y),
    "lexsort": lambda x, y: tenorite.lexsort((x, y)),
    "solve": lambda x, y: tenorite.linalg.solve(tenorite.diag(x + 1), y),
    "fft": lambda x, y: tenorite.fft.fft(x, out=y.astype(complex)),
    "isin": lambda x, y: tenorite.isin(x, y),
    "reduceat": lambda x, y: tenorite.add.reduceat(x, y.astype(int)),
    "choose": lambda x, y: tenorite.choose(x.astype(int) % 2, [y, y]),
    "average": lambda x, y: tenorite.average(x, weights=y),
    "quantile": lambda x, y: tenorite.quantile(
        x, 0.5, weights=y, method="inverted_cdf"
    ),
}


@needs_gpu
@pytest.mark.parametrize("name", OF_TWO)
def test_two_devices_never_share_an_operation(name):
    """A ValueError or a copy that was asked for; never another's memory."""
    made = [tenorite.arange(1.0, 5, device=device) % 4 for device in ("cuda:0", "cpu")]
    for x, y in (made, made[::-1]):
        try:
            OF_TWO[name](x, y)
        except (ValueError, TypeError):
            pass
        for device in ("cuda:0", "cpu"):  # neither is lost
            assert float(tenorite.ones(3, device=device).sum()) == 3
