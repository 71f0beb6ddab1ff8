// Decodes or encodes a picture with a format's own library and nothing else, several times in one process:
//
//     libraries decode FILE RUNS
//     libraries encode FILE.ppm|FILE.rgba16 OUTPUT QUALITY RUNS      what is read is PAM of RGBA, 8 or 16 bits
//
// Prints the milliseconds of the fastest run, the median, and the peak resident memory in MiB. The settings are those
// that MatteKit writes with. Samples end as red, green, blue, alpha, as they do there.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <gif_lib.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>
#include <libraw/libraw.h>
#include <tiffio.h>
#include <webp/decode.h>
#include <webp/encode.h>

static void *check(void *pointer, const char *what) {
  if (pointer == NULL) {
    fprintf(stderr, "%s failed\n", what);
    exit(1);
  }
  return pointer;
}
static void require(bool holds, const char *what) { check(holds ? (void *)what : NULL, what); }

static uint8_t *read_file(const char *path, size_t *count) {
  FILE *file = check(fopen(path, "rb"), path);
  fseek(file, 0, SEEK_END);
  *count = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = check(malloc(*count + 1), "memory");
  require(fread(bytes, 1, *count, file) == *count, "reading");
  fclose(file);
  return bytes;
}

static void decode_webp(const uint8_t *data, size_t count, const char *path) {
  (void)path;
  WebPDecoderConfig config;
  WebPInitDecoderConfig(&config);
  config.options.use_threads = 1;
  config.output.colorspace = MODE_RGBA;
  require(WebPDecode(data, count, &config) == VP8_STATUS_OK, "WebPDecode");
  WebPFreeDecBuffer(&config.output);
}

static void decode_jxl(const uint8_t *data, size_t count, const char *path) {
  (void)path;
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  void *runner = JxlResizableParallelRunnerCreate(NULL);
  JxlDecoderSetParallelRunner(decoder, JxlResizableParallelRunner, runner);
  JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE);
  JxlDecoderSetInput(decoder, data, count);
  JxlDecoderCloseInput(decoder);
  JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  uint8_t *pixels = NULL;
  for (;;) {
    JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
    if (status == JXL_DEC_BASIC_INFO) {
      JxlBasicInfo info;
      JxlDecoderGetBasicInfo(decoder, &info);
      if (info.bits_per_sample > 8) format.data_type = JXL_TYPE_UINT16;
      JxlResizableParallelRunnerSetThreads(runner, JxlResizableParallelRunnerSuggestThreads(info.xsize, info.ysize));
    } else if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
      size_t size;
      JxlDecoderImageOutBufferSize(decoder, &format, &size);
      pixels = check(malloc(size), "memory");
      JxlDecoderSetImageOutBuffer(decoder, &format, pixels, size);
    } else {
      require(status == JXL_DEC_FULL_IMAGE, "JxlDecoder");
      break;
    }
  }
  free(pixels);
  JxlDecoderDestroy(decoder);
  JxlResizableParallelRunnerDestroy(runner);
}

// Reads strips of samples of 8 or 16 bits and converts them to RGBA, as a program would.
static void decode_tiff(const uint8_t *data, size_t count, const char *path) {
  (void)data;
  (void)count;
  TIFF *file = check(TIFFOpen(path, "r"), path);
  uint32_t width, height, rows;
  uint16_t bits, samples;
  TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField(file, TIFFTAG_ROWSPERSTRIP, &rows);
  TIFFGetField(file, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetField(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  size_t bytes = bits / 8;
  uint8_t *pixels = check(malloc((size_t)width * height * 4 * bytes), "memory");
  uint8_t *strip = check(malloc((size_t)TIFFStripSize(file)), "memory");
  for (uint32_t y = 0; y < height; y += rows) {
    uint32_t here = rows < height - y ? rows : height - y;
    require(TIFFReadEncodedStrip(file, TIFFComputeStrip(file, y, 0), strip, -1) > 0, "TIFFReadEncodedStrip");
    uint8_t *target = pixels + (size_t)y * width * 4 * bytes;
    for (size_t pixel = 0; pixel < (size_t)here * width; pixel++) {
      memcpy(target + pixel * 4 * bytes, strip + pixel * samples * bytes, 3 * bytes);
      memset(target + (pixel * 4 + 3) * bytes, 0xFF, bytes);
    }
  }
  free(strip);
  free(pixels);
  TIFFClose(file);
}

static void decode_gif(const uint8_t *data, size_t count, const char *path) {
  (void)data;
  (void)count;
  int error;
  GifFileType *file = check(DGifOpenFileName(path, &error), path);
  require(DGifSlurp(file) == GIF_OK, "DGifSlurp");
  const SavedImage *image = &file->SavedImages[0];
  const ColorMapObject *map = image->ImageDesc.ColorMap ? image->ImageDesc.ColorMap : file->SColorMap;
  size_t pixels = (size_t)image->ImageDesc.Width * (size_t)image->ImageDesc.Height;
  uint8_t *target = check(malloc(4 * pixels), "memory");
  for (size_t index = 0; index < pixels; index++) {
    GifColorType color = map->Colors[image->RasterBits[index]];
    target[4 * index] = color.Red;
    target[4 * index + 1] = color.Green;
    target[4 * index + 2] = color.Blue;
    target[4 * index + 3] = 255;
  }
  free(target);
  DGifCloseFile(file, &error);
}

static void decode_raw(const uint8_t *data, size_t count, const char *path) {
  (void)path;
  libraw_data_t *raw = check(libraw_init(0), "libraw_init");
  require(libraw_open_buffer(raw, (void *)data, count) == 0, "libraw_open_buffer");
  raw->params.use_camera_wb = 1;
  raw->params.output_bps = 16;
  raw->params.gamm[0] = 1 / 2.4;
  raw->params.gamm[1] = 12.92;
  raw->params.user_flip = 0;
  require(libraw_unpack(raw) == 0 && libraw_dcraw_process(raw) == 0, "libraw");
  int error;
  libraw_processed_image_t *image = check(libraw_dcraw_make_mem_image(raw, &error), "libraw_dcraw_make_mem_image");
  libraw_dcraw_clear_mem(image);
  libraw_close(raw);
}

typedef struct {
  uint8_t *pixels;
  uint32_t width, height;
  int bytes;
} Picture;

static Picture read_pam(const char *path) {
  size_t count;
  uint8_t *bytes = read_file(path, &count);
  bytes[count] = 0;
  Picture picture;
  int maximum;
  require(
      sscanf((char *)bytes, "P7\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL %d", &picture.width, &picture.height, &maximum) == 3,
      "a PAM header");
  picture.bytes = maximum > 255 ? 2 : 1;
  picture.pixels = (uint8_t *)strstr((char *)bytes, "ENDHDR\n") + 7;
  return picture;
}

static size_t encode_webp(const Picture *picture, const char *output, double quality) {
  (void)output;
  WebPConfig config;
  WebPPicture source;
  WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, (float)(100 * quality));
  config.thread_level = 1;
  if (quality >= 1) {
    config.lossless = 1;
    config.quality = 70;
    config.exact = 1;
  }
  WebPPictureInit(&source);
  source.width = (int)picture->width;
  source.height = (int)picture->height;
  source.use_argb = quality >= 1;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  source.writer = WebPMemoryWrite;
  source.custom_ptr = &writer;
  require(WebPPictureImportRGBX(&source, picture->pixels, (int)(4 * picture->width)), "WebPPictureImportRGBX");
  require(WebPEncode(&config, &source), "WebPEncode");
  WebPPictureFree(&source);
  size_t size = writer.size;
  WebPMemoryWriterClear(&writer);
  return size;
}

static uint8_t *without_alpha(const Picture *picture) {
  size_t pixels = (size_t)picture->width * picture->height, bytes = (size_t)picture->bytes;
  uint8_t *rows = check(malloc(pixels * 3 * bytes), "memory");
  for (size_t index = 0; index < pixels; index++) {
    memcpy(rows + index * 3 * bytes, picture->pixels + index * 4 * bytes, 3 * bytes);
  }
  return rows;
}

static size_t encode_tiff(const Picture *picture, const char *output, double quality) {
  (void)quality;
  uint8_t *rows = without_alpha(picture);
  size_t row_bytes = (size_t)picture->width * 3 * (size_t)picture->bytes;
  uint32_t strip = (uint32_t)(256 * 1024 / row_bytes);
  TIFF *file = check(TIFFOpen(output, "w"), output);
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, picture->width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, picture->height);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8 * picture->bytes);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, strip);
  TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(file, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  for (uint32_t y = 0; y < picture->height; y += strip) {
    uint32_t here = strip < picture->height - y ? strip : picture->height - y;
    require(TIFFWriteEncodedStrip(file, y / strip, rows + y * row_bytes, (tmsize_t)(here * row_bytes)) > 0, "TIFF");
  }
  TIFFClose(file);
  free(rows);
  return 0;
}

static size_t encode_jxl(const Picture *picture, const char *output, double quality) {
  (void)output;
  uint8_t *rows = without_alpha(picture);
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  void *runner = JxlResizableParallelRunnerCreate(NULL);
  JxlResizableParallelRunnerSetThreads(
      runner, JxlResizableParallelRunnerSuggestThreads(picture->width, picture->height));
  JxlEncoderSetParallelRunner(encoder, JxlResizableParallelRunner, runner);
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = picture->width;
  info.ysize = picture->height;
  info.bits_per_sample = 8 * (uint32_t)picture->bytes;
  info.uses_original_profile = quality >= 1;
  require(JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS, "JxlEncoderSetBasicInfo");
  JxlColorEncoding color;
  JxlColorEncodingSetToSRGB(&color, JXL_FALSE);
  JxlEncoderSetColorEncoding(encoder, &color);
  JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 5);
  if (quality >= 1) {
    JxlEncoderSetFrameLossless(settings, JXL_TRUE);
  } else {
    JxlEncoderSetFrameDistance(settings, (float)(0.1 + (100 - 100 * quality) * 0.09));
  }
  JxlPixelFormat format = {3, picture->bytes == 2 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  size_t size = (size_t)picture->width * picture->height * 3 * (size_t)picture->bytes;
  require(JxlEncoderAddImageFrame(settings, &format, rows, size) == JXL_ENC_SUCCESS, "JxlEncoderAddImageFrame");
  JxlEncoderCloseInput(encoder);
  size_t capacity = 64 << 20, room = capacity;
  uint8_t *bytes = check(malloc(capacity), "memory"), *next = bytes;
  require(JxlEncoderProcessOutput(encoder, &next, &room) == JXL_ENC_SUCCESS, "JxlEncoderProcessOutput");
  free(bytes);
  free(rows);
  JxlEncoderDestroy(encoder);
  JxlResizableParallelRunnerDestroy(runner);
  return capacity - room;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}
static int ascending(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

int main(int count, char **arguments) {
  bool is_encoding = count == 6 && strcmp(arguments[1], "encode") == 0;
  if (!is_encoding && !(count == 4 && strcmp(arguments[1], "decode") == 0)) return 64;
  const char *file = is_encoding ? arguments[3] : arguments[2];
  const char *kind = check(strrchr(file, '.'), "an extension");
  int runs = atoi(arguments[count - 1]);
  double times[100];
  Picture picture = {0};
  size_t size = 0;
  uint8_t *data = NULL;
  if (is_encoding) {
    picture = read_pam(arguments[2]);
  } else {
    data = read_file(file, &size);
  }
  for (int run = 0; run < runs && run < 100; run++) {
    double start = now();
    if (is_encoding) {
      double quality = atof(arguments[4]);
      (!strcmp(kind, ".webp") ? encode_webp : !strcmp(kind, ".jxl") ? encode_jxl : encode_tiff)(&picture, file, quality);
    } else {
      (!strcmp(kind, ".webp")       ? decode_webp
          : !strcmp(kind, ".jxl")   ? decode_jxl
          : !strcmp(kind, ".gif")   ? decode_gif
          : !strcmp(kind, ".dng")   ? decode_raw
                                    : decode_tiff)(data, size, file);
    }
    times[run] = now() - start;
  }
  qsort(times, (size_t)runs, sizeof *times, ascending);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%f %f %f\n", times[0], times[runs / 2], (double)usage.ru_maxrss / 1024);
  return 0;
}
