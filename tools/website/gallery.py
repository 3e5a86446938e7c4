# SPDX-License-Identifier: Apache-2.0
"""How sphinx-gallery runs examples/gallery and makes pages of it."""

HEADER = "GALLERY_HEADER.rst"


def settings(root):
    """Every script runs on the CPU device; one that fails ends the build."""
    return {
        "examples_dirs": [str(root / "examples" / "gallery")],
        "gallery_dirs": ["gallery"],
        "filename_pattern": ".",
        "within_subsection_order": "FileNameSortKey",
        "abort_on_example_error": True,
        "plot_gallery": "True",
        "download_all_examples": False,
        "min_reported_time": 10**6,  # times of one machine
        "show_memory": False,
        "show_signature": False,
        "write_computation_times": False,
        "image_scrapers": ("matplotlib",),
        "reset_modules": ("matplotlib",),
        "inspect_global_variables": False,
        "backreferences_dir": None,
        "nested_sections": False,
        "remove_config_comments": True,
    }
