#include "text-table.h"

#include <stdlib.h>
#include <string.h>

// Media has dozens of texts and subtitles some thousands: looking through all of them takes microseconds.
static size_t place_of(const text_table *table, const char *text) {
  size_t place = 0;
  while (place < table->count && strcmp(table->texts[place], text) != 0) place++;
  return place;
}

static int grow(text_table *table) {
  size_t room = table->room ? table->room * 2 : 64;
  if (room > UINT32_MAX / 2) return 0;
  char **texts = realloc(table->texts, room * sizeof *texts);
  if (!texts) return 0;
  table->texts = texts;
  table->room = room;
  return 1;
}

uint32_t text_table_number(text_table *table, const char *text, int *is_new) {
  if (is_new) *is_new = 0;
  if (!text || !*text) return 0;
  size_t place = place_of(table, text);
  if (place < table->count) return (uint32_t)place + 1;
  if (table->count == table->room && !grow(table)) return 0;
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (!copy) return 0;
  memcpy(copy, text, size);
  table->texts[table->count++] = copy;
  if (is_new) *is_new = 1;
  return (uint32_t)table->count;
}

const char *text_table_text(const text_table *table, uint32_t number) {
  return number >= 1 && number <= table->count ? table->texts[number - 1] : "";
}

void text_table_empty(text_table *table) {
  for (size_t place = 0; place < table->count; place++) free(table->texts[place]);
  free(table->texts);
  *table = (text_table){0};
}
