#include "ErrorManager.h"

#include <jerror.h>

static cjpeg_status status_of(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
      return CJPEG_OUT_OF_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_J_COLORSPACE:
      return CJPEG_UNSUPPORTED;
    default:
      return CJPEG_MALFORMED;
  }
}

static void fail(j_common_ptr info, cjpeg_status status) {
  ErrorManager *errors = (ErrorManager *)info->err;
  char text[JMSG_LENGTH_MAX];
  errors->manager.format_message(info, text);
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "%s", text);
  errors->status = status;
  longjmp(errors->escape, 1);
}

static void on_error(j_common_ptr info) { fail(info, status_of(info->err->msg_code)); }

// The number of rows, from the top, whose data have been decoded.
static uint32_t decoded_rows(j_decompress_ptr info) {
  // After the first complete scan, all rows have been decoded once.
  if (info->input_scan_number > 1) return info->output_height;
  uint32_t rows = info->input_iMCU_row * (uint32_t)(info->max_v_samp_factor * info->min_DCT_scaled_size);
  return rows < info->output_height ? rows : info->output_height;
}

void cjpeg_note_loss(j_common_ptr info) {
  ErrorManager *errors = (ErrorManager *)info->err;
  if (!errors->allows_incomplete || !info->is_decompressor) fail(info, CJPEG_MALFORMED);
  if (errors->is_incomplete) return;
  errors->is_incomplete = true;
  errors->complete_rows = decoded_rows((j_decompress_ptr)info);
  char text[JMSG_LENGTH_MAX];
  errors->manager.format_message(info, text);
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "%s", text);
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  ErrorManager *errors = (ErrorManager *)info->err;
  switch (info->err->msg_code) {
    // The file is unusual, but nothing of the picture is lost.
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_TOO_MUCH_DATA:
      info->err->num_warnings++;
      return;
    case JWRN_JPEG_EOF:
      // Huffman decoders warn themselves if they run out of bits; arithmetic decoders make up data.
      errors->has_no_end = true;
      if (((j_decompress_ptr)info)->arith_code) cjpeg_note_loss(info);
      return;
    default:
      cjpeg_note_loss(info);
  }
}

static void on_output(j_common_ptr info) { (void)info; }

static void on_progress(j_common_ptr info) {
  ProgressManager *progress = (ProgressManager *)info->progress;
  if (((j_decompress_ptr)info)->input_scan_number <= progress->maximum_scans) return;
  ErrorManager *errors = (ErrorManager *)info->err;
  snprintf(errors->message, CJPEG_MESSAGE_LENGTH, "more than %d scans", progress->maximum_scans);
  errors->status = CJPEG_TOO_MANY_SCANS;
  longjmp(errors->escape, 1);
}

struct jpeg_error_mgr *cjpeg_start_errors(ErrorManager *errors, char *message) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&errors->manager);
  manager->error_exit = on_error;
  manager->emit_message = on_message;
  manager->output_message = on_output;
  errors->allows_incomplete = false;
  errors->is_incomplete = false;
  errors->complete_rows = 0;
  errors->has_no_end = false;
  errors->status = CJPEG_OK;
  errors->message = message;
  message[0] = 0;
  return manager;
}

void cjpeg_limit_scans(ProgressManager *progress, int maximum_scans, j_decompress_ptr info) {
  *progress = (ProgressManager){.manager = {.progress_monitor = on_progress}, .maximum_scans = maximum_scans};
  info->progress = &progress->manager;
}
