// The memory of one trace that is read. How much a trace takes is not known before it is read, so there is no reserve: a
// call that finds no memory is left where it stands, and the heap gives everything back when it ends.
#ifndef TAPEDECK_TRACE_MEMORY_H
#define TAPEDECK_TRACE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef void *(*td_allocate_function)(void *context, size_t size);
typedef void (*td_release_function)(void *context, void *memory, size_t size);

/// Everything that is allocated for one trace. It knows all its blocks.
typedef struct td_trace_heap td_trace_heap;

/// A heap whose memory comes from two functions; from the C library when they are null. Null without memory.
td_trace_heap *td_trace_heap_create(td_allocate_function allocate, td_release_function release, void *context);

/// Gives back every block, whether it is in use or not, and the heap.
void td_trace_heap_destroy(td_trace_heap *heap);

/// Runs `body`; what this thread allocates meanwhile comes from `heap`. 1 when it came to its end, 0 when it was left because
/// an allocation failed: then nothing of `heap` may be touched any more but by `td_trace_heap_destroy`.
int32_t td_trace_heap_run(td_trace_heap *heap, void (*body)(void *context), void *context);

/// What Swift calls to allocate and to free.
int td_trace_heap_memalign(void **result, size_t alignment, size_t size);
void td_trace_heap_free(void *block);

/// What Swift calls where a table may have to be made: `predicate` is 0 before and -1 afterwards. Tables are made once in a
/// process, by the thread that comes first, in memory of the C library, and stay.
void td_trace_heap_once(intptr_t *predicate, void (*make)(void *context), void *context);

/// What Swift calls for the hashes of its dictionaries.
void td_trace_heap_random(void *buffer, size_t count);

/// What Swift calls to round numbers.
double td_trace_heap_ceil(double value);
double td_trace_heap_trunc(double value);

#endif
