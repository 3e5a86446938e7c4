# SPDX-License-Identifier: Apache-2.0
# The version is that of the C API, which is what extensions depend on.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../include/tenorite/c_api.h" _lines
     REGEX "^#define TENORITE_C_API_(MAJOR|MINOR) [0-9]+$")
string(REGEX REPLACE "[^0-9;]" "" _lines "${_lines}")
list(JOIN _lines "." PACKAGE_VERSION)
list(GET _lines 0 _major)
unset(_lines)

set(PACKAGE_VERSION_EXACT FALSE)
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION_MAJOR STREQUAL _major
   AND PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
unset(_major)
