#include "segments.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SIZE_LIMIT = 16 << 20, COUNT_LIMIT = 100000 };

// MARK: Lists

int segments_add(segment_list *list, const segment *segment) {
  if (list->count == list->room) {
    size_t room = list->room ? list->room * 2 : 32;
    struct segment *items = room > 2 * COUNT_LIMIT ? NULL : realloc(list->items, room * sizeof *items);
    if (!items) return 0;
    list->items = items;
    list->room = room;
  }
  list->items[list->count++] = *segment;
  return 1;
}

void segments_empty(segment_list *list) {
  free(list->items);
  *list = (segment_list){0};
}

static int contains(const char *text, const char *word) {
  size_t length = strlen(word);
  for (; *text; text++)
    if (strncasecmp(text, word, length) == 0) return 1;
  return 0;
}

void segments_block(segment_list *list, const char *word) {
  for (size_t place = 0; *word && place < list->count; place++)
    if (contains(list->items[place].title, word) || contains(list->items[place].category, word))
      list->items[place].is_blocked = 1;
}

static int by_start(const void *one, const void *other) {
  const segment *first = one, *second = other;
  return (first->start > second->start) - (first->start < second->start);
}

/// The ranges without sound, in order, none touching another.
static segment_list muted_ranges(const segment_list *list) {
  segment_list muted = {0};
  for (size_t place = 0; place < list->count; place++)
    if (list->items[place].is_muted && list->items[place].end > list->items[place].start)
      segments_add(&muted, &list->items[place]);
  if (!muted.count) return muted;
  qsort(muted.items, muted.count, sizeof *muted.items, by_start);
  size_t last = 0;
  for (size_t place = 1; place < muted.count; place++) {
    if (muted.items[place].start > muted.items[last].end) muted.items[++last] = muted.items[place];
    else if (muted.items[place].end > muted.items[last].end) muted.items[last].end = muted.items[place].end;
  }
  muted.count = last + 1;
  return muted;
}

static size_t first_ending_after(const segment_list *ranges, int64_t position) {
  size_t low = 0, high = ranges->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges->items[middle].end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

void segments_stage(
    const segment_list *list, void (*stage)(void *context, uint32_t number, const segment *segment), void *context) {
  segment_list muted = muted_ranges(list);
  size_t pieces = 0;
  for (size_t place = 0; place < list->count; place++) {
    segment piece = list->items[place];
    int64_t end = piece.end;
    // Many parts over many muted ones would be billions of pieces.
    int is_split = !piece.is_blocked && !piece.is_muted && pieces < COUNT_LIMIT;
    size_t other = is_split ? first_ending_after(&muted, piece.start) : muted.count;
    for (; other < muted.count && muted.items[other].start < end; other++, pieces++) {
      piece.end = muted.items[other].start;
      if (piece.end > piece.start) stage(context, (uint32_t)place + 1, &piece);
      piece.start = muted.items[other].end;
    }
    piece.end = end;
    if (piece.end > piece.start) stage(context, (uint32_t)place + 1, &piece);
  }
  segments_empty(&muted);
}

// MARK: Reading

typedef struct reader {
  const char *path;
  segment_list *list;
  char *error;
  size_t error_size;
} reader;

static int refuse(const reader *reader, const char *place, const char *expected, const char *found) {
  snprintf(reader->error, reader->error_size, "%s: %s: expected %s, found %.60s", reader->path, place, expected, found);
  for (char *byte = reader->error; *byte; byte++)
    if ((unsigned char)*byte < 32 || *byte == 127) *byte = '?'; // terminals must not interpret what a file contains
  return -1;
}

static int add(const reader *reader, const segment *segment, const char *place) {
  return segments_add(reader->list, segment) ? 0 : refuse(reader, place, "at most 100000 segments", "more");
}

/// Seconds up to a million hours; -1 for anything else.
static int64_t microseconds(double seconds) {
  return isfinite(seconds) && seconds >= 0 && seconds <= 3.6e9 ? (int64_t)llround(seconds * 1e6) : -1;
}

static void copy_line(char *into, size_t size, const char *text) {
  snprintf(into, size, "%s", text ? text : "");
  for (; *into; into++)
    if ((unsigned char)*into < 32) *into = ' ';
}

static int take_sponsor(const reader *reader, const json_t *value, const char *place) {
  const json_t *range = json_object_get(value, "segment");
  const char *action = json_string_value(json_object_get(value, "actionType"));
  segment segment = {.start = -1, .end = -1};
  if (json_array_size(range) == 2) {
    segment.start = microseconds(json_number_value(json_array_get(range, 0)));
    segment.end = microseconds(json_number_value(json_array_get(range, 1)));
  }
  if (!json_is_number(json_array_get(range, 0)) || !json_is_number(json_array_get(range, 1)) || segment.start < 0
      || segment.end < segment.start)
    return refuse(reader, place, "\"segment\" with two numbers of seconds, such as [12,27.5]", "something else");
  copy_line(segment.category, sizeof segment.category, json_string_value(json_object_get(value, "category")));
  copy_line(segment.title, sizeof segment.title, json_string_value(json_object_get(value, "description")));
  if (!action) action = "skip";
  if (strcmp(action, "skip") == 0) segment.is_blocked = 1;
  else if (strcmp(action, "mute") == 0) segment.is_muted = segment.is_hidden = 1;
  else if (strcmp(action, "full") == 0 || strcmp(action, "poi") == 0) segment.end = segment.start;
  else if (strcmp(action, "chapter") != 0)
    return refuse(reader, place, "\"actionType\" skip, mute, chapter, poi or full", action);
  return add(reader, &segment, place);
}

static int take_chapter(const reader *reader, const json_t *value, const json_t *next, const char *place) {
  const json_t *start = json_object_get(value, "startTime"), *end = json_object_get(value, "endTime");
  segment segment = {.start = microseconds(json_number_value(start)), .end = TD_NEVER};
  if (!json_is_number(start) || segment.start < 0) return refuse(reader, place, "\"startTime\" with seconds", "something else");
  if (json_is_number(json_object_get(next, "startTime")))
    segment.end = microseconds(json_number_value(json_object_get(next, "startTime")));
  if (end && !json_is_null(end)) {
    segment.end = json_is_number(end) ? microseconds(json_number_value(end)) : -1;
    if (segment.end < 0) return refuse(reader, place, "\"endTime\" with seconds", "something else");
  }
  if (segment.end < segment.start) return refuse(reader, place, "an end that is not before the start", "an earlier one");
  segment.is_hidden = json_is_false(json_object_get(value, "toc"));
  copy_line(segment.title, sizeof segment.title, json_string_value(json_object_get(value, "title")));
  return add(reader, &segment, place);
}

/// The next chapter that ends this one: silent ones inside other chapters do not.
static const json_t *next_chapter(const json_t *chapters, size_t place) {
  int is_silent = json_is_false(json_object_get(json_array_get(chapters, place), "toc"));
  while (++place < json_array_size(chapters)) {
    const json_t *next = json_array_get(chapters, place);
    if (is_silent || !json_is_false(json_object_get(next, "toc"))) return next;
  }
  return NULL;
}

static int take_json(const reader *reader, const json_t *root) {
  const json_t *chapters = json_object_get(root, "chapters");
  const json_t *list = json_is_object(root) ? chapters ? chapters : json_object_get(root, "segments") : root;
  char place[40];
  if (!json_is_array(list)) return refuse(reader, "the whole", "segments of SponsorBlock, or \"chapters\"", "other JSON");
  for (size_t number = 0; number < json_array_size(list); number++) {
    const json_t *value = json_array_get(list, number);
    snprintf(place, sizeof place, "%s %zu", chapters ? "chapter" : "segment", number + 1);
    int result = chapters ? take_chapter(reader, value, next_chapter(list, number), place) : take_sponsor(reader, value, place);
    if (result) return result;
  }
  return 0;
}

/// `12.5`, `1:02.5` or `1:02:03.5`; -1 for anything else.
static int64_t clock_time(const char *word) {
  double total = 0;
  for (int part = 0; part < 3; part++) {
    char *end;
    if (!isdigit((unsigned char)*word) || strpbrk(word, "xXpPnN")) return -1;
    double number = strtod(word, &end);
    total = total * 60 + number;
    if (!*end) return microseconds(total);
    if (*end != ':') return -1;
    word = end + 1;
  }
  return -1;
}

static int take_cut(const reader *reader, char *line, unsigned long number) {
  char place[40], *rest = NULL, *first = strtok_r(line, " \t\r", &rest), *second = strtok_r(NULL, " \t\r", &rest);
  snprintf(place, sizeof place, "line %lu", number);
  if (!first || (first[0] == '#' && !isdigit((unsigned char)first[1]))) return 0;
  if (!second) return refuse(reader, place, "start, end and action, such as 12.5 27 3", first);
  char *action = strtok_r(NULL, " \t\r", &rest);
  segment segment = {.start = clock_time(first), .end = clock_time(action ? second : first)};
  if (!action) action = second;
  if (segment.start < 0) return refuse(reader, place, "a start such as 12.5 or 1:02:03.5", first);
  if (segment.end < segment.start) return refuse(reader, place, "an end such as 12.5 or 1:02:03.5 that is not before the start", second);
  if (strlen(action) != 1 || !strchr("0123", *action)) return refuse(reader, place, "action 0, 1, 2 or 3", action);
  static const char *const categories[] = {"cut", "mute", "scene", "commercial"};
  copy_line(segment.category, sizeof segment.category, categories[*action - '0']);
  copy_line(segment.title, sizeof segment.title, rest ? rest + strspn(rest, "# \t") : "");
  segment.is_blocked = *action == '0' || *action == '3';
  segment.is_muted = segment.is_hidden = *action == '1';
  if (*action == '2') segment.start = segment.end; // a mark, without duration
  return add(reader, &segment, place);
}

static int take_edl(const reader *reader, char *text) {
  unsigned long number = 0;
  for (char *line = text; line;) {
    char *end = strchr(line, '\n');
    if (end) *end = 0;
    if (take_cut(reader, line, ++number)) return -1;
    line = end ? end + 1 : NULL;
  }
  return 0;
}

static char *read_all(const reader *reader, size_t *count) {
  FILE *file = fopen(reader->path, "rb");
  char *bytes = file ? malloc(SIZE_LIMIT + 2) : NULL;
  *count = bytes ? fread(bytes, 1, SIZE_LIMIT + 1, file) : 0;
  int failed = !bytes || ferror(file);
  if (failed) refuse(reader, "file", "one that can be read", strerror(errno));
  else if (*count > SIZE_LIMIT) refuse(reader, "file", "at most 16 MiB", "more");
  if (file) fclose(file);
  if (!failed && *count <= SIZE_LIMIT) {
    bytes[*count] = 0;
    return bytes;
  }
  free(bytes);
  return NULL;
}

int segments_read(const char *path, segment_list *list, char *error, size_t error_size) {
  reader reader = {path, list, error, error_size};
  size_t count;
  char *bytes = read_all(&reader, &count);
  if (!bytes) return -1;
  size_t start = strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  start += strspn(bytes + start, " \t\r\n");
  int result;
  if (bytes[start] == '[' || bytes[start] == '{') {
    json_error_t flaw;
    json_t *root = json_loadb(bytes + start, count - start, 0, &flaw);
    char place[40];
    snprintf(place, sizeof place, "line %d, column %d", flaw.line, flaw.column);
    result = root ? take_json(&reader, root) : refuse(&reader, place, "JSON", flaw.text);
    json_decref(root);
  } else {
    result = take_edl(&reader, bytes + start);
  }
  free(bytes);
  return result;
}
