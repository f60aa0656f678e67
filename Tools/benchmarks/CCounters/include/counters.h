// What Swift cannot count by itself: allocations and instructions.

#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// True when the allocation functions of this program are ours and count.
bool counts_allocations(void);

/// Allocations and reallocations of the calling thread since it began.
uint64_t allocation_count(void);

/// True when the processor's counter can be read: not on every virtual machine, and not for everybody.
bool counts_instructions(void);

/// Instructions of the calling thread, outside the kernel, since the first call.
uint64_t instruction_count(void);

/// Calls `work` with `context`. A function that nothing inlines, so that a profiler can be told to look at it only.
void tapedeck_counted(void (*work)(void *), void *context);

#endif
