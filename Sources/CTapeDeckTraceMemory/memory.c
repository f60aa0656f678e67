#define _POSIX_C_SOURCE 200112L

#include "tapedeck_trace_memory.h"

#include <stdlib.h>

// A jump that saves only its place, and needs no function of the C library. Clang supports it on some machines only.
#if defined(__GNUC__) && (!defined(__clang__) || defined(__x86_64__))
typedef void *place[5];
#define REMEMBER(place) __builtin_setjmp(place)
#define GO_BACK(place) __builtin_longjmp(place, 1)
#else
#include <setjmp.h>
typedef jmp_buf place;
#define REMEMBER(place) setjmp(place)
#define GO_BACK(place) longjmp(place, 1)
#endif

enum { ALIGNMENT = 16 };

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

// Precedes each block, and serves as the head of a ring.
typedef struct block {
  // Null for a block of a finished table: it is kept, and `after` points to the next such block.
  struct block *before;
  struct block *after;
  // Null for what belongs to a table.
  td_trace_heap *heap;
  size_t size;
} block;

struct td_trace_heap {
  block blocks;
  td_allocate_function allocate;
  td_release_function release;
  void *context;
};

// A table under construction.
typedef struct making {
  block blocks;
  intptr_t *predicate;
  struct making *before;
} making;

// A call in progress.
typedef struct call {
  td_trace_heap *heap;
  making *making;
  struct call *before;
  place place;
} call;

// One pointer per thread, set while it is in a call: Swift code cannot say for whom it allocates. The TLS model needs
// no help from the dynamic linker.
static _Thread_local call *current __attribute__((tls_model("initial-exec")));

// The blocks of the finished tables, kept so that leak detectors find them.
static block *tables;

// MARK: Raw memory

static void *take(const td_trace_heap *heap, size_t size) {
  if (heap && heap->allocate) return heap->allocate(heap->context, size);
  // Not malloc: its alignment is smaller on some machines.
  void *memory = NULL;
  return posix_memalign(&memory, ALIGNMENT, size) == 0 ? memory : NULL;
}

static void give(const td_trace_heap *heap, void *memory, size_t size) {
  if (heap && heap->release) heap->release(heap->context, memory, size);
  else free(memory);
}

// MARK: Rings of blocks

static void begin(block *ring) { ring->before = ring->after = ring; }

static void insert(block *ring, block *new) {
  new->before = ring;
  new->after = ring->after;
  ring->after->before = new;
  ring->after = new;
}

static void take_out(block *old) {
  old->before->after = old->after;
  old->after->before = old->before;
}

static void give_all(block *ring) {
  for (block *each = ring->after, *next; each != ring; each = next) {
    next = each->after;
    give(each->heap, each, each->size);
  }
}

// MARK: Heaps

td_trace_heap *td_trace_heap_create(td_allocate_function allocate, td_release_function release, void *context) {
  td_trace_heap model = {.allocate = allocate, .release = release, .context = context};
  td_trace_heap *heap = take(&model, sizeof model);
  if (!heap) return NULL;
  *heap = model;
  begin(&heap->blocks);
  return heap;
}

void td_trace_heap_destroy(td_trace_heap *heap) {
  td_trace_heap model = *heap;
  give_all(&heap->blocks);
  give(&model, heap, sizeof model);
}

// Not inlined: the jump back must find the registers as this function left them.
__attribute__((noinline)) int32_t td_trace_heap_run(td_trace_heap *heap, void (*body)(void *), void *context) {
  call here = {.heap = heap, .before = current};
  if (REMEMBER(here.place)) return 0;
  current = &here;
  body(context);
  current = here.before;
  return 1;
}

/// Abandons the call. Tables under construction are discarded: the next thread that needs them starts over.
__attribute__((noinline, noreturn)) static void leave(call *here) {
  while (here->making) {
    making *table = here->making;
    here->making = table->before;
    give_all(&table->blocks);
    __atomic_store_n(table->predicate, 0, __ATOMIC_RELEASE);
  }
  current = here->before;
  GO_BACK(here->place);
}

// MARK: What Swift calls

int td_trace_heap_memalign(void **result, size_t alignment, size_t size) {
  call *here = current;
  // Everything is allocated in a call, and nothing in the library needs a larger alignment.
  if (!here || alignment > ALIGNMENT) return 1;
  if (size > SIZE_MAX / 4) leave(here);
  td_trace_heap *heap = here->making ? NULL : here->heap;
  size = sizeof(block) + rounded(size);
  block *new = take(heap, size);
  if (!new) leave(here);
  new->heap = heap;
  new->size = size;
  insert(here->making ? &here->making->blocks : &heap->blocks, new);
  *result = new + 1;
  return 0;
}

void td_trace_heap_free(void *pointer) {
  if (!pointer) return;
  block *old = (block *)pointer - 1;
  if (!old->before) return;
  take_out(old);
  give(old->heap, old, old->size);
}

/// Adds the blocks of a ring to those of the tables.
static void keep(block *ring) {
  block *first = ring->after, *last = ring->before;
  if (first == ring) return;
  for (block *each = first; each != ring; each = each->after) each->before = NULL;
  block *others = __atomic_load_n(&tables, __ATOMIC_RELAXED);
  do last->after = others;
  while (!__atomic_compare_exchange_n(&tables, &others, first, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void td_trace_heap_once(intptr_t *predicate, void (*make)(void *), void *context) {
  call *here = current;
  for (;;) {
    intptr_t state = __atomic_load_n(predicate, __ATOMIC_ACQUIRE);
    if (state < 0) return;
    // Another thread makes it, which takes less than a millisecond.
    if (state > 0) relax();
    else if (__atomic_compare_exchange_n(predicate, &state, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) break;
  }
  making table = {.predicate = predicate, .before = here ? here->making : NULL};
  begin(&table.blocks);
  if (here) here->making = &table;
  make(context);
  if (here) here->making = table.before;
  keep(&table.blocks);
  __atomic_store_n(predicate, -1, __ATOMIC_RELEASE);
}
