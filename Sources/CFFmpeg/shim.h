// FFmpeg's libraries as one Clang module. Only what Swift cannot see by itself is repeated here: macros that take
// arguments or hold a cast.

#ifndef TAPEDECK_CFFMPEG_SHIM_H
#define TAPEDECK_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mathematics.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libavutil/time.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t CFF_NO_TIMESTAMP = AV_NOPTS_VALUE;

static const int32_t CFF_ERROR_END_OF_FILE = AVERROR_EOF;
static const int32_t CFF_ERROR_INTERRUPTED = AVERROR_EXIT;
static const int32_t CFF_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int32_t CFF_ERROR_NOT_IMPLEMENTED = AVERROR_PATCHWELCOME;
static const int32_t CFF_ERROR_NO_DECODER = AVERROR_DECODER_NOT_FOUND;
static const int32_t CFF_ERROR_NO_ENCODER = AVERROR_ENCODER_NOT_FOUND;
static const int32_t CFF_ERROR_NO_DEMUXER = AVERROR_DEMUXER_NOT_FOUND;
static const int32_t CFF_ERROR_NO_PROTOCOL = AVERROR_PROTOCOL_NOT_FOUND;
static const int32_t CFF_ERROR_NO_STREAM = AVERROR_STREAM_NOT_FOUND;
static const int32_t CFF_ERROR_HTTP_BAD_REQUEST = AVERROR_HTTP_BAD_REQUEST;
static const int32_t CFF_ERROR_HTTP_UNAUTHORIZED = AVERROR_HTTP_UNAUTHORIZED;
static const int32_t CFF_ERROR_HTTP_FORBIDDEN = AVERROR_HTTP_FORBIDDEN;
static const int32_t CFF_ERROR_HTTP_NOT_FOUND = AVERROR_HTTP_NOT_FOUND;
static const int32_t CFF_ERROR_HTTP_OTHER_4XX = AVERROR_HTTP_OTHER_4XX;
static const int32_t CFF_ERROR_HTTP_SERVER_ERROR = AVERROR_HTTP_SERVER_ERROR;

#ifndef CFF_LOADS_LATE
/// FFmpeg is linked and came with the program.
static inline const char *cff_load(void) { return NULL; }
#endif

#endif
