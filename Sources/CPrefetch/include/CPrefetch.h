#pragma once

// Asks the processor to fetch what is at an address, without waiting. Nothing is read, so any address will do. Swift
// has no such instruction.
static inline void prefetch(const void *address) {
  __builtin_prefetch(address);
}
