// What the modules that read traces and that simulate need without a C library: memory that grows, and functions that compilers expect. An
// instance lives for one trace, one question or one player: freed blocks are reused for blocks of the same size, and everything goes with
// the instance.

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { PAGE = 65536, SMALLEST = 4, CLASSES = 32 };

extern unsigned char __heap_base;
static size_t unused, end;

// Block sizes are powers of two, or a quarter, a half or three quarters more; a number before each block stores its size class.
typedef union block {
  uint32_t class;
  union block *next;
  unsigned char room[16];
} block;

static block *freed[4 * CLASSES];

static size_t size_of(uint32_t class) {
  size_t power = (size_t)16 << (class / 4);
  return power + power / 4 * (class % 4);
}

static uint32_t class_of(size_t size) {
  uint32_t class = 0;
  if (size > 32) class = 4 * (uint32_t)(31 - __builtin_clz((unsigned)size) - SMALLEST);
  while (size_of(class) < size) class++;
  return class;
}

static void *take(size_t size) {
  if (size > (size_t)1 << 30) return NULL;
  uint32_t class = class_of(size);
  block *found = freed[class];
  if (found) {
    freed[class] = (found + 1)->next;
  } else {
    size_t needed = sizeof(block) + ((size_of(class) + 15) & ~(size_t)15);
    if (!end) {
      unused = ((size_t)&__heap_base + 15) & ~(size_t)15;
      end = __builtin_wasm_memory_size(0) * PAGE;
    }
    if (end - unused < needed) {
      // More than necessary, so that memory rarely grows.
      size_t pages = (needed - (end - unused) + PAGE - 1) / PAGE, more = pages + end / PAGE / 4;
      if (__builtin_wasm_memory_grow(0, more) != (size_t)-1) pages = more;
      else if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
      end += pages * PAGE;
    }
    found = (block *)unused;
    unused += needed;
  }
  found->class = class;
  return found + 1;
}

static void give(void *memory) {
  if (!memory) return;
  block *found = (block *)memory - 1;
  (found + 1)->next = freed[found->class];
  freed[found->class] = found;
}

EXPORT("allocate") void *allocate(size_t size) { return take(size); }
EXPORT("release") void release(void *memory) { give(memory); }

// MARK: What compilers expect

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > 16) return 1;
  void *memory = take(size);
  if (!memory) return 1;
  *result = memory;
  return 0;
}

void free(void *memory) { give(memory); }

// The seed of hashes in dictionaries: the same in every run.
void arc4random_buf(void *buffer, size_t count) { __builtin_memset(buffer, 0x5a, count); }

// The product of two 128-bit numbers.
typedef struct {
  uint64_t low, high;
} wide;

void __multi3(wide *product, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a_low, a1 = a_low >> 32, b0 = (uint32_t)b_low, b1 = b_low >> 32;
  uint64_t first = a0 * b0, middle = a1 * b0 + (first >> 32), other = a0 * b1 + (uint32_t)middle;
  product->low = other << 32 | (uint32_t)first;
  product->high = a1 * b1 + (middle >> 32) + (other >> 32) + a_low * b_high + a_high * b_low;
}
