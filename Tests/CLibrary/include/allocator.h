// For tests of running out of memory: each includes it once.
#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// An allocator that counts, and fails once or from one allocation on.
typedef struct allocator {
  int64_t allocations;
  int64_t fails_at;
  int fails_once;
  int64_t live;
  int64_t live_bytes;
  int64_t most_bytes;
} allocator;

static void *allocate(void *context, size_t size) {
  allocator *allocator = context;
  int64_t index = allocator->allocations++;
  if (allocator->fails_once ? index == allocator->fails_at : index >= allocator->fails_at) return NULL;
  allocator->live++;
  allocator->live_bytes += (int64_t)size;
  if (allocator->live_bytes > allocator->most_bytes) allocator->most_bytes = allocator->live_bytes;
  return malloc(size);
}

static void release(void *context, void *memory, size_t size) {
  allocator *allocator = context;
  allocator->live--;
  allocator->live_bytes -= (int64_t)size;
  memset(memory, 0xDD, size);
  free(memory);
}

#endif
