// The processor's instruction counter, where the kernel grants access to it.

#include "counters.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter(void) {
    static int descriptor = -2;
    if (descriptor != -2) return descriptor;
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    descriptor = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
    return descriptor;
}

bool counts_instructions(void) { return counter() >= 0; }

uint64_t instruction_count(void) {
    uint64_t value = 0;
    if (counter() < 0 || read(counter(), &value, sizeof value) != sizeof value) return 0;
    return value;
}

#else

bool counts_instructions(void) { return false; }
uint64_t instruction_count(void) { return 0; }

#endif

__attribute__((noinline)) void tapedeck_counted(void (*work)(void *), void *context) {
    work(context);
    __asm__ volatile("");
}
