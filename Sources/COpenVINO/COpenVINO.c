// For setenv.
#define _POSIX_C_SOURCE 200809L

#include "COpenVINO.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include "OpenVINOAPI.h"

#define MEMBER(result, name, parameters) result (*name) parameters;
struct MKRuntime {
  OPENVINO_FUNCTIONS(MEMBER)
  // From 2024.5; says more than the status.
  const char *(*ov_get_last_err_msg)(void);
};

struct MKCore { const MKRuntime *ov; ov_core_t *core; };
struct MKModel { const MKRuntime *ov; ov_model_t *model; };
struct MKCompiled { const MKRuntime *ov; ov_compiled_model_t *compiled; };
struct MKRequest { const MKRuntime *ov; ov_infer_request_t *request; };

static int failed(const MKRuntime *ov, int status, const char *what, char *message, size_t capacity) {
  const char *kind = ov->ov_get_error_info(status);
  const char *detail = ov->ov_get_last_err_msg ? ov->ov_get_last_err_msg() : NULL;
  snprintf(
    message, capacity, "%s: %s%s%s", what, kind ? kind : "unknown status", detail && *detail ? ": " : "",
    detail ? detail : "");
  return 1;
}

#define CHECK(ov, call, what) \
  do { \
    int status_ = (call); \
    if (status_ != 0) return failed(ov, status_, what, message, capacity); \
  } while (0)

static int refused(const char *reason, char *message, size_t capacity) {
  snprintf(message, capacity, "%s", reason);
  return 1;
}

/// Keeps oneDNN, which computes for OpenVINO, from using AMX. With it, a network in whole numbers whose inputs may have any
/// shape crashes at some shapes (openvinotoolkit/openvino#37577, seen with 2026.4.1), and networks that compute with 32-bit
/// floats gain nothing by it. oneDNN reads the variable at its first computation; who has set it decides.
static void refuse_amx(void) { setenv("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16", 0); }

int mk_runtime_open(const char *library, MKRuntime **runtime, char *message, size_t capacity) {
  refuse_amx();
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return refused(reason ? reason : "dlopen failed", message, capacity);
  }
  MKRuntime *ov = calloc(1, sizeof *ov);
  if (!ov) return refused("out of memory", message, capacity);
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
  if (!made) return refused("out of memory", message, capacity);
  made->ov = ov;
  int status = ov->ov_core_create(&made->core);
  if (status != 0) {
    free(made);
    return failed(ov, status, "starting OpenVINO", message, capacity);
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

int mk_model_read(
  MKCore *core, const char *path, const char *weights, MKModel **model, char *message, size_t capacity) {
  MKModel *made = calloc(1, sizeof *made);
  if (!made) return refused("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_read_model(core->core, path, weights, &made->model);
  if (status != 0) {
    free(made);
    return failed(core->ov, status, "reading the network", message, capacity);
  }
  *model = made;
  return 0;
}

/// Fills in a port from OpenVINO's, which is freed.
static int describe(
  const MKRuntime *ov, ov_output_const_port_t *source, MKPort *port, char *message, size_t capacity) {
  memset(port, 0, sizeof *port);
  char *name = NULL;
  // An output without a name is known by its index alone.
  if (ov->ov_port_get_any_name(source, &name) == 0 && name) {
    snprintf(port->name, sizeof port->name, "%s", name);
    ov->ov_free(name);
  }
  ov_partial_shape_t shape = {{0, 0}, NULL};
  int status = ov->ov_port_get_partial_shape(source, &shape);
  ov->ov_output_const_port_free(source);
  if (status != 0) return failed(ov, status, "a shape", message, capacity);
  int result = 0;
  if (shape.rank.min != shape.rank.max || shape.rank.max > MKMaximumRank) {
    result = refused("an input or output has no fixed rank", message, capacity);
  } else {
    port->rank = (int)shape.rank.max;
    for (int i = 0; i < port->rank; i++)
      port->extents[i] = shape.dims[i].min == shape.dims[i].max ? shape.dims[i].max : -1;
  }
  ov->ov_partial_shape_free(&shape);
  return result;
}

int mk_model_inputs(const MKModel *model, MKPort *ports, size_t *count, char *message, size_t capacity) {
  const MKRuntime *ov = model->ov;
  size_t there = 0;
  CHECK(ov, ov->ov_model_inputs_size(model->model, &there), "the inputs");
  for (size_t i = 0; i < there && i < *count; i++) {
    ov_output_const_port_t *port = NULL;
    CHECK(ov, ov->ov_model_const_input_by_index(model->model, i, &port), "an input");
    if (describe(ov, port, &ports[i], message, capacity) != 0) return 1;
  }
  *count = there;
  return 0;
}

int mk_model_reshape(MKModel *model, const MKPort *ports, size_t count, char *message, size_t capacity) {
  const MKRuntime *ov = model->ov;
  enum { limit = 16 };
  if (count > limit) return refused("more than 16 inputs", message, capacity);
  const char *names[limit];
  ov_partial_shape_t shapes[limit];
  size_t made = 0;
  int status = 0;
  for (; made < count && status == 0; made++) {
    ov_dimension_t extents[MKMaximumRank];
    for (int i = 0; i < ports[made].rank; i++)
      extents[i] = (ov_dimension_t){ports[made].extents[i], ports[made].extents[i]};
    names[made] = ports[made].name;
    status = ov->ov_partial_shape_create(ports[made].rank, extents, &shapes[made]);
    if (status != 0) break;
  }
  if (status == 0) status = ov->ov_model_reshape(model->model, names, shapes, count);
  for (size_t i = 0; i < made; i++) ov->ov_partial_shape_free(&shapes[i]);
  return status == 0 ? 0 : failed(ov, status, "setting the shape of the inputs", message, capacity);
}

void mk_model_free(MKModel *model) {
  if (!model) return;
  model->ov->ov_model_free(model->model);
  free(model);
}

int mk_compile(MKCore *core, const MKModel *model, MKCompiled **compiled, char *message, size_t capacity) {
  MKCompiled *made = calloc(1, sizeof *made);
  if (!made) return refused("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_compile_model(core->core, model->model, "CPU", 0, &made->compiled);
  if (status != 0) {
    free(made);
    return failed(core->ov, status, "compiling the network", message, capacity);
  }
  *compiled = made;
  return 0;
}

int mk_compiled_import(
  MKCore *core, const void *bytes, size_t size, MKCompiled **compiled, char *message, size_t capacity) {
  MKCompiled *made = calloc(1, sizeof *made);
  if (!made) return refused("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_import_model(core->core, bytes, size, "CPU", &made->compiled);
  if (status != 0) {
    free(made);
    return failed(core->ov, status, "importing a compiled network", message, capacity);
  }
  *compiled = made;
  return 0;
}

int mk_compiled_export(const MKCompiled *compiled, const char *path, char *message, size_t capacity) {
  CHECK(compiled->ov, compiled->ov->ov_compiled_model_export_model(compiled->compiled, path), "exporting");
  return 0;
}

int mk_compiled_ports(
  const MKCompiled *compiled, int outputs, MKPort *ports, size_t *count, char *message, size_t capacity) {
  const MKRuntime *ov = compiled->ov;
  size_t there = 0;
  CHECK(
    ov,
    (outputs ? ov->ov_compiled_model_outputs_size : ov->ov_compiled_model_inputs_size)(compiled->compiled, &there),
    "the inputs and outputs");
  for (size_t i = 0; i < there && i < *count; i++) {
    ov_output_const_port_t *port = NULL;
    CHECK(
      ov,
      (outputs ? ov->ov_compiled_model_output_by_index
               : ov->ov_compiled_model_input_by_index)(compiled->compiled, i, &port),
      "an input or output");
    if (describe(ov, port, &ports[i], message, capacity) != 0) return 1;
  }
  *count = there;
  return 0;
}

void mk_compiled_free(MKCompiled *compiled) {
  if (!compiled) return;
  compiled->ov->ov_compiled_model_free(compiled->compiled);
  free(compiled);
}

int mk_request_create(const MKCompiled *compiled, MKRequest **request, char *message, size_t capacity) {
  MKRequest *made = calloc(1, sizeof *made);
  if (!made) return refused("out of memory", message, capacity);
  made->ov = compiled->ov;
  int status = compiled->ov->ov_compiled_model_create_infer_request(compiled->compiled, &made->request);
  if (status != 0) {
    free(made);
    return failed(compiled->ov, status, "preparing an inference", message, capacity);
  }
  *request = made;
  return 0;
}

int mk_request_samples(
  MKRequest *request, int outputs, size_t index, float **samples, MKPort *port, char *message, size_t capacity) {
  const MKRuntime *ov = request->ov;
  ov_tensor_t *tensor = NULL;
  CHECK(
    ov,
    (outputs ? ov->ov_infer_request_get_output_tensor_by_index
             : ov->ov_infer_request_get_input_tensor_by_index)(request->request, index, &tensor),
    "a tensor");
  ov_shape_t shape = {0, NULL};
  size_t bytes = 0;
  void *data = NULL;
  int status = ov->ov_tensor_get_shape(tensor, &shape);
  if (status == 0) status = ov->ov_tensor_get_byte_size(tensor, &bytes);
  if (status == 0) status = ov->ov_tensor_data(tensor, &data);
  // The request keeps the memory; this was a reference to it.
  ov->ov_tensor_free(tensor);
  if (status != 0) {
    if (shape.dims) ov->ov_shape_free(&shape);
    return failed(ov, status, "a tensor", message, capacity);
  }
  size_t count = 1;
  port->name[0] = 0;
  port->rank = (int)shape.rank;
  for (int i = 0; i < port->rank && i < MKMaximumRank; i++) {
    port->extents[i] = shape.dims[i];
    count *= (size_t)shape.dims[i];
  }
  int fits = shape.rank <= MKMaximumRank;
  ov->ov_shape_free(&shape);
  // The numbering of element types has changed between releases; the size of an element has not.
  if (!fits || bytes != count * sizeof(float))
    return refused("an input or output does not hold 32-bit floats", message, capacity);
  *samples = data;
  return 0;
}

int mk_request_set_shape(MKRequest *request, size_t index, const MKPort *port, char *message, size_t capacity) {
  const MKRuntime *ov = request->ov;
  if (port->rank < 0 || port->rank > MKMaximumRank) return refused("an input of too many dimensions", message, capacity);
  int64_t extents[MKMaximumRank];
  for (int i = 0; i < port->rank; i++) extents[i] = port->extents[i];
  ov_tensor_t *tensor = NULL;
  CHECK(ov, ov->ov_infer_request_get_input_tensor_by_index(request->request, index, &tensor), "a tensor");
  int status = ov->ov_tensor_set_shape(tensor, (ov_shape_t){port->rank, extents});
  ov->ov_tensor_free(tensor);
  return status == 0 ? 0 : failed(ov, status, "setting the shape of an input", message, capacity);
}

int mk_request_run(MKRequest *request, char *message, size_t capacity) {
  CHECK(request->ov, request->ov->ov_infer_request_infer(request->request), "inference");
  return 0;
}

void mk_request_free(MKRequest *request) {
  if (!request) return;
  request->ov->ov_infer_request_free(request->request);
  free(request);
}

uint64_t mk_address_space_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

uint64_t mk_address_space_used(void) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  if (fscanf(file, "%llu", &pages) != 1) pages = 0;
  fclose(file);
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t mk_processor_features(void) {
  uint64_t features = 1469598103934665603u;
#if defined(__x86_64__)
  unsigned leaf[][2] = {{1, 0}, {7, 0}, {7, 1}};
  for (int i = 0; i < 3; i++) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid_count(leaf[i][0], leaf[i][1], &a, &b, &c, &d)) continue;
    // Leaf 1's b holds the number of the core that happened to run this.
    unsigned words[] = {a, i == 0 ? 0 : b, c, d};
    for (int j = 0; j < 4; j++) features = (features ^ words[j]) * 1099511628211u;
  }
#elif defined(__aarch64__)
  features = (features ^ getauxval(AT_HWCAP)) * 1099511628211u;
  features = (features ^ getauxval(AT_HWCAP2)) * 1099511628211u;
#endif
  return features;
}
