#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player.h"
#include "serve.h"

static const char usage[] =
  "Usage: tapedeck-mpv [OPTIONS] SOURCE\n"
  "       tapedeck-mpv --engine-pipe [--vo NAME] [--ao NAME] [--option NAME=VALUE]\n"
  "\n"
  "Plays a file or an address (http, https, rtmp, ...) with mpv, under the decisions of TapeDeck: blocked parts are skipped, a\n"
  "broken connection is tried again, and every run can be recorded and replayed with `tapedeck replay`.\n"
  "\n"
  "  --start TIME            where to begin: 90, 1:30 or 1:02:03.5\n"
  "  --rate FACTOR           how fast to play: 0.5 to 2\n"
  "  --volume PERCENT        0 to 100\n"
  "  --mute                  without sound\n"
  "  --loop                  start over at the end\n"
  "  --no-autoplay           open and hold\n"
  "  --segments FILE         the parts of the media: SponsorBlock's JSON, an EDL, or Podcasting 2.0 chapters\n"
  "  --skip WORD             skip the parts with this word in their title or category; without --segments those are the media's\n"
  "                          own chapters. May be repeated\n"
  "  --at TIME:ACTION        do something when playback reaches a position: play, pause, toggle, stop, retry, skip, mute, loop,\n"
  "                          quit, still, seek=60, seek=+10, seek=-10, rate=1.5, volume=50, network=none. May be repeated\n"
  "  --record FILE           record the run as a trace\n"
  "  --preset NAME           behave like one of the reference players: standard (default), defaults, prx, srg, ksy, ...\n"
  "  --set SETTING=NUMBER    change a setting; spans are microseconds, flags 0 and 1: retryLimit=5. May be repeated\n"
  "  --network NAME          the network to report: unknown, none, wifi, cellular, wired; or auto (default), which watches the\n"
  "                          machine's own for sources beyond it\n"
  "  --vo NAME, --ao NAME    mpv's outputs for pictures and sound: null for none\n"
  "  --option NAME=VALUE     an option of mpv. May be repeated\n"
  "  --stills FOLDER         where still pictures go\n"
  "  --engine-pipe           speak the engine pipe of `tapedeck certify`\n"
  "  -q, --quiet             print only errors\n"
  "  -V, --version           the version\n"
  "  -h, --help              this text\n"
  "\n"
  "Keys, in the window and in the terminal: space, p pause; left, right 10 s; up, down 1 minute; home to the beginning; [ ]\n"
  "speed, backspace normal; 9 0 volume; m mute; l loop; s skip this part; S still; a, t next audio, subtitles; f full screen;\n"
  "r retry; ? help; q quit.\n"
  "\n"
  "Exit codes: 0 played to the end or quit; 1 failed, or the trace could not be written; 2 usage; 3 a damaged file of segments;\n"
  "128 + n ended by signal n.\n"
  "\n"
  "Examples:\n"
  "  tapedeck-mpv episode.m4a --segments episode.sponsorblock.json\n"
  "  tapedeck-mpv episode.m4a --skip advert --record episode.trace\n"
  "  tapedeck-mpv clip.mp4 --vo null --ao null --at 2:seek=8\n"
  "  tapedeck certify --plays clip.mp4:10 -- tapedeck-mpv --engine-pipe --vo null --ao null\n";

enum { START = 256, RATE, VOLUME, MUTE, LOOP, NO_AUTOPLAY, SEGMENTS, SKIP, AT, RECORD, PRESET, SET, NETWORK, VO, AO, OPTION,
  STILLS, PIPE, MPV_OPTIONS = 64 };

static const struct option names[] = {
  {"start", 1, 0, START}, {"rate", 1, 0, RATE}, {"volume", 1, 0, VOLUME}, {"mute", 0, 0, MUTE}, {"loop", 0, 0, LOOP},
  {"no-autoplay", 0, 0, NO_AUTOPLAY}, {"segments", 1, 0, SEGMENTS}, {"skip", 1, 0, SKIP}, {"at", 1, 0, AT},
  {"record", 1, 0, RECORD}, {"preset", 1, 0, PRESET}, {"set", 1, 0, SET}, {"network", 1, 0, NETWORK}, {"vo", 1, 0, VO},
  {"ao", 1, 0, AO}, {"option", 1, 0, OPTION}, {"stills", 1, 0, STILLS}, {"engine-pipe", 0, 0, PIPE}, {"quiet", 0, 0, 'q'},
  {"version", 0, 0, 'V'}, {"help", 0, 0, 'h'}, {0, 0, 0, 0}};

typedef struct line {
  player_options options;
  engine_option mpv[MPV_OPTIONS];
  int is_pipe;
} line;

static int wrong(const char *option, const char *value, const char *expected) {
  fprintf(stderr, "tapedeck-mpv: %s: expected %s, found \"%s\". See --help.\n", option, expected, value);
  return 0;
}

static int number(const char *text, double least, double most, double scale, int64_t *value) {
  char *end;
  double read = strtod(text, &end);
  if (end == text || *end || !isfinite(read) || read < least || read > most) return 0;
  *value = (int64_t)llround(read * scale);
  return 1;
}

/// `90`, `1:30`, `1:02:03.5`, up to `length` characters.
static int time_of(const char *text, size_t length, int64_t *value) {
  char copy[40], *rest = NULL;
  int64_t total = 0, part;
  if (length == 0 || length >= sizeof copy) return 0;
  memcpy(copy, text, length);
  copy[length] = 0;
  int parts = 0;
  for (char *word = strtok_r(copy, ":", &rest); word; word = strtok_r(NULL, ":", &rest)) {
    if (++parts > 3 || !number(word, 0, 3.6e9, 1e6, &part)) return 0;
    total = total * 60 + part;
  }
  *value = total;
  return parts > 0 && total <= 3600000000000000;
}

static int place_of_name(uint32_t enumeration, int64_t count, const char *name, int64_t *value) {
  td_text text;
  for (*value = 0; *value < count; ++*value)
    if (td_name(TD_NAMES_ENUMERATIONS + enumeration, *value, &text) == TD_OK && strlen(name) == text.length
        && memcmp(name, text.bytes, text.length) == 0)
      return 1;
  return 0;
}

static int add_at(player_options *options, const char *value) {
  const char *action = strrchr(value, ':');
  size_t place = options->action_count;
  if (place == PLAYER_ACTIONS) return wrong("--at", value, "at most 32 of them");
  if (!action || !player_knows(action + 1) || !time_of(value, (size_t)(action - value), &options->actions[place].position))
    return wrong("--at", value, "a position and an action, such as 2:seek=8");
  options->actions[place].action = action + 1;
  options->action_count++;
  return 1;
}

static int add_setting(player_options *options, char *value) {
  char *equals = strchr(value, '=');
  int64_t setting, amount;
  if (options->setting_count == PLAYER_SETTINGS) return wrong("--set", value, "at most 32 settings");
  if (equals) *equals = 0;
  int is_known = equals && place_of_name(TD_ENUMERATION_SETTING, 256, value, &setting);
  if (!is_known || !number(equals + 1, -9e15, 9e15, 1, &amount))
    return wrong("--set", value, "the name of a setting and a whole number, such as retryLimit=5");
  options->settings[options->setting_count++] = (td_setting){(uint32_t)setting, 0, amount};
  return 1;
}

static int add_mpv(line *line, const char *name, const char *value) {
  if (line->options.engine_option_count == MPV_OPTIONS) return wrong("--option", name, "at most 64 options");
  line->mpv[line->options.engine_option_count++] = (engine_option){name, value};
  return 1;
}

static int add_option(line *line, char *value) {
  char *equals = strchr(value, '=');
  if (!equals || equals == value) return wrong("--option", value, "NAME=VALUE");
  *equals = 0;
  return add_mpv(line, value, equals + 1);
}

static int set_preset(player_options *options, const char *value) {
  static const struct { const char *name; uint32_t preset; } presets[] = {
    {"defaults", TD_PRESET_DEFAULTS}, {"standard", TD_PRESET_STANDARD}, {"prx", TD_PRESET_PRX},
    {"prxSource", TD_PRESET_PRX_SOURCE}, {"prx1", TD_PRESET_PRX1}, {"ksy", TD_PRESET_KSY}, {"srg", TD_PRESET_SRG},
    {"srgSource", TD_PRESET_SRG_SOURCE}, {"playerProtocol", TD_PRESET_PLAYER_PROTOCOL}};
  for (size_t place = 0; place < sizeof presets / sizeof *presets; place++) {
    if (strcmp(value, presets[place].name) != 0) continue;
    options->preset = presets[place].preset;
    return 1;
  }
  return wrong("--preset", value, "standard, defaults, prx, prxSource, prx1, ksy, srg, srgSource or playerProtocol");
}

static int take(line *line, int option, char *value) {
  player_options *options = &line->options;
  switch (option) {
    case START: return time_of(value, strlen(value), &options->start) || wrong("--start", value, "90, 1:30 or 1:02:03.5");
    case RATE: return number(value, 0.01, 100, 1000, &options->rate) || wrong("--rate", value, "a factor such as 1.5");
    case VOLUME: return number(value, 0, 100, 10, &options->volume) || wrong("--volume", value, "0 to 100");
    case MUTE: return options->is_muted = 1;
    case LOOP: return options->loops = 1;
    case NO_AUTOPLAY: return options->holds = 1;
    case SEGMENTS: options->segments = value; return 1;
    case SKIP:
      if (options->skip_count == PLAYER_SKIPS) return wrong("--skip", value, "at most 16 words");
      options->skips[options->skip_count++] = value;
      return 1;
    case AT: return add_at(options, value);
    case RECORD: options->record = value; return 1;
    case PRESET: return set_preset(options, value);
    case SET: return add_setting(options, value);
    case NETWORK:
      options->network = -1;
      return strcmp(value, "auto") == 0 || place_of_name(TD_ENUMERATION_NETWORK_PATH, 5, value, &options->network)
          || wrong("--network", value, "unknown, none, wifi, cellular, wired or auto");
    case VO: return add_mpv(line, "vo", value);
    case AO: return add_mpv(line, "ao", value);
    case OPTION: return add_option(line, value);
    case STILLS: return add_mpv(line, "screenshot-directory", value);
    case PIPE: return line->is_pipe = 1;
    case 'q': return options->is_quiet = 1;
    default: return 0;
  }
}

int main(int count, char **words) {
  char text[240];
  static line line = {.options = {.rate = 1000, .volume = 1000, .network = -1, .preset = TD_PRESET_STANDARD}};
  signal(SIGPIPE, SIG_IGN);
  if (TD_CHECK(text, sizeof text) != TD_OK) {
    fprintf(stderr, "tapedeck-mpv: %s\n", text);
    return 1;
  }
  line.options.engine_options = line.mpv;
  for (int option; (option = getopt_long(count, words, "qVh", names, NULL)) != -1;) {
    if (option == 'h') return fputs(usage, stdout) < 0;
    if (option == 'V') return printf("tapedeck-mpv %s\n", td_version()) < 0;
    if (option == '?' || !take(&line, option, optarg)) return 2;
  }
  if (line.is_pipe && optind == count) return serve(line.mpv, line.options.engine_option_count);
  if (line.is_pipe || count - optind != 1 || !*words[optind]) {
    fprintf(stderr, "tapedeck-mpv: expected one source%s. See --help.\n", line.is_pipe ? " or --engine-pipe" : "");
    return 2;
  }
  line.options.source = words[optind];
  return player_run(&line.options);
}
