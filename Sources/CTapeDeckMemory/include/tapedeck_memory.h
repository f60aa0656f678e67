// The memory of one player: where it comes from, and a reserve, so that an input in progress can be finished when
// memory runs out.
#ifndef TAPEDECK_MEMORY_H
#define TAPEDECK_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef void *(*td_allocate_function)(void *context, size_t size);
typedef void (*td_release_function)(void *context, void *memory, size_t size);

/// A chunk of reserve. It is freed once it is no longer any heap's reserve and nothing in it is in use.
struct td_chunk {
  size_t size;
  size_t used;
  size_t live;
  int is_current;
};

/// Everything that one player allocates. Blocks know their heap, so that any thread can free them.
typedef struct td_heap {
  td_allocate_function allocate;
  td_release_function release;
  void *context;
  struct td_chunk *reserve;
  /// The unused parts of memory in place, in address order.
  struct td_hole *holes;
  int is_in_place;
} td_heap;

/// The heap of the call that this thread is in: Swift code cannot say for whom it allocates. The variable's TLS model
/// needs no help from the dynamic linker.
#if __STDC_HOSTED__
extern _Thread_local td_heap *td_heap_current __attribute__((tls_model("initial-exec"), visibility("hidden")));
#else
extern td_heap *td_heap_current;
#endif

/// How many bytes of memory a heap itself takes.
size_t td_heap_size(void);

/// A heap in `size` bytes at `memory`, which is aligned to 16. Null when there is no room even for the heap itself.
td_heap *td_heap_create_in(void *memory, size_t size);

/// A heap whose memory comes from two functions; from the C library when they are null. Null without memory.
td_heap *td_heap_create(td_allocate_function allocate, td_release_function release, void *context);

/// Takes raw memory of a heap, and gives it back with the requested size.
void *td_heap_take(td_heap *heap, size_t size);
void td_heap_give(td_heap *heap, void *memory, size_t size);

/// Adds memory to a heap in place.
void td_heap_add(td_heap *heap, void *memory, size_t size);

#if !__STDC_HOSTED__
/// Without a C library the program provides these: memory for heaps, aligned to 16; null when there is none.
void *td_page_allocate(size_t size);
void td_page_free(void *memory, size_t size);
#endif

/// Destroys a heap in which nothing but the reserve is allocated.
void td_heap_destroy(td_heap *heap);

/// Allocates a new chunk for the reserve: 0 when there is no memory for it.
int32_t td_heap_renew_reserve(td_heap *heap, size_t size);

/// Ensures that `size` bytes can be allocated, whatever happens: 0 when it cannot. For nearly every input they are
/// already reserved.
static inline int32_t td_heap_reserve(td_heap *heap, size_t size) {
  const struct td_chunk *reserve = heap->reserve;
  // Sizes that are taken are rounded up, and so is the rest.
  return reserve && reserve->size - reserve->used >= size ? 1 : td_heap_renew_reserve(heap, size);
}

/// Frees what the reserve has beyond `size`.
void td_heap_trim(td_heap *heap, size_t size);

/// From now on this thread allocates from `heap`; returns the previous one, for `td_heap_leave`.
static inline td_heap *td_heap_enter(td_heap *heap) {
  td_heap *before = td_heap_current;
  td_heap_current = heap;
  return before;
}

static inline void td_heap_leave(td_heap *heap) { td_heap_current = heap; }

/// What Swift calls to allocate and free.
int td_heap_memalign(void **result, size_t alignment, size_t size);
void td_heap_free(void *block);

#endif
