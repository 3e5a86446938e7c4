# SPDX-License-Identifier: Apache-2.0
# find_package(tenorite): the target tenorite::headers, for extensions in C++17.
# They link with nothing: tenorite is found when they are imported.
if(NOT TARGET tenorite::headers)
  add_library(tenorite::headers INTERFACE IMPORTED)
  get_filename_component(_include "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)
  set_target_properties(
    tenorite::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_include}"
                                 INTERFACE_COMPILE_FEATURES cxx_std_17)
  unset(_include)
endif()
