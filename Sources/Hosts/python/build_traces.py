"""The cffi module of the library that reads traces; TAPEDECK_INCLUDE and TAPEDECK_TRACE_LIBRARY locate the library."""

import os

from cffi import FFI

ffi = FFI()
# The compiler checks all of this against the headers.
ffi.cdef("""
typedef struct td_trace td_trace;
typedef struct { const char *bytes; size_t length; } td_text;
td_trace *tdp_trace_open(const char *bytes, size_t count, int32_t *result, char *text, size_t capacity);
void td_trace_close(td_trace *trace);
int32_t td_trace_header(td_trace *trace, td_text *json);
int32_t td_trace_next(td_trace *trace, td_text *lines);
int32_t tdp_trace_messages(td_trace *trace, char *messages, size_t capacity, size_t *count);
int32_t td_trace_replay(td_trace *trace, td_text *json);
int32_t td_trace_explain(td_trace *trace, int64_t step, td_text *json);
int32_t td_trace_diff(td_trace *a, td_trace *b, td_text *json);
int32_t td_trace_convert(td_trace *trace, int32_t form, td_text *bytes);
int32_t td_trace_check(td_trace *trace, const char *allowed, size_t limit, td_text *json);
int32_t td_trace_error(const td_trace *trace, td_text *json);
#define TD_TRACE_ENDED ...
#define TD_TRACE_TEXT ...
#define TD_TRACE_BINARY ...
#define TD_ERROR_MEMORY ...
#define TD_ERROR_VERSION ...
""")
ffi.set_source(
    "tapedeck._tapedeck_traces",
    """
#include <tapedeck/trace.h>

static td_trace *tdp_trace_open(const char *bytes, size_t count, int32_t *result, char *text, size_t capacity) {
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.message = text;
  options.message_size = capacity;
  td_trace *trace = NULL;
  *result = td_trace_open(bytes, count, &options, &trace);
  return trace;
}

static int32_t tdp_trace_messages(td_trace *trace, char *messages, size_t capacity, size_t *count) {
  return td_trace_messages(trace, (td_message *)messages, capacity, count);
}
""",
    include_dirs=[os.environ["TAPEDECK_INCLUDE"]],
    extra_objects=[os.environ["TAPEDECK_TRACE_LIBRARY"]],
    extra_compile_args=["-std=c11", "-fvisibility=hidden", "-O2"],
    extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,-s"],
    py_limited_api=True,
)
