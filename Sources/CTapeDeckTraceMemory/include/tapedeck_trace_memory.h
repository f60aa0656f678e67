// The memory of one open trace. How much a trace needs is unknown before it is read, so there is no reserve: a call
// that runs out of memory is abandoned on the spot, and the heap frees everything when it ends.
#ifndef TAPEDECK_TRACE_MEMORY_H
#define TAPEDECK_TRACE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef void *(*td_allocate_function)(void *context, size_t size);
typedef void (*td_release_function)(void *context, void *memory, size_t size);

/// Everything that is allocated for one trace. It keeps track of all its blocks.
typedef struct td_trace_heap td_trace_heap;

/// A heap whose memory comes from two functions; from the C library when they are null. Null without memory.
td_trace_heap *td_trace_heap_create(td_allocate_function allocate, td_release_function release, void *context);

/// Frees every block, in use or not, and the heap itself.
void td_trace_heap_destroy(td_trace_heap *heap);

/// Runs `body`; meanwhile this thread allocates from `heap`. 1 when `body` finished, 0 when it was abandoned because an
/// allocation failed: then only `td_trace_heap_destroy` may touch anything of `heap`.
int32_t td_trace_heap_run(td_trace_heap *heap, void (*body)(void *context), void *context);

/// What Swift calls to allocate and free.
int td_trace_heap_memalign(void **result, size_t alignment, size_t size);
void td_trace_heap_free(void *block);

/// What Swift calls where a table may have to be made: `predicate` is 0 before and -1 afterwards. Tables are made once
/// per process, by the first thread that needs them, in memory of the C library, and are kept.
void td_trace_heap_once(intptr_t *predicate, void (*make)(void *context), void *context);

/// What Swift calls for the hashes of its dictionaries.
void td_trace_heap_random(void *buffer, size_t count);

/// What Swift calls to round numbers.
double td_trace_heap_ceil(double value);
double td_trace_heap_trunc(double value);

#endif
