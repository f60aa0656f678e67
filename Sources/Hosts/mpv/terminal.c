#include "terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

const terminal_key terminal_bindings[] = {
  {"SPACE", " ", "toggle"}, {"p", "p", "toggle"}, {"LEFT", "\033[D", "seek=-10"}, {"RIGHT", "\033[C", "seek=+10"},
  {"DOWN", "\033[B", "seek=-60"}, {"UP", "\033[A", "seek=+60"}, {"HOME", "\033[H", "seek=0"}, {"[", "[", "rate=-0.1"},
  {"]", "]", "rate=+0.1"}, {"BS", "\177", "rate=1"}, {"m", "m", "mute"}, {"9", "9", "volume=-5"}, {"0", "0", "volume=+5"},
  {"l", "l", "loop"}, {"s", "s", "skip"}, {"S", "S", "still"}, {"f", "f", "fullscreen"}, {"a", "a", "audio"},
  {"t", "t", "subtitle"}, {"r", "r", "retry"}, {"?", "?", "help"}, {"q", "q", "quit"}, {"CLOSE_WIN", NULL, "quit"},
  {NULL, NULL, NULL}};

const char terminal_help[] = "space pause   arrows seek   [ ] speed   9 0 volume   m mute   s skip   a t tracks   f full screen   q quit";

static struct termios before;
static int is_changed, signals[2] = {-1, -1};
static volatile sig_atomic_t last_signal;

static void take_signal(int number) {
  last_signal = number;
  if (signals[1] >= 0 && write(signals[1], "", 1) < 0) return; // a full pipe wakes as well
}

void terminal_begin(void) {
  struct sigaction action = {.sa_handler = take_signal};
  struct termios raw;
  if (pipe(signals) == 0) {
    for (int end = 0; end < 2; end++) {
      fcntl(signals[end], F_SETFL, O_NONBLOCK);
      fcntl(signals[end], F_SETFD, FD_CLOEXEC);
    }
    const int taken[] = {SIGINT, SIGTERM, SIGHUP};
    for (int place = 0; place < 3; place++) sigaction(taken[place], &action, NULL);
  }
  // In the background, changing the terminal would stop the program.
  if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &before) != 0) return;
  raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  is_changed = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
}

void terminal_end(void) {
  if (is_changed) tcsetattr(STDIN_FILENO, TCSANOW, &before);
  is_changed = 0;
  const int taken[] = {SIGINT, SIGTERM, SIGHUP};
  for (int place = 0; place < 3; place++) signal(taken[place], SIG_DFL);
  for (int end = 0; end < 2; end++) {
    if (signals[end] >= 0) close(signals[end]);
    signals[end] = -1;
  }
}

int terminal_keys(void) { return is_changed ? STDIN_FILENO : -1; }

int terminal_signals(void) { return signals[0]; }

int terminal_signal_code(void) { return 128 + last_signal; }

void terminal_read(void (*act)(void *context, const char *action), void *context) {
  char bytes[64];
  ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count <= 0) is_changed = count < 0 && is_changed; // the terminal is gone
  for (ssize_t place = 0; place < count;) {
    ssize_t length = 1;
    for (const terminal_key *key = terminal_bindings; key->mpv; key++) {
      ssize_t wanted = key->bytes ? (ssize_t)strlen(key->bytes) : 0;
      if (!wanted || wanted > count - place || memcmp(bytes + place, key->bytes, (size_t)wanted) != 0) continue;
      act(context, key->action);
      length = wanted;
      break;
    }
    place += length;
  }
}
