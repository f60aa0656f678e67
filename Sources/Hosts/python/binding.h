// What the Python package calls: the C library with plain arguments, and with its own place for outputs and for the
// bytes of a recording, so that no call enters Python. cffi reads this file, too: only declarations, in its subset of
// C.

typedef struct tdp_player tdp_player;

// The identity of the library.
const char *tdp_version(void);
uint64_t tdp_vocabulary_hash(void);

// Settings are records of td_setting. On failure the answer is null, and *result and the text say why.
tdp_player *tdp_create(uint32_t preset, const char *settings, size_t setting_count, int32_t *result, char *text, size_t capacity);
tdp_player *tdp_fork(tdp_player *player, int32_t *result);
void tdp_destroy(tdp_player *player);
const char *tdp_last_error(tdp_player *player);

// Takes a td_message with only the fields in use. Returns the number of outputs, or an error.
int32_t tdp_receive(tdp_player *player, const char *input);
char *tdp_outputs(tdp_player *player);

// numbers[0]: inputs taken, numbers[1]: outputs written.
int32_t tdp_receive_many(tdp_player *player, const char *inputs, size_t count, char *outputs, size_t capacity, size_t *numbers);

int64_t tdp_get(tdp_player *player, uint32_t key);
int32_t tdp_get_many(tdp_player *player, const uint32_t *keys, size_t count, int64_t *values);
int32_t tdp_field(tdp_player *player, const char *name, int64_t *value);
int64_t tdp_position(tdp_player *player, int64_t instant);

// How many bytes a snapshot takes; with enough room it is written.
size_t tdp_snapshot(tdp_player *player, char *bytes, size_t capacity, int32_t *result);
int32_t tdp_restore(tdp_player *player, const char *bytes, size_t count);

int32_t tdp_record(tdp_player *player, const char *engine, const char *tool, const char *note, int64_t recorded_at);
int32_t tdp_define(tdp_player *player, uint32_t kind, uint32_t number, const char *text, size_t length);
int32_t tdp_mark(tdp_player *player, const char *text, size_t length);
int32_t tdp_flush(tdp_player *player);
int32_t tdp_finish(tdp_player *player);
// Ends the player and leaves its recording unfinished; the rest of the trace can still be taken.
void tdp_cut(tdp_player *player);
size_t tdp_trace_count(tdp_player *player);
void tdp_trace_take(tdp_player *player, char *bytes);
