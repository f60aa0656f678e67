// Stands between the program and FFmpeg's shared libraries: defines each function in use under FFmpeg's own name, and
// forwards calls to the library, which the first call loads.

// A build of all targets includes this one also without the trait FFmpeg, when there may be no headers.
#if !defined CFF_IS_WANTED
#elif !__has_include(<libavformat/avformat.h>) || !__has_include(<libswresample/swresample.h>) || \
  !__has_include(<libswscale/swscale.h>)
#error FFmpeg is missing: install libavformat-dev, libswresample-dev and libswscale-dev, or build with --disable-default-traits
#else

#include "CFFmpeg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// The compiler checks this list against FFmpeg's headers; a function that is missing here fails to link.
#define FUNCTION(library, result, name, parameters, arguments) static __typeof__(&name) loaded_##name;
#include "Functions.h"
#undef FUNCTION

static const char *failure;
static char failure_text[512];
static atomic_bool is_loaded;

/// The names that the dynamic linker uses; the number is that of the headers used at compile time.
#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)

static void fail(const char *what, const char *why) {
  if (failure != NULL) return;
  snprintf(failure_text, sizeof failure_text, "%s%s", what, why);
  failure = failure_text;
}

static void *open_library(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) fail("", dlerror());
  return library;
}

static void *find(void *library, const char *name) {
  void *function = library == NULL ? NULL : dlsym(library, name);
  if (function == NULL) fail(name, " is not in FFmpeg's libraries");
  return function;
}

static void load(void) {
  void *avutil = open_library(SONAME(avutil, LIBAVUTIL_VERSION_MAJOR));
  void *avcodec = open_library(SONAME(avcodec, LIBAVCODEC_VERSION_MAJOR));
  void *avformat = open_library(SONAME(avformat, LIBAVFORMAT_VERSION_MAJOR));
  void *swresample = open_library(SONAME(swresample, LIBSWRESAMPLE_VERSION_MAJOR));
  void *swscale = open_library(SONAME(swscale, LIBSWSCALE_VERSION_MAJOR));
#define FUNCTION(library, result, name, parameters, arguments) loaded_##name = (__typeof__(&name))find(library, #name);
#include "Functions.h"
#undef FUNCTION
  if (failure == NULL) atomic_store_explicit(&is_loaded, true, memory_order_release);
}

const char *cff_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

/// The slow path of a call: loads the libraries, or ends the process where the caller did not check for FFmpeg.
static void demand(void) {
  const char *reason = cff_load();
  if (reason == NULL) return;
  fprintf(stderr, "fatal: FFmpeg's libraries cannot be loaded: %s\n", reason);
  abort();
}

static inline void require(void) {
  if (__builtin_expect(!atomic_load_explicit(&is_loaded, memory_order_acquire), 0)) demand();
}

// Hidden: calls from other shared libraries of the process, including FFmpeg's own, do not pass through here.
#define FUNCTION(library, result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters { \
    require(); \
    return loaded_##name arguments; \
  }
#include "Functions.h"

#endif
