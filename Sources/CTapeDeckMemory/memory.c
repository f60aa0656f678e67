#define _POSIX_C_SOURCE 200112L

#include "tapedeck_memory.h"

#if __STDC_HOSTED__
#include <stdlib.h>
#define HAS_LIBRARY 1
#else
#define HAS_LIBRARY 0
#endif

enum { ALIGNMENT = 16 };

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

typedef struct td_chunk chunk;
typedef struct td_hole hole;

// Precedes each block.
typedef union header {
  struct {
    td_heap *heap;
    // The chunk of the reserve that the block was taken from, else null.
    chunk *chunk;
    size_t size;
  } is;
  unsigned char room[32];
} header;

// The unused parts of memory in place, in address order.
struct td_hole {
  size_t size;
  hole *next;
};

#if HAS_LIBRARY
_Thread_local td_heap *td_heap_current __attribute__((tls_model("initial-exec"), visibility("hidden")));
#else
td_heap *td_heap_current;
#endif

// MARK: Memory in place

static void *take_hole(td_heap *heap, size_t size) {
  for (hole **place = &heap->holes; *place; place = &(*place)->next) {
    hole *found = *place;
    if (found->size < size) continue;
    if (found->size - size >= sizeof(header)) {
      hole *rest = (hole *)((unsigned char *)found + size);
      rest->size = found->size - size;
      rest->next = found->next;
      *place = rest;
    } else {
      // Smaller than any block: it stays unused until its neighbours are free.
      *place = found->next;
      size = found->size;
    }
    return found;
  }
  return NULL;
}

static void give_hole(td_heap *heap, void *memory, size_t size) {
  hole *freed = memory, *before = NULL, *after = heap->holes;
  while (after && after < freed) {
    before = after;
    after = after->next;
  }
  freed->size = size;
  freed->next = after;
  if (before) before->next = freed; else heap->holes = freed;
  if (after && (unsigned char *)freed + freed->size == (unsigned char *)after) {
    freed->size += after->size;
    freed->next = after->next;
  }
  if (before && (unsigned char *)before + before->size == (unsigned char *)freed) {
    before->size += freed->size;
    before->next = freed->next;
  }
}

// MARK: Raw memory

void *td_heap_take(td_heap *heap, size_t size) {
  if (heap->is_in_place) return take_hole(heap, size);
  if (heap->allocate) return heap->allocate(heap->context, size);
#if HAS_LIBRARY
  // Not malloc: its alignment is smaller on some machines.
  void *memory = NULL;
  return posix_memalign(&memory, ALIGNMENT, size) == 0 ? memory : NULL;
#else
  return td_page_allocate(size);
#endif
}

void td_heap_give(td_heap *heap, void *memory, size_t size) {
  if (heap->is_in_place) {
    give_hole(heap, memory, size);
  } else if (heap->allocate) {
    heap->release(heap->context, memory, size);
  } else {
#if HAS_LIBRARY
    free(memory);
#else
    td_page_free(memory, size);
#endif
  }
}

void td_heap_add(td_heap *heap, void *memory, size_t size) { give_hole(heap, memory, size & ~(size_t)(ALIGNMENT - 1)); }

// MARK: The reserve

static void drop(td_heap *heap, chunk *reserve) {
  if (reserve && !reserve->is_current && reserve->live == 0) td_heap_give(heap, reserve, sizeof(chunk) + reserve->size);
}

static void abandon_reserve(td_heap *heap) {
  chunk *reserve = heap->reserve;
  heap->reserve = NULL;
  if (!reserve) return;
  reserve->is_current = 0;
  drop(heap, reserve);
}

int32_t td_heap_renew_reserve(td_heap *heap, size_t size) {
  size = rounded(size);
  // Blocks taken from the old reserve stay where they are.
  if (size > SIZE_MAX / 2) return 0;
  if (heap->reserve && heap->reserve->live == 0) abandon_reserve(heap);
  chunk *larger = td_heap_take(heap, sizeof(chunk) + size);
  if (!larger) return 0;
  abandon_reserve(heap);
  *larger = (chunk){.size = size, .is_current = 1};
  heap->reserve = larger;
  return 1;
}

void td_heap_trim(td_heap *heap, size_t size) {
  chunk *reserve = heap->reserve;
  if (reserve && reserve->live == 0 && reserve->size > 2 * rounded(size)) {
    abandon_reserve(heap);
    td_heap_reserve(heap, size);
  }
}

// MARK: Heaps

size_t td_heap_size(void) { return rounded(sizeof(td_heap)); }

td_heap *td_heap_create_in(void *memory, size_t size) {
  size &= ~(size_t)(ALIGNMENT - 1);
  if (size < td_heap_size() + sizeof(header)) return NULL;
  td_heap *heap = memory;
  hole *all = (hole *)((unsigned char *)memory + td_heap_size());
  *all = (hole){.size = size - td_heap_size()};
  *heap = (td_heap){.holes = all, .is_in_place = 1};
  return heap;
}

td_heap *td_heap_create(td_allocate_function allocate, td_release_function release, void *context) {
  td_heap model = {.allocate = allocate, .release = release, .context = context};
  td_heap *heap = td_heap_take(&model, sizeof(td_heap));
  if (heap) *heap = model;
  return heap;
}

void td_heap_destroy(td_heap *heap) {
  abandon_reserve(heap);
  td_heap model = *heap;
  if (!model.is_in_place) td_heap_give(&model, heap, sizeof(td_heap));
}

// MARK: What Swift calls

static header *take_from_reserve(td_heap *heap, size_t size) {
  chunk *reserve = heap->reserve;
  if (!reserve || reserve->size - reserve->used < size) return NULL;
  header *block = (header *)((unsigned char *)(reserve + 1) + reserve->used);
  reserve->used += size;
  reserve->live++;
  return block;
}

int td_heap_memalign(void **result, size_t alignment, size_t size) {
  td_heap *heap = td_heap_current;
  // Everything is allocated for a player, and nothing in the library needs a larger alignment.
  if (!heap || alignment > ALIGNMENT || size > SIZE_MAX / 4) return 1;
  size = sizeof(header) + rounded(size);
  header *block = td_heap_take(heap, size);
  chunk *chunk = NULL;
  if (!block) {
    block = take_from_reserve(heap, size);
    if (!block) return 1;
    chunk = heap->reserve;
  }
  block->is.heap = heap;
  block->is.chunk = chunk;
  block->is.size = size;
  *result = block + 1;
  return 0;
}

void td_heap_free(void *pointer) {
  if (!pointer) return;
  header *block = (header *)pointer - 1;
  td_heap *heap = block->is.heap;
  chunk *chunk = block->is.chunk;
  if (chunk) {
    chunk->live--;
    // The last block taken can be taken again; so can the whole chunk when nothing in it is in use.
    unsigned char *start = (unsigned char *)(chunk + 1);
    if (chunk->live == 0) chunk->used = 0;
    else if ((unsigned char *)block + block->is.size == start + chunk->used) chunk->used -= block->is.size;
    drop(heap, chunk);
  } else {
    td_heap_give(heap, block, block->is.size);
  }
}
