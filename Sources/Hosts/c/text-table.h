/** Texts by number: players only know numbers, and each text gets the next one, from 1. */
#ifndef TAPEDECK_HOST_TEXT_TABLE_H
#define TAPEDECK_HOST_TEXT_TABLE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/** Begin with `text_table table = {0};`. */
typedef struct text_table {
  /** By text. */
  json_t *numbers;
  char **texts;
  size_t count;
  size_t room;
} text_table;

/**
 * The number of a zero-terminated text. 0 for null, for an empty text, and without memory. `*is_new` is set to whether
 * it has just got its number; it may be null.
 */
uint32_t text_table_number(text_table *table, const char *text, int *is_new);

/** The text of a number; empty for a number that was never assigned. It stays valid until the table is emptied. */
const char *text_table_text(const text_table *table, uint32_t number);

/** Releases all texts. The table can be used again, starting at 1. */
void text_table_empty(text_table *table);

#endif
