# SPDX-License-Identifier: Apache-2.0
"""What tools/make_stubs.py knows of types: a table of parameters, one of results.

docs/design/types.md has the reasons.
"""
