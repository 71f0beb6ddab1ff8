// For setenv, which C17 alone does not declare.
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "Objects.h"

int openvino_fail(const MKRuntime *ov, int status, const char *what, char *message, size_t capacity) {
  const char *kind = ov->ov_get_error_info(status);
  const char *detail = ov->ov_get_last_err_msg ? ov->ov_get_last_err_msg() : NULL;
  snprintf(
    message, capacity, "%s: %s%s%s", what, kind ? kind : "unknown status", detail && *detail ? ": " : "",
    detail ? detail : "");
  return 1;
}

int openvino_refuse(const char *reason, char *message, size_t capacity) {
  snprintf(message, capacity, "%s", reason);
  return 1;
}

/// Keeps oneDNN, OpenVINO's library of kernels, from using AMX. With AMX, a quantized network with inputs of dynamic
/// shape crashes at some shapes (openvinotoolkit/openvino#37577, seen with 2026.4.1), and networks of 32-bit floats
/// gain nothing. oneDNN reads the variable at its first computation. A value that the user has set is kept.
static void refuse_amx(void) { setenv("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16", 0); }

int mk_runtime_open(const char *library, MKRuntime **runtime, char *message, size_t capacity) {
  refuse_amx();
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return openvino_refuse(reason ? reason : "dlopen failed", message, capacity);
  }
  MKRuntime *ov = calloc(1, sizeof *ov);
  if (!ov) return openvino_refuse("out of memory", message, capacity);
#define FIND(result, name, parameters) \
  if (!(*(void **)&ov->name = dlsym(handle, #name))) { \
    snprintf(message, capacity, "%s has no function %s", library, #name); \
    free(ov); \
    return 1; \
  }
  OPENVINO_FUNCTIONS(FIND)
  *(void **)&ov->ov_get_last_err_msg = dlsym(handle, "ov_get_last_err_msg");
  *runtime = ov;
  return 0;
}

int mk_runtime_version(
  const MKRuntime *ov, char *version, size_t versionCapacity, char *message, size_t capacity) {
  ov_version_t answer = {NULL, NULL};
  CHECK(ov, ov->ov_get_openvino_version(&answer), "the version");
  snprintf(version, versionCapacity, "%s", answer.buildNumber ? answer.buildNumber : "");
  ov->ov_version_free(&answer);
  return 0;
}

int mk_core_create(const MKRuntime *ov, MKCore **core, char *message, size_t capacity) {
  MKCore *made = calloc(1, sizeof *made);
  if (!made) return openvino_refuse("out of memory", message, capacity);
  made->ov = ov;
  int status = ov->ov_core_create(&made->core);
  if (status != 0) {
    free(made);
    return openvino_fail(ov, status, "starting OpenVINO", message, capacity);
  }
  *core = made;
  return 0;
}

int mk_core_set(MKCore *core, const char *key, const char *value, char *message, size_t capacity) {
  CHECK(core->ov, core->ov->ov_core_set_property(core->core, "CPU", key, value), key);
  return 0;
}

void mk_core_free(MKCore *core) {
  if (!core) return;
  core->ov->ov_core_free(core->core);
  free(core);
}
