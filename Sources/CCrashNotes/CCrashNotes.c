#include "CCrashNotes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Thread_local crash_note *current;

static const int fatal[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction before[fatal_count];
static volatile sig_atomic_t has_died[fatal_count];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// MARK: The handler: nothing here allocates, locks or formats.

static void write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void write_number(int file, uint64_t number, int is_negative) {
  char digits[24];
  size_t place = sizeof digits;
  do {
    digits[--place] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  if (is_negative) digits[--place] = '-';
  write_all(file, digits + place, sizeof digits - place);
}

static void write_text(int file, const char *text, const crash_note *note, int number) {
  const char *start = text;
  for (const char *place = text;; place++) {
    if (*place > 3 || *place < 0) continue;
    write_all(file, start, (size_t)(place - start));
    int64_t steps = note->steps;
    if (*place == 0) return;
    if (*place == 1) write_number(file, note->seed, 0);
    if (*place == 2) write_number(file, (uint64_t)(steps < 0 ? -steps : steps), steps < 0);
    if (*place == 3) write_number(file, (uint64_t)number, 0);
    start = place + 1;
  }
}

static void make_folders(const char *path) {
  char folder[4096];
  for (size_t place = 0; place < sizeof folder && path[place]; place++) {
    folder[place] = path[place];
    if (place == 0 || path[place] != '/') continue;
    folder[place] = 0;
    mkdir(folder, 0777);
    folder[place] = '/';
  }
}

static void note_death(const crash_note *note, int number) {
  const crash_texts *texts = note->texts;
  if (texts->file) {
    make_folders(texts->file);
    int file = open(texts->file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file >= 0) {
      write_text(file, texts->contents, note, number);
      close(file);
    }
  }
  write_text(STDERR_FILENO, texts->message, note, number);
}

static void die(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  crash_note *note = current;
  current = NULL;
  if (note) note_death(note, number);
  // The previous handler is called next: the fault happens again, or the signal is sent again.
  for (int index = 0; index < fatal_count; index++) {
    if (fatal[index] != number) continue;
    // Two handlers that each call the other would never end.
    if (has_died[index]) signal(number, SIG_DFL);
    else sigaction(number, &before[index], NULL);
    has_died[index] = 1;
  }
  if (info->si_code <= 0) raise(number);
  errno = saved;
}

// MARK: Notes

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack);
}

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static void make_stack_key(void) { pthread_key_create(&stack_key, free_stack); }

/// A thread that has exhausted its stack needs another one to report it.
static void prepare_stack(void) {
  stack_t present;
  if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
  pthread_once(&stack_once, make_stack_key);
  size_t size = 64 << 10;
  void *memory = malloc(size);
  if (!memory) return;
  stack_t stack = {.ss_sp = memory, .ss_size = size};
  if (sigaltstack(&stack, NULL) != 0) {
    free(memory);
    return;
  }
  pthread_setspecific(stack_key, memory);
}

static void install(void) {
  pthread_mutex_lock(&lock);
  for (int index = 0; index < fatal_count; index++) {
    struct sigaction present;
    if (sigaction(fatal[index], NULL, &present) != 0) continue;
    if ((present.sa_flags & SA_SIGINFO) && present.sa_sigaction == die) continue;
    // A handler that was installed later is called as well.
    before[index] = present;
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = die;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(fatal[index], &ours, NULL);
  }
  pthread_mutex_unlock(&lock);
}

void crash_note_begin(crash_note *note, const crash_texts *texts) {
  note->texts = texts;
  note->seed = 0;
  note->steps = -1;
  note->outer = current;
  prepare_stack();
  install();
  current = note;
}

void crash_note_end(crash_note *note) {
  if (current == note) current = note->outer;
}

// MARK: Children

static void run_child(void (*body)(void *), void *context) {
  for (int index = 0; index < fatal_count; index++) signal(fatal[index], SIG_DFL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  body(context);
  _exit(0);
}

int crash_try(void (*body)(void *), void *context, int milliseconds) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) run_child(body, context);
  for (int waited = 0;; waited += 2) {
    int status = 0;
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return -1;
    if (ended == child) {
      if (WIFSIGNALED(status)) return WTERMSIG(status);
      return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
    }
    if (waited >= milliseconds) break;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
  }
  kill(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  return -1;
}
