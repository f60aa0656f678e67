// Finds SDL's functions in its shared library, and forwards calls to them.

#include "CSDL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define FUNCTION(result, name, parameters, arguments) static __typeof__(&C##name) loaded_##name;
#include "Functions.h"
#undef FUNCTION

static const char *failure;
static char failure_text[256];

static void fail(const char *what, const char *why) {
  if (failure != NULL) return;
  snprintf(failure_text, sizeof failure_text, "%s%s", what, why);
  failure = failure_text;
}

static void *find(void *library, const char *name) {
  void *function = dlsym(library, name);
  if (function == NULL) fail(name, " is not in libSDL2-2.0.so.0");
  return function;
}

static void say_nothing(const char *file, int line, const char *function, int code, const char *format, ...) {}

/// ALSA writes to standard error when there is no card; reporting that is up to us.
static void silence_alsa(void) {
  void *alsa = dlopen("libasound.so.2", RTLD_LAZY | RTLD_LOCAL);
  if (alsa == NULL) return;
  int (*set_handler)(void *) = (int (*)(void *))dlsym(alsa, "snd_lib_error_set_handler");
  if (set_handler != NULL) set_handler((void *)say_nothing);
}

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libSDL2-2.0.0.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
  void *library = dlopen("libSDL2-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
#endif
  if (library == NULL) return fail("SDL 2 is not installed: ", dlerror());
#define FUNCTION(result, name, parameters, arguments) \
  loaded_##name = (__typeof__(loaded_##name))find(library, #name);
#include "Functions.h"
#undef FUNCTION
  silence_alsa();
}

const char *csdl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

#define FUNCTION(result, name, parameters, arguments) \
  result C##name parameters { return loaded_##name arguments; }
#include "Functions.h"
