#pragma once

// Asks the processor to fetch what lies at an address, and does not wait for it. Nothing is read, so that any address
// will do. Swift has no such instruction of its own.
static inline void prefetch(const void *address) {
  __builtin_prefetch(address);
}
