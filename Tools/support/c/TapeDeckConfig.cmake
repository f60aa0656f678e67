# TapeDeck::tapedeck is the shared library, TapeDeck::static the static one; TapeDeck::trace and TapeDeck::trace-static read traces. None
# depends on another.
get_filename_component(_tapedeck_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET TapeDeck::tapedeck)
  add_library(TapeDeck::tapedeck SHARED IMPORTED)
  set_target_properties(TapeDeck::tapedeck PROPERTIES
    IMPORTED_LOCATION "${_tapedeck_prefix}/lib/libtapedeck.so.@version@"
    IMPORTED_SONAME "@soname@"
    INTERFACE_INCLUDE_DIRECTORIES "${_tapedeck_prefix}/include")
  add_library(TapeDeck::static STATIC IMPORTED)
  set_target_properties(TapeDeck::static PROPERTIES
    IMPORTED_LOCATION "${_tapedeck_prefix}/lib/libtapedeck.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_tapedeck_prefix}/include")
  add_library(TapeDeck::trace SHARED IMPORTED)
  set_target_properties(TapeDeck::trace PROPERTIES
    IMPORTED_LOCATION "${_tapedeck_prefix}/lib/libtapedeck-trace.so.@version@"
    IMPORTED_SONAME "@trace_soname@"
    INTERFACE_INCLUDE_DIRECTORIES "${_tapedeck_prefix}/include")
  add_library(TapeDeck::trace-static STATIC IMPORTED)
  set_target_properties(TapeDeck::trace-static PROPERTIES
    IMPORTED_LOCATION "${_tapedeck_prefix}/lib/libtapedeck-trace.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_tapedeck_prefix}/include")
endif()

unset(_tapedeck_prefix)
