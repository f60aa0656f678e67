// The random sessions as a WebAssembly module: without a C library, and with the players in the module's own memory.

#include "tapedeck_memory.h"

static unsigned char memory[1 << 20] __attribute__((aligned(16)));
#define SESSION_MEMORY memory
#define SESSION_MEMORY_SIZE sizeof memory
#include "sessions.h"

__attribute__((export_name("sessions"))) uint64_t sessions(void) { return random_sessions(SESSIONS); }

// The players live in the memory that they are given.
void *td_page_allocate(size_t size) { return (void)size, (void *)0; }
void td_page_free(void *memory, size_t size) { (void)memory, (void)size; }

int posix_memalign(void **result, size_t alignment, size_t size) { return td_heap_memalign(result, alignment, size); }
void free(void *block) { td_heap_free(block); }

void *memset(void *target, int value, size_t count) {
  for (size_t index = 0; index < count; index++) ((unsigned char *)target)[index] = (unsigned char)value;
  return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  for (size_t index = 0; index < count; index++) ((unsigned char *)target)[index] = ((const unsigned char *)source)[index];
  return target;
}

void *memmove(void *target, const void *source, size_t count) {
  if (target <= source) return memcpy(target, source, count);
  for (size_t index = count; index > 0; index--) ((unsigned char *)target)[index - 1] = ((const unsigned char *)source)[index - 1];
  return target;
}

int memcmp(const void *a, const void *b, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int difference = ((const unsigned char *)a)[index] - ((const unsigned char *)b)[index];
    if (difference) return difference;
  }
  return 0;
}
