// Every way to misuse the library that reads traces has a result and a text.
//
//   trace-misuse TRACE      a complete text trace

#include "traces.h"

static void *give(void *context, size_t size) { return (void)context, malloc(size); }

static void opening(const file *file) {
  char text[240] = "?";
  td_trace *trace = (td_trace *)text;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, NULL, NULL), TD_ERROR_NULL);
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.message = text;
  options.message_size = sizeof text;

  options.size = 8;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &options, &trace), TD_ERROR_SIZE);
  CHECK(trace == NULL);
  options.size = sizeof options;
  options.abi = 0x20000;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &options, &trace), TD_ERROR_VERSION);
  CHECK_TEXT(text, "the program was compiled for interface 2.0, the library has 0.1; compile the program with the headers of the library");
  options.abi = TD_ABI;
  options.vocabulary ^= 1;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &options, &trace), TD_ERROR_VERSION);
  CHECK(strstr(text, "the program was compiled for vocabulary 0x") == text);
  options.vocabulary ^= 1;
  options.allocate = give;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &options, &trace), TD_ERROR_VALUE);
  CHECK_TEXT(text, "allocate and release: expected both or neither");
  options.allocate = NULL;
  CHECK_EQUAL(td_trace_open(NULL, 3, &options, &trace), TD_ERROR_NULL);
  CHECK_TEXT(text, "bytes is null, and count is 3");
  CHECK_EQUAL(td_trace_open(file->bytes, SIZE_MAX, &options, &trace), TD_ERROR_SIZE);
  CHECK(strstr(text, "count is 18446744073709551615, which is more") == text || sizeof(size_t) < 8);

  CHECK_EQUAL(td_trace_open(NULL, 0, &options, &trace), TD_ERROR_DAMAGED);
  CHECK(strstr(text, "this is not a trace") == text);
  CHECK_EQUAL(td_trace_open("hello", 5, &options, &trace), TD_ERROR_DAMAGED);
  CHECK(strstr(text, "this is not a trace: it begins with \"hello\". Expected a line") == text);
  CHECK_EQUAL(td_trace_open(file->bytes, 20, &options, &trace), TD_ERROR_DAMAGED);
  CHECK(strstr(text, "the file ends after 20 bytes, inside its header") == text);
  const char newer[] = "{\"k\":\"h\",\"v\":99,\"voc\":\"0000000000000001\",\"state\":\"0000000000000001\",\"core\":1,\"cfg\":{}}\n";
  CHECK_EQUAL(td_trace_open(newer, sizeof newer - 1, &options, &trace), TD_ERROR_VERSION);
  CHECK(strstr(text, "the trace has format version 99") == text);
  // Cut where the room ends, but not inside a character: here one of three bytes after 47.
  const char foreign[] = "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC and more";
  CHECK_EQUAL(td_trace_open(foreign, sizeof foreign - 1, &options, &trace), TD_ERROR_DAMAGED);
  size_t start = (size_t)(strstr(text, "\xE2\x82\xAC") - text);
  for (size_t size = start; size < start + 9; size++) {
    char cut[240];
    options.message = cut;
    options.message_size = size;
    CHECK_EQUAL(td_trace_open(foreign, sizeof foreign - 1, &options, &trace), TD_ERROR_DAMAGED);
    size_t whole = size - 1 < start ? size - 1 : start + (size - 1 - start) / 3 * 3;
    CHECK_EQUAL(strlen(cut), whole);
    CHECK(memcmp(cut, text, whole) == 0);
  }
  options.message = NULL;
  CHECK_EQUAL(td_trace_open("hello", 5, &options, &trace), TD_ERROR_DAMAGED);
  CHECK(trace == NULL);

  // A program built for a later version, with larger options.
  struct { td_trace_options known; int64_t unknown[4]; } later = {options, {1, 2, 3, 4}};
  later.known.size = sizeof later;
  later.known.message = text;
  later.known.message_size = sizeof text;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &later.known, &trace), TD_OK);
  CHECK_TEXT(text, "");
  td_trace_close(trace);
  td_trace_close(NULL);
}

static void asking(const file *file) {
  td_trace *trace;
  CHECK_EQUAL(open_file(file, &trace), TD_OK);
  td_text text;
  td_message messages[1 + TD_OUTPUTS_MAX];
  size_t count = 7;
  CHECK_EQUAL(td_trace_error(trace, &text), TD_OK);
  CHECK(text_is(text, "{}"));
  CHECK_EQUAL(td_trace_error(NULL, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_error(trace, NULL), TD_ERROR_NULL);

  CHECK_EQUAL(td_trace_header(NULL, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_next(NULL, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_rewind(NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_messages(NULL, messages, 1, &count), TD_ERROR_NULL);
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(td_trace_replay(NULL, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_explain(NULL, 1, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_diff(NULL, trace, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_convert(NULL, TD_TRACE_TEXT, &text), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_check(NULL, NULL, 10, &text), TD_ERROR_NULL);
  CHECK(text.bytes == NULL && text.length == 0);

  CHECK_EQUAL(td_trace_header(trace, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "{\"kind\":\"misuse\",\"message\":\"json is null\"}");
  CHECK_EQUAL(td_trace_next(trace, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"lines is null\"");
  CHECK_EQUAL(td_trace_replay(trace, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"json is null\"");
  CHECK_EQUAL(td_trace_explain(trace, 1, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_diff(trace, trace, NULL), TD_ERROR_NULL);
  CHECK_EQUAL(td_trace_diff(trace, NULL, &text), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"b is null\"");
  CHECK_EQUAL(td_trace_messages(trace, messages, 1, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"count is null\"");
  CHECK_EQUAL(td_trace_messages(trace, NULL, 1, &count), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"messages is null, and capacity is not 0\"");

  CHECK_EQUAL(td_trace_convert(trace, TD_TRACE_TEXT, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"bytes is null\"");
  CHECK_EQUAL(td_trace_convert(trace, 0, &text), TD_ERROR_VALUE);
  CHECK_EQUAL(td_trace_convert(trace, 3, &text), TD_ERROR_VALUE);
  CHECK_ERROR(trace, "\"form: expected TD_TRACE_TEXT (1) or TD_TRACE_BINARY (2)\"");
  CHECK_EQUAL(td_trace_check(trace, NULL, 10, NULL), TD_ERROR_NULL);
  CHECK_ERROR(trace, "\"json is null\"");
  CHECK_EQUAL(td_trace_check(trace, "never-plays, plays-too-much", 10, &text), TD_ERROR_VALUE);
  CHECK_ERROR(trace, "\"allowed: there is no law 'plays-too-much'\"");
  char law[4000];
  memset(law, 'x', sizeof law);
  law[sizeof law - 1] = 0;
  CHECK_EQUAL(td_trace_check(trace, law, 10, &text), TD_ERROR_VALUE);
  CHECK_ERROR(trace, "x\xE2\x80\xA6'\"");

  CHECK_EQUAL(td_trace_explain(trace, INT64_MAX, &text), TD_ERROR_VALUE);
  CHECK_ERROR(trace, "{\"kind\":\"noSuchPlace\",\"message\":\"there is no step 9223372036854775807; the steps are 1");

  // Without room for the first step the place does not change.
  CHECK_EQUAL(td_trace_messages(trace, NULL, 0, &count), TD_ERROR_SPACE);
  size_t needed = count;
  CHECK(needed > 1);
  CHECK_ERROR(trace, "\"capacity is 0; step 1 needs ");
  CHECK_EQUAL(td_trace_messages(trace, messages, needed - 1, &count), TD_ERROR_SPACE);
  CHECK_EQUAL(td_trace_messages(trace, messages, needed, &count), TD_OK);
  CHECK_EQUAL(count, needed);
  CHECK_EQUAL(messages[0].input, 1);
  CHECK_EQUAL(messages[0].reserved, 0);
  CHECK_EQUAL(messages[1].reserved, 1);
  // A step that was read but had no room can also be read as lines.
  CHECK_EQUAL(td_trace_messages(trace, NULL, 0, &count), TD_ERROR_SPACE);
  CHECK_EQUAL(td_trace_next(trace, &text), TD_OK);
  CHECK(text_has(text, "{\"k\":\"i\",\"n\":2,"));
  CHECK_EQUAL(td_trace_messages(trace, messages, 1 + TD_OUTPUTS_MAX, &count), TD_OK);
  CHECK_EQUAL(messages[0].input, 3);
  while (count > 0) CHECK_EQUAL(td_trace_messages(trace, messages, 1 + TD_OUTPUTS_MAX, &count), TD_OK);
  for (int again = 0; again < 3; again++) {
    CHECK_EQUAL(td_trace_next(trace, &text), TD_TRACE_ENDED);
    CHECK(text_is(text, "{\"isFinished\":true}"));
    CHECK_EQUAL(td_trace_messages(trace, NULL, 0, &count), TD_OK);
  }
  CHECK_EQUAL(td_trace_rewind(trace), TD_OK);
  CHECK_EQUAL(td_trace_messages(trace, messages, 1 + TD_OUTPUTS_MAX, &count), TD_OK);
  CHECK_EQUAL(messages[0].input, 1);
  // A trace equals itself.
  CHECK_EQUAL(td_trace_diff(trace, trace, &text), TD_OK);
  CHECK(text_has(text, "\"equal\":true"));
  td_trace_close(trace);
}

/// A change is an issue at its step, unless that law is allowed; of each law no more issues are listed than requested.
static void checked(const file *file) {
  struct file copy = {"changed", malloc(file->count + 1), file->count};
  memcpy(copy.bytes, file->bytes, file->count);
  copy.bytes[file->count] = 0;
  int changed = 0;
  const char *from = "\"to\":\"preparing\"", *to = "\"to\":\"playing\"  ";
  for (char *place = (char *)copy.bytes; (place = strstr(place, from)) != NULL; changed++) memcpy(place, to, strlen(to));
  CHECK(changed > 0);
  td_trace *trace, *whole;
  td_text text;
  CHECK_EQUAL(open_file(file, &whole), TD_OK);
  CHECK_EQUAL(td_trace_check(whole, NULL, 10, &text), TD_OK);
  CHECK(text_has(text, "{\"allowed\":[],"));
  CHECK(text_has(text, "\"issueCount\":0,\"issues\":[],"));
  CHECK(text_has(text, "\"verdict\":\"ok\""));
  td_trace_close(whole);
  CHECK_EQUAL(open_file(&copy, &trace), TD_OK);
  CHECK_EQUAL(td_trace_check(trace, "", SIZE_MAX, &text), TD_OK);
  CHECK(text_has(text, "\"property\":\"recorded-otherwise\""));
  CHECK(text_has(text, "\"trace\":\"changed\",\"verdict\":\"issues\""));
  CHECK_EQUAL(td_trace_check(trace, NULL, 0, &text), TD_OK);
  CHECK(text_has(text, "\"issues\":[],"));
  CHECK(!text_has(text, "\"issueCount\":0"));
  CHECK_EQUAL(td_trace_check(trace, " never-plays,,recorded-otherwise ", 10, &text), TD_OK);
  CHECK(text_has(text, "{\"allowed\":[\"never-plays\",\"recorded-otherwise\"],"));
  CHECK(text_has(text, "\"verdict\":\"ok\""));
  td_trace_close(trace);
  free(copy.bytes);
}

/// Converted there and back, a trace has its original bytes.
static void converted(const file *file) {
  td_trace *trace, *binary;
  td_text bytes, text;
  CHECK_EQUAL(open_file(file, &trace), TD_OK);
  CHECK_EQUAL(td_trace_convert(trace, TD_TRACE_BINARY, &bytes), TD_OK);
  CHECK(bytes.length < file->count);
  struct file given = {"binary", (unsigned char *)(uintptr_t)bytes.bytes, bytes.length};
  CHECK_EQUAL(open_file(&given, &binary), TD_OK);
  CHECK_EQUAL(td_trace_convert(binary, TD_TRACE_TEXT, &text), TD_OK);
  CHECK_EQUAL(text.length, file->count);
  CHECK(text.length == file->count && memcmp(text.bytes, file->bytes, text.length) == 0);
  td_trace_close(binary);
  td_trace_close(trace);
}

/// One line of the trace is damaged: everything before it is returned, then the place.
static void damaged(const file *file) {
  struct file copy = {"damaged", malloc(file->count), file->count};
  memcpy(copy.bytes, file->bytes, file->count);
  size_t place = 0;
  for (int line = 1; line < 22; line++) place += (size_t)((unsigned char *)strchr((char *)copy.bytes + place, '\n') - copy.bytes) + 1 - place;
  copy.bytes[place + 2] = '?';
  td_trace *trace, *whole;
  CHECK_EQUAL(open_file(&copy, &trace), TD_OK);
  CHECK_EQUAL(open_file(file, &whole), TD_OK);
  const char where[] = "\"line\":22,";
  td_text found, expected;
  td_result result;
  size_t length = 0;
  while ((result = td_trace_next(trace, &found)) == TD_OK) {
    CHECK_EQUAL(td_trace_next(whole, &expected), TD_OK);
    length += found.length;
  }
  CHECK(length > 200);
  CHECK_EQUAL(result, TD_ERROR_DAMAGED);
  CHECK_ERROR(trace, where);
  CHECK_ERROR(trace, "{\"kind\":\"damaged\",\"line\":22,\"message\":\"line 22 (byte ");
  CHECK_ERROR(trace, "\"trace\":\"damaged\"");
  for (int again = 0; again < 3; again++) {
    size_t count;
    CHECK_EQUAL(td_trace_messages(trace, NULL, 0, &count), TD_ERROR_DAMAGED);
    CHECK_EQUAL(td_trace_next(trace, &found), TD_ERROR_DAMAGED);
    CHECK_ERROR(trace, where);
  }
  CHECK_EQUAL(td_trace_replay(trace, &found), TD_ERROR_DAMAGED);
  CHECK_EQUAL(td_trace_explain(trace, 0, &found), TD_ERROR_DAMAGED);
  CHECK_EQUAL(td_trace_check(trace, NULL, 10, &found), TD_ERROR_DAMAGED);
  CHECK_EQUAL(td_trace_convert(trace, TD_TRACE_BINARY, &found), TD_ERROR_DAMAGED);
  CHECK_EQUAL(td_trace_diff(whole, trace, &found), TD_ERROR_DAMAGED);
  CHECK_ERROR(whole, "\"trace\":\"damaged\"");
  // Steps before the place come in one batch, the error with the next call.
  CHECK_EQUAL(td_trace_rewind(trace), TD_OK);
  static td_message messages[4096];
  size_t count;
  CHECK_EQUAL(td_trace_messages(trace, messages, 4096, &count), TD_OK);
  CHECK(count > 0);
  CHECK_EQUAL(td_trace_messages(trace, messages, 4096, &count), TD_ERROR_DAMAGED);
  CHECK_EQUAL(count, 0);
  td_trace_close(trace);
  // A trace that is cut short is not damaged.
  copy.count = place + 5;
  CHECK_EQUAL(open_file(&copy, &trace), TD_OK);
  while ((result = td_trace_next(trace, &found)) == TD_OK) continue;
  CHECK_EQUAL(result, TD_TRACE_ENDED);
  CHECK(text_has(found, "{\"isFinished\":false,\"loss\":{\"bytes\":5,\"offset\":"));
  td_trace_close(trace);
  td_trace_close(whole);
  free(copy.bytes);
}

/// Tries to use the trace that it allocates memory for.
typedef struct meddler {
  td_trace *trace;
  int calls;
} meddler;

static void *meddle(void *context, size_t size) {
  meddler *meddler = context;
  td_text text;
  if (meddler->trace) {
    meddler->calls++;
    CHECK_EQUAL(td_trace_next(meddler->trace, &text), TD_ERROR_STATE);
    CHECK_EQUAL(td_trace_header(meddler->trace, &text), TD_ERROR_STATE);
    td_trace_close(meddler->trace);
  }
  return malloc(size);
}

static void take(void *context, void *memory, size_t size) { (void)context, (void)size, free(memory); }

static void reentry(const file *file) {
  meddler meddler = {0};
  td_trace_options options = TD_TRACE_OPTIONS_INIT;
  options.allocate = meddle;
  options.release = take;
  options.allocator = &meddler;
  td_trace *trace;
  CHECK_EQUAL(td_trace_open(file->bytes, file->count, &options, &trace), TD_OK);
  meddler.trace = trace;
  td_text text;
  CHECK_EQUAL(td_trace_replay(trace, &text), TD_OK);
  CHECK(text_has(text, "\"trace\":\"trace\",\"verdict\":\"ok\""));
  CHECK(meddler.calls > 0);
  CHECK_ERROR(trace, "a call for this trace is in progress");
  meddler.trace = NULL;
  td_trace_close(trace);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  file file = read_file(arguments[1]);
  opening(&file);
  asking(&file);
  checked(&file);
  converted(&file);
  damaged(&file);
  reentry(&file);
  free(file.bytes);
  return check_result();
}
