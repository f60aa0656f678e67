#include "media.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int64_t media_time(double seconds) {
  if (!isfinite(seconds) || fabs(seconds) > 3e11) return TD_UNKNOWN;
  return (int64_t)llround(seconds * 1e6);
}

const mpv_node *media_member(const mpv_node *node, const char *name) {
  if (!node || node->format != MPV_FORMAT_NODE_MAP) return NULL;
  const mpv_node_list *list = node->u.list;
  for (int place = 0; place < list->num; place++)
    if (strcmp(list->keys[place], name) == 0) return &list->values[place];
  return NULL;
}

double media_number(const mpv_node *node, double otherwise) {
  if (node && node->format == MPV_FORMAT_DOUBLE) return node->u.double_;
  if (node && node->format == MPV_FORMAT_INT64) return (double)node->u.int64;
  return otherwise;
}

int media_flag(const mpv_node *node) { return node && node->format == MPV_FORMAT_FLAG && node->u.flag; }

const char *media_text(const mpv_node *node) {
  return node && node->format == MPV_FORMAT_STRING && node->u.string ? node->u.string : "";
}

static const struct {
  const char *type;
  const char *option;
  int32_t kind;
} kinds[] = {
  {"audio", "aid", TD_TRACK_KIND_AUDIO}, {"video", "vid", TD_TRACK_KIND_VIDEO}, {"sub", "sid", TD_TRACK_KIND_SUBTITLE}};

int32_t media_track_kind(const mpv_node *track) {
  const char *type = media_text(media_member(track, "type"));
  if (media_flag(media_member(track, "albumart"))) return -1;
  for (size_t place = 0; place < sizeof kinds / sizeof *kinds; place++)
    if (strcmp(type, kinds[place].type) == 0) return kinds[place].kind;
  return -1;
}

const char *media_track_option(int64_t kind) {
  for (size_t place = 0; place < sizeof kinds / sizeof *kinds; place++)
    if (kinds[place].kind == kind) return kinds[place].option;
  return NULL;
}

int media_is_remote(const char *source) {
  return strstr(source, "://") != NULL && strncmp(source, "file://", 7) != 0;
}

// MARK: Failures

static int32_t http_kind(long status) {
  switch (status) {
    case 400: return TD_FAILURE_KIND_HTTP_BAD_REQUEST;
    case 401: return TD_FAILURE_KIND_HTTP_UNAUTHORIZED;
    case 403: return TD_FAILURE_KIND_HTTP_FORBIDDEN;
    case 404: return TD_FAILURE_KIND_HTTP_NOT_FOUND;
    case 429: return TD_FAILURE_KIND_HTTP_TOO_MANY_REQUESTS;
    default: return status >= 500 ? TD_FAILURE_KIND_HTTP_SERVER_ERROR : TD_FAILURE_KIND_HTTP_CLIENT_ERROR;
  }
}

// mpv's numbers tell little; the log of FFmpeg's protocols has the reason. If its wording is unknown, only the kind is
// lost.
static const struct {
  const char *words;
  int32_t kind;
} causes[] = {
  {"Failed to resolve hostname", TD_FAILURE_KIND_NAME_RESOLUTION},
  {"Connection refused", TD_FAILURE_KIND_CONNECT},
  {"Connection timed out", TD_FAILURE_KIND_CONNECT},
  {"Network is unreachable", TD_FAILURE_KIND_CONNECT},
  {"No route to host", TD_FAILURE_KIND_CONNECT},
  {"Stream ends prematurely", TD_FAILURE_KIND_IO},
  {"Connection reset", TD_FAILURE_KIND_IO},
  {"Input/output error", TD_FAILURE_KIND_IO},
  {"ertificate", TD_FAILURE_KIND_CERTIFICATE_UNTRUSTED},
  {"No protocol handler", TD_FAILURE_KIND_PROTOCOL_UNSUPPORTED},
  {"Protocol not found", TD_FAILURE_KIND_PROTOCOL_UNSUPPORTED},
  {"Failed to initialize a decoder for codec", TD_FAILURE_KIND_FORMAT_UNSUPPORTED},
  {"moov atom not found", TD_FAILURE_KIND_INVALID_DATA},
};

void media_note_cause(media_failure *cause, const char *line) {
  const char *http = strstr(line, "HTTP error ");
  media_failure found = {0};
  if (http) {
    long status = strtol(http + 11, NULL, 10);
    if (status < 400 || status > 599) return;
    found.kind = http_kind(status);
    if (found.kind == TD_FAILURE_KIND_HTTP_CLIENT_ERROR || found.kind == TD_FAILURE_KIND_HTTP_SERVER_ERROR)
      found.detail = (int32_t)status;
  }
  for (size_t place = 0; !found.kind && place < sizeof causes / sizeof *causes; place++)
    if (strstr(line, causes[place].words)) found.kind = causes[place].kind;
  // The first cause counts: later ones are its consequences.
  if (!found.kind || cause->kind) return;
  snprintf(found.words, sizeof found.words, "%.*s", (int)strcspn(line, "\n"), line);
  *cause = found;
}

static int32_t file_kind(const char *source) {
  struct stat file;
  const char *path = strncmp(source, "file://", 7) == 0 ? source + 7 : source;
  if (stat(path, &file) != 0) return errno == EACCES ? TD_FAILURE_KIND_NOT_PERMITTED : TD_FAILURE_KIND_NOT_FOUND;
  return access(path, R_OK) != 0 ? TD_FAILURE_KIND_NOT_PERMITTED : TD_FAILURE_KIND_NONE;
}

static int32_t kind_of_error(int error) {
  switch (error) {
    case MPV_ERROR_UNKNOWN_FORMAT: return TD_FAILURE_KIND_INVALID_DATA;
    case MPV_ERROR_NOTHING_TO_PLAY: return TD_FAILURE_KIND_FORMAT_UNSUPPORTED;
    case MPV_ERROR_LOADING_FAILED: return TD_FAILURE_KIND_IO;
    default: return TD_FAILURE_KIND_UNKNOWN;
  }
}

media_failure media_failure_of(int error, const char *source, const media_failure *cause) {
  media_failure failure = *cause;
  if (!media_is_remote(source)) {
    int32_t kind = file_kind(source);
    if (kind) failure = (media_failure){.kind = kind};
  }
  if (!failure.kind) failure.kind = kind_of_error(error);
  if (!failure.detail && failure.kind == kind_of_error(error)) failure.detail = error;
  if (!*failure.words) snprintf(failure.words, sizeof failure.words, "%s", mpv_error_string(error));
  return failure;
}
