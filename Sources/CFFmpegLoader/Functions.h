// The FFmpeg functions in use, by library: FUNCTION(library, result, name, parameters, arguments). Included several
// times, each time with another meaning of FUNCTION.

// libavutil

FUNCTION(avutil, int, av_channel_layout_compare, (const AVChannelLayout *chl, const AVChannelLayout *chl1), (chl, chl1))
FUNCTION(avutil, int, av_channel_layout_copy, (AVChannelLayout *dst, const AVChannelLayout *src), (dst, src))
FUNCTION(avutil, void, av_channel_layout_default, (AVChannelLayout *ch_layout, int nb_channels), (ch_layout,
  nb_channels))
FUNCTION(avutil, void, av_channel_layout_uninit, (AVChannelLayout *channel_layout), (channel_layout))
FUNCTION(avutil, int, av_dict_copy, (AVDictionary **dst, const AVDictionary *src, int flags), (dst, src, flags))
FUNCTION(avutil, void, av_dict_free, (AVDictionary **m), (m))
FUNCTION(avutil, AVDictionaryEntry *, av_dict_get, (const AVDictionary *m, const char *key, const AVDictionaryEntry
  *prev, int flags), (m, key, prev, flags))
FUNCTION(avutil, int, av_dict_set, (AVDictionary **pm, const char *key, const char *value, int flags), (pm, key,
  value, flags))
FUNCTION(avutil, AVFrame *, av_frame_alloc, (void), ())
FUNCTION(avutil, int, av_frame_apply_cropping, (AVFrame *frame, int flags), (frame, flags))
FUNCTION(avutil, AVFrame *, av_frame_clone, (const AVFrame *src), (src))
FUNCTION(avutil, void, av_frame_free, (AVFrame **frame), (frame))
FUNCTION(avutil, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FUNCTION(avutil, AVFrameSideData *, av_frame_get_side_data, (const AVFrame *frame, enum AVFrameSideDataType type),
  (frame, type))
FUNCTION(avutil, void, av_free, (void *ptr), (ptr))
FUNCTION(avutil, void, av_freep, (void *ptr), (ptr))
FUNCTION(avutil, enum AVPixelFormat, av_get_pix_fmt, (const char *name), (name))
FUNCTION(avutil, const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
FUNCTION(avutil, int64_t, av_gettime_relative, (void), ())
FUNCTION(avutil, int, av_image_copy_to_buffer, (uint8_t *dst, int dst_size, const uint8_t * const src_data[4], const
  int src_linesize[4], enum AVPixelFormat pix_fmt, int width, int height, int align), (dst, dst_size, src_data,
  src_linesize, pix_fmt, width, height, align))
FUNCTION(avutil, int, av_image_get_buffer_size, (enum AVPixelFormat pix_fmt, int width, int height, int align),
  (pix_fmt, width, height, align))
FUNCTION(avutil, int, av_image_get_linesize, (enum AVPixelFormat pix_fmt, int width, int plane), (pix_fmt, width,
  plane))
FUNCTION(avutil, void, av_log_set_callback, (void (*callback)(void*, int, const char*, va_list)), (callback))
FUNCTION(avutil, void *, av_malloc, (size_t size), (size))
FUNCTION(avutil, void, av_max_alloc, (size_t max), (max))
FUNCTION(avutil, int, av_opt_get, (void *obj, const char *name, int search_flags, uint8_t **out_val), (obj, name,
  search_flags, out_val))
FUNCTION(avutil, int, av_opt_set, (void *obj, const char *name, const char *val, int search_flags), (obj, name, val,
  search_flags))
FUNCTION(avutil, int, av_parse_time, (int64_t *timeval, const char *timestr, int duration), (timeval, timestr,
  duration))
FUNCTION(avutil, int, av_pix_fmt_count_planes, (enum AVPixelFormat pix_fmt), (pix_fmt))
FUNCTION(avutil, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), (pix_fmt))
FUNCTION(avutil, int64_t, av_rescale, (int64_t a, int64_t b, int64_t c), (a, b, c))
FUNCTION(avutil, int64_t, av_rescale_q, (int64_t a, AVRational bq, AVRational cq), (a, bq, cq))
FUNCTION(avutil, const char *, av_version_info, (void), ())

// libavcodec

FUNCTION(avcodec, AVPacket *, av_packet_alloc, (void), ())
FUNCTION(avcodec, void, av_packet_free, (AVPacket **pkt), (pkt))
FUNCTION(avcodec, void, av_packet_unref, (AVPacket *pkt), (pkt))
FUNCTION(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FUNCTION(avcodec, int, avcodec_decode_subtitle2, (AVCodecContext *avctx, AVSubtitle *sub, int *got_sub_ptr, AVPacket
  *avpkt), (avctx, sub, got_sub_ptr, avpkt))
FUNCTION(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FUNCTION(avcodec, const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
FUNCTION(avcodec, void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
FUNCTION(avcodec, void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
FUNCTION(avcodec, const char *, avcodec_get_name, (enum AVCodecID id), (id))
FUNCTION(avcodec, int, avcodec_open2, (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options), (avctx,
  codec, options))
FUNCTION(avcodec, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FUNCTION(avcodec, int, avcodec_parameters_copy, (AVCodecParameters *dst, const AVCodecParameters *src), (dst, src))
FUNCTION(avcodec, void, avcodec_parameters_free, (AVCodecParameters **par), (par))
FUNCTION(avcodec, int, avcodec_parameters_to_context, (AVCodecContext *codec, const AVCodecParameters *par), (codec,
  par))
FUNCTION(avcodec, int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
FUNCTION(avcodec, int, avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
FUNCTION(avcodec, int, avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
FUNCTION(avcodec, int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
FUNCTION(avcodec, void, avsubtitle_free, (AVSubtitle *sub), (sub))

// libavformat

FUNCTION(avformat, const AVInputFormat *, av_demuxer_iterate, (void **opaque), (opaque))
FUNCTION(avformat, int, av_find_best_stream, (AVFormatContext *ic, enum AVMediaType type, int wanted_stream_nb, int
  related_stream, const AVCodec **decoder_ret, int flags), (ic, type, wanted_stream_nb, related_stream, decoder_ret,
  flags))
FUNCTION(avformat, AVProgram *, av_find_program_from_stream, (AVFormatContext *ic, AVProgram *last, int s), (ic, last,
  s))
FUNCTION(avformat, int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FUNCTION(avformat, int, av_seek_frame, (AVFormatContext *s, int stream_index, int64_t timestamp, int flags), (s,
  stream_index, timestamp, flags))
FUNCTION(avformat, AVFormatContext *, avformat_alloc_context, (void), ())
FUNCTION(avformat, void, avformat_close_input, (AVFormatContext **s), (s))
FUNCTION(avformat, int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic, options))
FUNCTION(avformat, int, avformat_index_get_entries_count, (const AVStream *st), (st))
FUNCTION(avformat, const AVIndexEntry *, avformat_index_get_entry, (AVStream *st, int idx), (st, idx))
FUNCTION(avformat, int, avformat_open_input, (AVFormatContext **ps, const char *url, const AVInputFormat *fmt,
  AVDictionary **options), (ps, url, fmt, options))
FUNCTION(avformat, AVIOContext *, avio_alloc_context, (unsigned char *buffer, int buffer_size, int write_flag, void
  *opaque, int (*read_packet)(void *opaque, uint8_t *buf, int buf_size), int (*write_packet)(void *opaque, uint8_t *buf,
  int buf_size), int64_t (*seek)(void *opaque, int64_t offset, int whence)), (buffer, buffer_size, write_flag, opaque,
  read_packet, write_packet, seek))
FUNCTION(avformat, void, avio_context_free, (AVIOContext **s), (s))
FUNCTION(avformat, const char *, avio_find_protocol_name, (const char *url), (url))
FUNCTION(avformat, int, avio_read, (AVIOContext *s, unsigned char *buf, int size), (s, buf, size))
FUNCTION(avformat, int64_t, avio_seek, (AVIOContext *s, int64_t offset, int whence), (s, offset, whence))

// libswresample

FUNCTION(swresample, int, swr_alloc_set_opts2, (struct SwrContext **ps, AVChannelLayout *out_ch_layout, enum
  AVSampleFormat out_sample_fmt, int out_sample_rate, AVChannelLayout *in_ch_layout, enum AVSampleFormat in_sample_fmt,
  int in_sample_rate, int log_offset, void *log_ctx), (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout,
  in_sample_fmt, in_sample_rate, log_offset, log_ctx))
FUNCTION(swresample, int, swr_convert, (struct SwrContext *s, uint8_t **out, int out_count, const uint8_t **in, int
  in_count), (s, out, out_count, in, in_count))
FUNCTION(swresample, void, swr_free, (struct SwrContext **s), (s))
FUNCTION(swresample, int64_t, swr_get_delay, (struct SwrContext *s, int64_t base), (s, base))
FUNCTION(swresample, int, swr_get_out_samples, (struct SwrContext *s, int in_samples), (s, in_samples))
FUNCTION(swresample, int, swr_init, (struct SwrContext *s), (s))
FUNCTION(swresample, int, swr_set_compensation, (struct SwrContext *s, int sample_delta, int compensation_distance),
  (s, sample_delta, compensation_distance))

// libswscale

FUNCTION(swscale, void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
FUNCTION(swscale, struct SwsContext *, sws_getCachedContext, (struct SwsContext *context, int srcW, int srcH, enum
  AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags, SwsFilter *srcFilter, SwsFilter
  *dstFilter, const double *param), (context, srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter,
  param))
FUNCTION(swscale, const int *, sws_getCoefficients, (int colorspace), (colorspace))
FUNCTION(swscale, int, sws_scale_frame, (struct SwsContext *c, AVFrame *dst, const AVFrame *src), (c, dst, src))
FUNCTION(swscale, int, sws_setColorspaceDetails, (struct SwsContext *c, const int inv_table[4], int srcRange, const
  int table[4], int dstRange, int brightness, int contrast, int saturation), (c, inv_table, srcRange, table, dstRange,
  brightness, contrast, saturation))
