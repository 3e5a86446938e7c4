# SPDX-License-Identifier: Apache-2.0
from tenorite.cuda.memory import MemoryPointer
