/** The terminal: keys, and signals that terminate the program. */
#ifndef TAPEDECK_MPV_TERMINAL_H
#define TAPEDECK_MPV_TERMINAL_H

/** A key as mpv names it, the bytes that a terminal sends for it, and what it does. */
typedef struct terminal_key {
  const char *mpv, *bytes, *action;
} terminal_key;

/** All keys; the last has no name. */
extern const terminal_key terminal_bindings[];

/** What the keys do, in a few words. */
extern const char terminal_help[];

/** Reads keys one by one, without echo, where standard input is a terminal; handles SIGINT, SIGTERM and SIGHUP. */
void terminal_begin(void);

/** Restores the terminal. */
void terminal_end(void);

/** Readable when a key was pressed; -1 without a terminal. */
int terminal_keys(void);

/** Readable when a signal has arrived. */
int terminal_signals(void);

/** 128 plus the number of the signal. */
int terminal_signal_code(void);

/** Calls `act` with the action of each pressed key. */
void terminal_read(void (*act)(void *context, const char *action), void *context);

#endif
