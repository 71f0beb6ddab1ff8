#pragma once

#include "CFFmpeg.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// All functions of FFmpeg that are called, each with its library. They are called through `av()->name`, so that nothing
// here links to FFmpeg. Still pictures need the codecs alone, movies need all of it.
#define CFFMPEG_CODEC_FUNCTIONS(X)                                                                                  \
  X(avcodec, av_new_packet) X(avcodec, av_packet_alloc) X(avcodec, av_packet_free) X(avcodec, av_packet_unref)      \
  X(avcodec, avcodec_alloc_context3) X(avcodec, avcodec_find_decoder) X(avcodec, avcodec_free_context)              \
  X(avcodec, avcodec_get_class) X(avcodec, avcodec_open2) X(avcodec, avcodec_receive_frame)                         \
  X(avcodec, avcodec_send_packet) X(avcodec, avcodec_version) X(avutil, av_frame_alloc) X(avutil, av_frame_free)    \
  X(avutil, av_log_default_callback) X(avutil, av_log_set_callback) X(avutil, av_log_set_level)                     \
  X(avutil, av_mallocz) X(avutil, av_pix_fmt_desc_get) X(avutil, av_strerror)
#define CFFMPEG_MOVIE_FUNCTIONS(X)                                                                                  \
  X(avcodec, avcodec_flush_buffers) X(avcodec, avcodec_get_name) X(avcodec, avcodec_parameters_to_context)          \
  X(avformat, av_find_best_stream) X(avformat, av_guess_frame_rate) X(avformat, av_guess_sample_aspect_ratio)       \
  X(avformat, av_probe_input_buffer2) X(avformat, av_read_frame) X(avformat, av_seek_frame)                         \
  X(avformat, av_stream_get_side_data) X(avformat, avformat_alloc_context) X(avformat, avformat_close_input)        \
  X(avformat, avformat_find_stream_info) X(avformat, avformat_free_context)                                         \
  X(avformat, avformat_index_get_entries_count) X(avformat, avformat_open_input) X(avformat, avio_alloc_context)    \
  X(avformat, avio_context_free) X(avutil, av_dict_free) X(avutil, av_dict_get) X(avutil, av_dict_set)              \
  X(avutil, av_frame_get_buffer) X(avutil, av_frame_move_ref) X(avutil, av_frame_unref) X(avutil, av_free)          \
  X(avutil, av_freep) X(avutil, av_malloc) X(avutil, av_opt_set_int) X(swscale, sws_alloc_context)                  \
  X(swscale, sws_freeContext) X(swscale, sws_getCoefficients) X(swscale, sws_init_context)                          \
  X(swscale, sws_isSupportedInput) X(swscale, sws_scale_frame) X(swscale, sws_setColorspaceDetails)
/// The functions that only writing movies needs.
#define CFFMPEG_WRITING_FUNCTIONS(X)                                                                                \
  X(avcodec, av_packet_make_writable) X(avcodec, av_packet_move_ref) X(avcodec, av_packet_rescale_ts)               \
  X(avcodec, avcodec_descriptor_get) X(avcodec, avcodec_find_decoder_by_name) X(avcodec, avcodec_find_encoder)      \
  X(avcodec, avcodec_find_encoder_by_name) X(avcodec, avcodec_parameters_copy)                                      \
  X(avcodec, avcodec_parameters_from_context) X(avcodec, avcodec_receive_packet) X(avcodec, avcodec_send_frame)     \
  X(avformat, av_codec_get_id) X(avformat, av_codec_get_tag2) X(avformat, av_guess_format)                          \
  X(avformat, av_interleaved_write_frame) X(avformat, av_stream_new_side_data) X(avformat, av_write_frame)          \
  X(avformat, av_write_trailer) X(avformat, avformat_alloc_output_context2) X(avformat, avformat_new_stream)        \
  X(avformat, avformat_query_codec) X(avformat, avformat_write_header) X(avformat, avio_flush)                      \
  X(avutil, av_buffer_create) X(avutil, av_channel_layout_copy) X(avutil, av_channel_layout_default)                \
  X(avutil, av_channel_layout_uninit) X(avutil, av_compare_ts) X(avutil, av_frame_copy_props)                       \
  X(avutil, av_frame_make_writable) X(avutil, av_opt_set) X(avutil, av_reduce) X(avutil, av_rescale_q)              \
  X(avutil, av_timecode_init_from_string) X(avutil, av_timecode_make_string) X(swresample, swr_alloc_set_opts2)     \
  X(swresample, swr_convert) X(swresample, swr_free) X(swresample, swr_get_delay) X(swresample, swr_init)
/// The functions that only cameras need. libavdevice is loaded for them alone.
#define CFFMPEG_CAMERA_FUNCTIONS(X)                                                                                 \
  X(avformat, av_find_input_format)
/// Types of libavdevice, declared here because its headers may be missing. They match the major version that is loaded.
typedef struct DeviceInfo {
  char *device_name, *device_description;
  enum AVMediaType *media_types;
  int nb_media_types;
} DeviceInfo;
typedef struct DeviceInfoList {
  DeviceInfo **devices;
  int nb_devices, default_device;
} DeviceInfoList;

typedef struct Runtime {
#define CFFMPEG_MEMBER(library, name) __typeof__(&name) name;
  CFFMPEG_CODEC_FUNCTIONS(CFFMPEG_MEMBER)
  CFFMPEG_MOVIE_FUNCTIONS(CFFMPEG_MEMBER)
  CFFMPEG_WRITING_FUNCTIONS(CFFMPEG_MEMBER)
  CFFMPEG_CAMERA_FUNCTIONS(CFFMPEG_MEMBER)
  int (*avdevice_list_input_sources)(const AVInputFormat *, const char *, AVDictionary *, DeviceInfoList **);
  void (*avdevice_free_list_devices)(DeviceInfoList **);
#undef CFFMPEG_MEMBER
} Runtime;

/// Loads all libraries for movies at the first call. NULL with a message if they are missing. May be called from any
/// thread, as the two below.
const Runtime *cffmpeg_runtime(cffmpeg_message *message);
/// Loads what still pictures need, which takes half as long. NULL with a message if it is missing.
const Runtime *cffmpeg_codec_runtime(cffmpeg_message *message);

/// Loads what cameras need, among it libavdevice. NULL with a message if it is missing.
const Runtime *cffmpeg_camera_runtime(cffmpeg_message *message);

/// The functions, valid after one of the calls above has succeeded.
extern Runtime cffmpeg_functions;
static inline const Runtime *av(void) { return &cffmpeg_functions; }

/// Writes a message and returns `status`.
__attribute__((format(printf, 3, 4))) cffmpeg_status cffmpeg_fail(
    cffmpeg_message *message, cffmpeg_status status, const char *format, ...);

/// As `cffmpeg_fail`, because of an error of FFmpeg's (`AVERROR`), which may be one of the system's.
__attribute__((format(printf, 4, 5))) cffmpeg_status cffmpeg_fail_by(
    cffmpeg_message *message, cffmpeg_status status, int error, const char *format, ...);

/// FFmpeg's text for one of its error codes, in `storage`.
const char *cffmpeg_error_text(int error, cffmpeg_message *storage);
