// The SDL functions in use: FUNCTION(result, name, parameters, arguments). Included several times, each time with
// another meaning of FUNCTION.

FUNCTION(int, SDL_InitSubSystem, (uint32_t flags), (flags))
FUNCTION(void, SDL_QuitSubSystem, (uint32_t flags), (flags))
FUNCTION(const char *, SDL_GetError, (void), ())
FUNCTION(int, SDL_SetHint, (const char *name, const char *value), (name, value))

FUNCTION(uint32_t, SDL_OpenAudioDevice, (const char *device, int is_capture, const CSDL_AudioSpec *wanted,
  CSDL_AudioSpec *obtained, int allowed_changes), (device, is_capture, wanted, obtained, allowed_changes))
FUNCTION(void, SDL_CloseAudioDevice, (uint32_t device), (device))
FUNCTION(void, SDL_PauseAudioDevice, (uint32_t device, int is_paused), (device, is_paused))
FUNCTION(int, SDL_QueueAudio, (uint32_t device, const void *data, uint32_t length), (device, data, length))
FUNCTION(uint32_t, SDL_GetQueuedAudioSize, (uint32_t device), (device))
FUNCTION(void, SDL_ClearQueuedAudio, (uint32_t device), (device))

FUNCTION(const char *, SDL_GetCurrentVideoDriver, (void), ())
FUNCTION(CSDL_Window *, SDL_CreateWindow, (const char *title, int x, int y, int w, int h, uint32_t flags),
  (title, x, y, w, h, flags))
FUNCTION(void, SDL_DestroyWindow, (CSDL_Window *window), (window))
FUNCTION(int, SDL_GetDisplayUsableBounds, (int display, CSDL_Rect *bounds), (display, bounds))
FUNCTION(CSDL_Renderer *, SDL_CreateRenderer, (CSDL_Window *window, int index, uint32_t flags), (window, index, flags))
FUNCTION(void, SDL_DestroyRenderer, (CSDL_Renderer *renderer), (renderer))
FUNCTION(int, SDL_GetRendererOutputSize, (CSDL_Renderer *renderer, int *w, int *h), (renderer, w, h))
FUNCTION(int, SDL_RenderClear, (CSDL_Renderer *renderer), (renderer))
FUNCTION(int, SDL_RenderCopyEx, (CSDL_Renderer *renderer, CSDL_Texture *texture, const CSDL_Rect *source,
  const CSDL_Rect *destination, double angle, const void *center, int flip),
  (renderer, texture, source, destination, angle, center, flip))
FUNCTION(void, SDL_RenderPresent, (CSDL_Renderer *renderer), (renderer))
FUNCTION(CSDL_Texture *, SDL_CreateTexture, (CSDL_Renderer *renderer, uint32_t format, int access, int w, int h),
  (renderer, format, access, w, h))
FUNCTION(void, SDL_DestroyTexture, (CSDL_Texture *texture), (texture))
FUNCTION(int, SDL_UpdateYUVTexture, (CSDL_Texture *texture, const CSDL_Rect *area, const uint8_t *y, int y_pitch,
  const uint8_t *u, int u_pitch, const uint8_t *v, int v_pitch),
  (texture, area, y, y_pitch, u, u_pitch, v, v_pitch))
FUNCTION(void, SDL_SetYUVConversionMode, (int mode), (mode))
FUNCTION(int, SDL_WaitEventTimeout, (CSDL_Event *event, int milliseconds), (event, milliseconds))
