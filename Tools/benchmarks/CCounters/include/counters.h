// What Swift cannot count itself: allocations and instructions.

#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// True when this program uses our allocation functions, which count.
bool counts_allocations(void);

/// Allocations and reallocations of the calling thread since it started.
uint64_t allocation_count(void);

/// True when the processor's counter is readable: not on every virtual machine, and not for every user.
bool counts_instructions(void);

/// Instructions of the calling thread, outside the kernel, since the first call.
uint64_t instruction_count(void);

/// Calls `work` with `context`. Never inlined, so that a profiler can be restricted to it.
void tapedeck_counted(void (*work)(void *), void *context);

#endif
