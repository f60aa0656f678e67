/** The terminal: keys, and signals that end the program. */
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

/** Takes keys one by one, without showing them, where standard input is a terminal; takes SIGINT, SIGTERM and SIGHUP. */
void terminal_begin(void);

/** Leaves the terminal as it was. */
void terminal_end(void);

/** Readable when a key was pressed; -1 without a terminal. */
int terminal_keys(void);

/** Readable when a signal has come. */
int terminal_signals(void);

/** 128 and the number of the signal. */
int terminal_signal_code(void);

/** Calls `act` with what each pressed key does. */
void terminal_read(void (*act)(void *context, const char *action), void *context);

#endif
