// The part of SDL 2 that sound and windows need. SDL is loaded when the first device is opened, and is not needed to
// build: these declarations repeat its binary interface, which does not change within SDL 2. Names are SDL's, prefixed
// with C.

#ifndef TAPEDECK_CSDL_H
#define TAPEDECK_CSDL_H

#include <stdint.h>

/// Loads SDL, once per process; safe on any thread. Returns NULL on success, else the reason, as text that stays valid.
/// Call nothing else here before this has returned NULL.
const char *csdl_load(void);

static const uint32_t CSDL_INIT_AUDIO = 0x10, CSDL_INIT_VIDEO = 0x20;
static const uint16_t CSDL_AUDIO_S16 = 0x8010;
static const int32_t CSDL_AUDIO_ALLOW_FREQUENCY_CHANGE = 1;

typedef struct {
  int32_t freq;
  uint16_t format;
  uint8_t channels;
  uint8_t silence;
  uint16_t samples;
  uint16_t padding;
  uint32_t size;
  void *callback;
  void *userdata;
} CSDL_AudioSpec;

typedef struct {
  int32_t x, y, w, h;
} CSDL_Rect;

static const uint32_t CSDL_WINDOW_RESIZABLE = 0x20, CSDL_WINDOW_HIGH_DPI = 0x2000;
static const int32_t CSDL_WINDOW_CENTERED = 0x2FFF0000;
static const uint32_t CSDL_PIXELFORMAT_IYUV = 0x56555949;
static const int32_t CSDL_TEXTUREACCESS_STREAMING = 1;
/// How luminance and colour are converted to red, green and blue.
static const int32_t CSDL_YUV_FULL_RANGE = 0, CSDL_YUV_BT601 = 1, CSDL_YUV_BT709 = 2;

static const uint32_t CSDL_QUIT = 0x100, CSDL_WINDOWEVENT = 0x200, CSDL_KEYDOWN = 0x300, CSDL_TEXTINPUT = 0x303;
static const uint8_t CSDL_WINDOWEVENT_CLOSE = 14;
static const uint16_t CSDL_KMOD_SHIFT = 3;

/// As large as SDL's own, for every kind of event.
typedef union {
  uint32_t type;
  struct {
    uint32_t type, timestamp, window;
    uint8_t event;
  } window;
  struct {
    uint32_t type, timestamp, window;
    uint8_t state, repeat, padding[2];
    int32_t scancode, symbol;
    uint16_t modifiers;
  } key;
  struct {
    uint32_t type, timestamp, window;
    char text[32];
  } text;
  uint64_t whole[16];
} CSDL_Event;

typedef struct CSDL_Window CSDL_Window;
typedef struct CSDL_Renderer CSDL_Renderer;
typedef struct CSDL_Texture CSDL_Texture;

#define FUNCTION(result, name, parameters, arguments) result C##name parameters;
#include "../Functions.h"
#undef FUNCTION

#endif
