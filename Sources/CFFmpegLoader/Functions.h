// The FFmpeg functions in use, by library: FUNCTION(library, result, name, parameters, arguments). Included several
// times, each time with another meaning of FUNCTION. Parameters have letters: FFmpeg's headers name them.

// libavutil

FUNCTION(avutil, int, av_channel_layout_compare, (const AVChannelLayout *a, const AVChannelLayout *b), (a, b))
FUNCTION(avutil, int, av_channel_layout_copy, (AVChannelLayout *a, const AVChannelLayout *b), (a, b))
FUNCTION(avutil, void, av_channel_layout_default, (AVChannelLayout *a, int b), (a, b))
FUNCTION(avutil, void, av_channel_layout_uninit, (AVChannelLayout *a), (a))
FUNCTION(avutil, int, av_dict_copy, (AVDictionary **a, const AVDictionary *b, int c), (a, b, c))
FUNCTION(avutil, void, av_dict_free, (AVDictionary **a), (a))
FUNCTION(avutil, AVDictionaryEntry *, av_dict_get,
  (const AVDictionary *a, const char *b, const AVDictionaryEntry *c, int d), (a, b, c, d))
FUNCTION(avutil, int, av_dict_set, (AVDictionary **a, const char *b, const char *c, int d), (a, b, c, d))
FUNCTION(avutil, AVFrame *, av_frame_alloc, (void), ())
FUNCTION(avutil, int, av_frame_apply_cropping, (AVFrame *a, int b), (a, b))
FUNCTION(avutil, AVFrame *, av_frame_clone, (const AVFrame *a), (a))
FUNCTION(avutil, void, av_frame_free, (AVFrame **a), (a))
FUNCTION(avutil, int, av_frame_get_buffer, (AVFrame *a, int b), (a, b))
FUNCTION(avutil, AVFrameSideData *, av_frame_get_side_data, (const AVFrame *a, enum AVFrameSideDataType b), (a, b))
FUNCTION(avutil, void, av_free, (void *a), (a))
FUNCTION(avutil, void, av_freep, (void *a), (a))
FUNCTION(avutil, enum AVPixelFormat, av_get_pix_fmt, (const char *a), (a))
FUNCTION(avutil, const char *, av_get_pix_fmt_name, (enum AVPixelFormat a), (a))
FUNCTION(avutil, int64_t, av_gettime_relative, (void), ())
FUNCTION(avutil, int, av_image_copy_to_buffer,
  (uint8_t *a, int b, const uint8_t * const c[4], const int d[4], enum AVPixelFormat e, int f, int g, int h),
  (a, b, c, d, e, f, g, h))
FUNCTION(avutil, int, av_image_get_buffer_size, (enum AVPixelFormat a, int b, int c, int d), (a, b, c, d))
FUNCTION(avutil, int, av_image_get_linesize, (enum AVPixelFormat a, int b, int c), (a, b, c))
FUNCTION(avutil, void, av_log_set_callback, (void (*a)(void*, int, const char*, va_list)), (a))
FUNCTION(avutil, void *, av_malloc, (size_t a), (a))
FUNCTION(avutil, void, av_max_alloc, (size_t a), (a))
FUNCTION(avutil, int, av_opt_get, (void *a, const char *b, int c, uint8_t **d), (a, b, c, d))
FUNCTION(avutil, int, av_opt_set, (void *a, const char *b, const char *c, int d), (a, b, c, d))
FUNCTION(avutil, int, av_parse_time, (int64_t *a, const char *b, int c), (a, b, c))
FUNCTION(avutil, int, av_pix_fmt_count_planes, (enum AVPixelFormat a), (a))
FUNCTION(avutil, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat a), (a))
FUNCTION(avutil, int64_t, av_rescale, (int64_t a, int64_t b, int64_t c), (a, b, c))
FUNCTION(avutil, int64_t, av_rescale_q, (int64_t a, AVRational b, AVRational c), (a, b, c))
FUNCTION(avutil, char *, av_strdup, (const char *a), (a))
FUNCTION(avutil, const char *, av_version_info, (void), ())

// libavcodec

FUNCTION(avcodec, AVPacket *, av_packet_alloc, (void), ())
FUNCTION(avcodec, void, av_packet_free, (AVPacket **a), (a))
FUNCTION(avcodec, void, av_packet_unref, (AVPacket *a), (a))
FUNCTION(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *a), (a))
FUNCTION(avcodec, int, avcodec_decode_subtitle2, (AVCodecContext *a, AVSubtitle *b, int *c, AVPacket *d), (a, b, c, d))
FUNCTION(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID a), (a))
FUNCTION(avcodec, const AVCodec *, avcodec_find_encoder, (enum AVCodecID a), (a))
FUNCTION(avcodec, void, avcodec_flush_buffers, (AVCodecContext *a), (a))
FUNCTION(avcodec, void, avcodec_free_context, (AVCodecContext **a), (a))
FUNCTION(avcodec, const char *, avcodec_get_name, (enum AVCodecID a), (a))
FUNCTION(avcodec, int, avcodec_open2, (AVCodecContext *a, const AVCodec *b, AVDictionary **c), (a, b, c))
FUNCTION(avcodec, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FUNCTION(avcodec, int, avcodec_parameters_copy, (AVCodecParameters *a, const AVCodecParameters *b), (a, b))
FUNCTION(avcodec, void, avcodec_parameters_free, (AVCodecParameters **a), (a))
FUNCTION(avcodec, int, avcodec_parameters_to_context, (AVCodecContext *a, const AVCodecParameters *b), (a, b))
FUNCTION(avcodec, int, avcodec_receive_frame, (AVCodecContext *a, AVFrame *b), (a, b))
FUNCTION(avcodec, int, avcodec_receive_packet, (AVCodecContext *a, AVPacket *b), (a, b))
FUNCTION(avcodec, int, avcodec_send_frame, (AVCodecContext *a, const AVFrame *b), (a, b))
FUNCTION(avcodec, int, avcodec_send_packet, (AVCodecContext *a, const AVPacket *b), (a, b))
FUNCTION(avcodec, void, avsubtitle_free, (AVSubtitle *a), (a))

// libavformat

FUNCTION(avformat, const AVInputFormat *, av_demuxer_iterate, (void **a), (a))
FUNCTION(avformat, int, av_find_best_stream, (AVFormatContext *a, enum AVMediaType b, int c, int d, const AVCodec **e,
  int f), (a, b, c, d, e, f))
FUNCTION(avformat, AVProgram *, av_find_program_from_stream, (AVFormatContext *a, AVProgram *b, int c), (a, b, c))
FUNCTION(avformat, int, av_read_frame, (AVFormatContext *a, AVPacket *b), (a, b))
FUNCTION(avformat, int, av_seek_frame, (AVFormatContext *a, int b, int64_t c, int d), (a, b, c, d))
FUNCTION(avformat, AVFormatContext *, avformat_alloc_context, (void), ())
FUNCTION(avformat, void, avformat_close_input, (AVFormatContext **a), (a))
FUNCTION(avformat, int, avformat_find_stream_info, (AVFormatContext *a, AVDictionary **b), (a, b))
FUNCTION(avformat, int, avformat_index_get_entries_count, (const AVStream *a), (a))
FUNCTION(avformat, const AVIndexEntry *, avformat_index_get_entry, (AVStream *a, int b), (a, b))
FUNCTION(avformat, int, avformat_open_input, (AVFormatContext **a, const char *b, const AVInputFormat *c,
  AVDictionary **d), (a, b, c, d))
FUNCTION(avformat, AVIOContext *, avio_alloc_context, (unsigned char *a, int b, int c, void *d, int (*e)(void *,
  uint8_t *, int), int (*f)(void *, uint8_t *, int), int64_t (*g)(void *, int64_t, int)), (a, b, c, d, e, f, g))
FUNCTION(avformat, void, avio_context_free, (AVIOContext **a), (a))
FUNCTION(avformat, const char *, avio_find_protocol_name, (const char *a), (a))
FUNCTION(avformat, int, avio_read, (AVIOContext *a, unsigned char *b, int c), (a, b, c))
FUNCTION(avformat, int64_t, avio_seek, (AVIOContext *a, int64_t b, int c), (a, b, c))

// libswresample

FUNCTION(swresample, int, swr_alloc_set_opts2, (struct SwrContext **a, AVChannelLayout *b, enum AVSampleFormat c,
  int d, AVChannelLayout *e, enum AVSampleFormat f, int g, int h, void *i), (a, b, c, d, e, f, g, h, i))
FUNCTION(swresample, int, swr_convert, (struct SwrContext *a, uint8_t **b, int c, const uint8_t **d, int e), (a, b, c,
  d, e))
FUNCTION(swresample, void, swr_free, (struct SwrContext **a), (a))
FUNCTION(swresample, int64_t, swr_get_delay, (struct SwrContext *a, int64_t b), (a, b))
FUNCTION(swresample, int, swr_get_out_samples, (struct SwrContext *a, int b), (a, b))
FUNCTION(swresample, int, swr_init, (struct SwrContext *a), (a))
FUNCTION(swresample, int, swr_set_compensation, (struct SwrContext *a, int b, int c), (a, b, c))

// libswscale

FUNCTION(swscale, void, sws_freeContext, (struct SwsContext *a), (a))
FUNCTION(swscale, struct SwsContext *, sws_getCachedContext, (struct SwsContext *a, int b, int c, enum AVPixelFormat d,
  int e, int f, enum AVPixelFormat g, int h, SwsFilter *i, SwsFilter *j, const double *k), (a, b, c, d, e, f, g, h, i,
  j, k))
FUNCTION(swscale, const int *, sws_getCoefficients, (int a), (a))
FUNCTION(swscale, int, sws_scale_frame, (struct SwsContext *a, AVFrame *b, const AVFrame *c), (a, b, c))
FUNCTION(swscale, int, sws_setColorspaceDetails, (struct SwsContext *a, const int b[4], int c, const int d[4], int e,
  int f, int g, int h), (a, b, c, d, e, f, g, h))
