// The objects of COpenVINO.h, and how calls of OpenVINO report failure.
#pragma once

#include "COpenVINO.h"
#include "OpenVINOAPI.h"

#define MEMBER(result, name, parameters) result (*name) parameters;
struct MKRuntime {
  OPENVINO_FUNCTIONS(MEMBER)
  // NULL before 2024.5. Its text is more precise than that of the status.
  const char *(*ov_get_last_err_msg)(void);
};

struct MKCore { const MKRuntime *ov; ov_core_t *core; };
struct MKModel { const MKRuntime *ov; ov_model_t *model; };
struct MKCompiled { const MKRuntime *ov; ov_compiled_model_t *compiled; };
struct MKRequest { const MKRuntime *ov; ov_infer_request_t *request; };

/// Writes OpenVINO's text for a status, and for its last error, to `message`; `what` names what failed. Returns 1.
int openvino_fail(const MKRuntime *ov, int status, const char *what, char *message, size_t capacity);

/// Writes a reason of our own to `message`. Returns 1.
int openvino_refuse(const char *reason, char *message, size_t capacity);

/// Describes an input or output of OpenVINO's, and frees `source`, also on failure.
int openvino_describe_port(
  const MKRuntime *ov, ov_output_const_port_t *source, MKPort *port, char *message, size_t capacity);

/// Returns from the calling function with a message if a call of OpenVINO fails.
#define CHECK(ov, call, what) \
  do { \
    int status_ = (call); \
    if (status_ != 0) return openvino_fail(ov, status_, what, message, capacity); \
  } while (0)
