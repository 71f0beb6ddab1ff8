// libjpeg reports an error by a callback that must not return. These callbacks record the status and jump back to the
// function that called libjpeg, so that nothing jumps across the border of this target.
#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg's error manager, with a place to jump back to.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  cjpeg_status status;
  char *message;
  // Whether corrupt data is borne; with the first of it the rows that were whole by then.
  bool allows_incomplete;
  bool is_incomplete;
  uint32_t complete_rows;
  // Whether the data ended without the marker that says so.
  bool has_no_end;
} ErrorManager;

// Counts scans while decoding.
typedef struct {
  struct jpeg_progress_mgr manager;
  int maximum_scans;
} ProgressManager;

// Sets the callbacks of an error manager that jumps to `errors->escape`, which the caller sets by setjmp. `message` has
// CJPEG_MESSAGE_LENGTH bytes.
struct jpeg_error_mgr *cjpeg_start_errors(ErrorManager *errors, char *message);

// Counts scans while decoding; more than `maximum_scans` are an error.
void cjpeg_limit_scans(ProgressManager *progress, int maximum_scans, j_decompress_ptr info);

// Notes that something of the picture is missing, or jumps with CJPEG_MALFORMED if that is not allowed. The message is that
// of libjpeg's current code.
void cjpeg_note_loss(j_common_ptr info);
