// What compilers expect where there is no C library; memory.c and trace-memory.c have what only one module needs.

#include <stddef.h>

void *memset(void *target, int value, size_t count) { return __builtin_memset(target, value, count); }
void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  return __builtin_memcpy(target, source, count);
}
void *memmove(void *target, const void *source, size_t count) { return __builtin_memmove(target, source, count); }

int memcmp(const void *a, const void *b, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int difference = ((const unsigned char *)a)[index] - ((const unsigned char *)b)[index];
    if (difference) return difference;
  }
  return 0;
}
