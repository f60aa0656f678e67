// The memory functions PlayerCore needs, for a WebAssembly module without a C library. Memory is allocated from one
// end, and only the last block is freed: enough for a session, and easy to understand.

typedef unsigned long size_t;

extern unsigned char __heap_base;
static unsigned char *next_free = &__heap_base;

enum { page = 65536 };

static int make_room(unsigned char *end) {
    size_t pages = ((size_t)end + page - 1) / page;
    size_t have = __builtin_wasm_memory_size(0);
    return pages <= have || __builtin_wasm_memory_grow(0, pages - have) != (size_t)-1;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    unsigned char *start = (unsigned char *)(((size_t)next_free + alignment - 1) & ~(alignment - 1));
    if (!make_room(start + size)) return 12;
    next_free = start + size;
    *result = start;
    return 0;
}

void free(void *block) { (void)block; }

void *memset(void *target, int value, size_t count) {
    unsigned char *bytes = target;
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)value;
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
    unsigned char *to = target;
    const unsigned char *from = source;
    for (size_t i = 0; i < count; i++) to[i] = from[i];
    return target;
}

void *memmove(void *target, const void *source, size_t count) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if (to <= from) return memcpy(target, source, count);
    while (count--) to[count] = from[count];
    return target;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i]) return left[i] - right[i];
    return 0;
}
