// Answers everything that the command line can answer about traces, and prints the same: Tools/c-proof compares the
// two.
//
//   trace-questions cat|text|binary|replay|explain|check FILE…
//   trace-questions diff FILE FILE

#include "traces.h"

static void print(td_result result, td_trace *trace, td_text text) {
  if (result < 0) td_trace_error(trace, &text);
  fwrite(text.bytes, 1, text.length, stdout);
}

static void print_all(td_trace *trace) {
  td_text text;
  CHECK_EQUAL(td_trace_header(trace, &text), TD_OK);
  print(TD_OK, trace, text);
  putchar('\n');
  td_result result;
  while ((result = td_trace_next(trace, &text)) == TD_OK) print(TD_OK, trace, text);
  if (result < 0) print(result, trace, text);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  const char *question = arguments[1];
  int has_lines = strcmp(question, "cat") == 0 || strcmp(question, "text") == 0 || strcmp(question, "binary") == 0;
  int is_diff = strcmp(question, "diff") == 0;
  for (int index = 2; index < count; index += is_diff ? 2 : 1) {
    file file = read_file(arguments[index]);
    td_trace *trace;
    td_text text = {0};
    td_result result = open_file(&file, &trace);
    CHECK_EQUAL(result, TD_OK);
    if (result != TD_OK) return check_result();
    if (strcmp(question, "cat") == 0) {
      print_all(trace);
    } else if (strcmp(question, "text") == 0 || strcmp(question, "binary") == 0) {
      result = td_trace_convert(trace, question[0] == 't' ? TD_TRACE_TEXT : TD_TRACE_BINARY, &text);
    } else if (strcmp(question, "check") == 0) {
      result = td_trace_check(trace, NULL, 10, &text);
    } else if (strcmp(question, "replay") == 0) {
      result = td_trace_replay(trace, &text);
    } else if (strcmp(question, "explain") == 0) {
      result = td_trace_explain(trace, 0, &text);
    } else {
      struct file second = read_file(arguments[index + 1]);
      td_trace *other;
      CHECK_EQUAL(open_file(&second, &other), TD_OK);
      result = td_trace_diff(trace, other, &text);
      print(result, trace, text);
      td_trace_close(other);
      free(second.bytes);
      text = (td_text){0};
    }
    if (text.bytes || result < 0) print(result, trace, text);
    if (!has_lines) putchar('\n');
    td_trace_close(trace);
    free(file.bytes);
  }
  return check_result();
}
