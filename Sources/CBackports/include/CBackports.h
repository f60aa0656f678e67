#pragma once

// Replacements for `Mutex` and `Atomic` of the Swift library, which require macOS 15 and iOS 18: the system's lock and
// the compiler's atomic operations.

#include <stdbool.h>
#include <stdint.h>

#if __APPLE__
#include <os/lock.h>
typedef os_unfair_lock SystemLock;
static inline void system_lock_prepare(SystemLock *lock) { *lock = OS_UNFAIR_LOCK_INIT; }
static inline void system_lock_destroy(SystemLock *lock) { (void)lock; }
static inline void system_lock_acquire(SystemLock *lock) { os_unfair_lock_lock(lock); }
static inline void system_lock_release(SystemLock *lock) { os_unfair_lock_unlock(lock); }
#else
#include <pthread.h>
typedef pthread_mutex_t SystemLock;
static inline void system_lock_prepare(SystemLock *lock) { pthread_mutex_init(lock, 0); }
static inline void system_lock_destroy(SystemLock *lock) { pthread_mutex_destroy(lock); }
static inline void system_lock_acquire(SystemLock *lock) { pthread_mutex_lock(lock); }
static inline void system_lock_release(SystemLock *lock) { pthread_mutex_unlock(lock); }
#endif

// Sequentially consistent, and lock-free on all processors that Swift supports: a signal handler may call them.
static inline int64_t atomic_word_load(const int64_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static inline void atomic_word_store(int64_t *word, int64_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
static inline int64_t atomic_word_exchange(int64_t *word, int64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
static inline int64_t atomic_word_add(int64_t *word, int64_t value) {
  return __atomic_add_fetch(word, value, __ATOMIC_SEQ_CST);
}
/// Whether `word` held `expected` and now holds `desired`; if not, `expected` becomes what it held.
static inline bool atomic_word_compare_exchange(int64_t *word, int64_t *expected, int64_t desired) {
  return __atomic_compare_exchange_n(word, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
