// The memory of one player: where it comes from, and a reserve, so that an input that was begun can be finished when
// there is no more.
#ifndef TAPEDECK_MEMORY_H
#define TAPEDECK_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef void *(*td_allocate_function)(void *context, size_t size);
typedef void (*td_release_function)(void *context, void *memory, size_t size);

/// A chunk of reserve. It is freed when it is no heap's reserve any more and nothing in it is in use.
struct td_chunk {
  size_t size;
  size_t used;
  size_t live;
  int is_current;
};

/// Everything that one player allocates. Blocks know theirs, so that they can be freed by anyone.
typedef struct td_heap {
  td_allocate_function allocate;
  td_release_function release;
  void *context;
  struct td_chunk *reserve;
  /// Of memory in place, the parts that are not in use, in the order of addresses.
  struct td_hole *holes;
  int is_in_place;
} td_heap;

/// The heap of the call that this thread is in: what the Swift code allocates cannot say for whom. The model of the variable
/// needs no help of the dynamic linker.
#if __STDC_HOSTED__
extern _Thread_local td_heap *td_heap_current __attribute__((tls_model("initial-exec"), visibility("hidden")));
#else
extern td_heap *td_heap_current;
#endif

/// How many bytes of memory a heap takes itself.
size_t td_heap_size(void);

/// A heap in `size` bytes at `memory`, which is aligned to 16. Null when there is not even room for the heap itself.
td_heap *td_heap_create_in(void *memory, size_t size);

/// A heap whose memory comes from two functions; from the C library when they are null. Null without memory.
td_heap *td_heap_create(td_allocate_function allocate, td_release_function release, void *context);

/// Raw memory of a heap, and back again with the size that was asked for.
void *td_heap_take(td_heap *heap, size_t size);
void td_heap_give(td_heap *heap, void *memory, size_t size);

/// Adds memory to a heap that lives in place.
void td_heap_add(td_heap *heap, void *memory, size_t size);

#if !__STDC_HOSTED__
/// Where there is no C library the program has these: memory for heaps, aligned to 16; null when there is none.
void *td_page_allocate(size_t size);
void td_page_free(void *memory, size_t size);
#endif

/// Ends a heap in which nothing is allocated any more but the reserve.
void td_heap_destroy(td_heap *heap);

/// Has a new chunk for the reserve: 0 when there is no memory for it.
int32_t td_heap_renew_reserve(td_heap *heap, size_t size);

/// Sees to it that so many bytes can be allocated, whatever happens: 0 when it can not. For nearly every input they are there.
static inline int32_t td_heap_reserve(td_heap *heap, size_t size) {
  const struct td_chunk *reserve = heap->reserve;
  // What is taken is rounded: so is what is left.
  return reserve && reserve->size - reserve->used >= size ? 1 : td_heap_renew_reserve(heap, size);
}

/// Gives back what the reserve has beyond `size`.
void td_heap_trim(td_heap *heap, size_t size);

/// What this thread allocates comes from `heap` from now on; the one before is returned, for `td_heap_leave`.
static inline td_heap *td_heap_enter(td_heap *heap) {
  td_heap *before = td_heap_current;
  td_heap_current = heap;
  return before;
}

static inline void td_heap_leave(td_heap *heap) { td_heap_current = heap; }

/// What Swift calls to allocate and to free.
int td_heap_memalign(void **result, size_t alignment, size_t size);
void td_heap_free(void *block);

#endif
