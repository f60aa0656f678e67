#include "text-table.h"

#include <stdlib.h>
#include <string.h>

static int grow(text_table *table) {
  if (!table->numbers) table->numbers = json_object();
  if (!table->numbers) return 0;
  if (table->count < table->room) return 1;
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
  json_int_t known = json_integer_value(json_object_get(table->numbers, text));
  if (known) return (uint32_t)known;
  if (!grow(table)) return 0;
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (!copy) return 0;
  memcpy(copy, text, size);
  // A text need not be UTF-8.
  if (json_object_set_new_nocheck(table->numbers, copy, json_integer((json_int_t)table->count + 1)) != 0) {
    free(copy);
    return 0;
  }
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
  json_decref(table->numbers);
  *table = (text_table){0};
}
