// libjpeg reports errors by a callback that must not return. The callbacks here record the error and jump back to the
// function that called libjpeg, so that no jump leaves this target.
#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg's error manager, and the place to jump to.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  cjpeg_status status;
  char *message;
  // Whether corrupt data are accepted. At the first of them, `complete_rows` is the number of rows that were decoded
  // before.
  bool allows_incomplete;
  bool is_incomplete;
  uint32_t complete_rows;
  // Whether the data ended without the end marker.
  bool has_no_end;
} ErrorManager;

// libjpeg's progress callback, and the limit of scans.
typedef struct {
  struct jpeg_progress_mgr manager;
  int maximum_scans;
} ProgressManager;

// Initialises an error manager that jumps to `errors->escape`, which the caller sets by setjmp. `message` has
// CJPEG_MESSAGE_LENGTH bytes.
struct jpeg_error_mgr *cjpeg_start_errors(ErrorManager *errors, char *message);

// Makes more than `maximum_scans` scans an error of decoding.
void cjpeg_limit_scans(ProgressManager *progress, int maximum_scans, j_decompress_ptr info);

// Records that a part of the picture is missing, with the text of libjpeg's current message code; jumps with
// CJPEG_MALFORMED if that is not allowed.
void cjpeg_note_loss(j_common_ptr info);
