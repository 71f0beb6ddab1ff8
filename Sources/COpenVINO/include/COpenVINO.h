#pragma once

// The little of OpenVINO's C API that this package uses, found at run time: nothing of OpenVINO is needed to build.
// Calls return 0, or 1 with a message of at most `capacity` bytes, its ending zero included, in `message`.
// A runtime is never closed (its threads outlive it). Other objects are freed by the caller, in any order.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MKMaximumRank = 8, MKMaximumName = 256 };

/// The loaded library.
typedef struct MKRuntime MKRuntime;
/// A set of settings with which networks are compiled for the CPU.
typedef struct MKCore MKCore;
/// A network as it was read from its file.
typedef struct MKModel MKModel;
/// A network made ready for one shape of its inputs, or for all that its file leaves open. May be shared by threads.
typedef struct MKCompiled MKCompiled;
/// The memory of one inference. For one thread at a time.
typedef struct MKRequest MKRequest;

/// An input or output: its name, and its extents, -1 where any is taken.
typedef struct {
  char name[MKMaximumName];
  int rank;
  int64_t extents[MKMaximumRank];
} MKPort;

/// Loads `libopenvino_c.so*` from its full path. Sets the environment variable ONEDNN_MAX_CPU_ISA, if it is not set, so that
/// AMX is not used: see the source.
int mk_runtime_open(const char *library, MKRuntime **runtime, char *message, size_t capacity);
/// The version and build of the loaded library.
int mk_runtime_version(const MKRuntime *runtime, char *version, size_t versionCapacity, char *message, size_t capacity);

int mk_core_create(const MKRuntime *runtime, MKCore **core, char *message, size_t capacity);
/// Sets a CPU property by its OpenVINO name.
int mk_core_set(MKCore *core, const char *key, const char *value, char *message, size_t capacity);
void mk_core_free(MKCore *core);

/// Reads a network; `weights` is the path of an IR's .bin, or null.
int mk_model_read(
  MKCore *core, const char *path, const char *weights, MKModel **model, char *message, size_t capacity);
/// The inputs in order; `count` is how many fit in `ports` and becomes how many there are.
int mk_model_inputs(const MKModel *model, MKPort *ports, size_t *count, char *message, size_t capacity);
/// Fixes the extents of the named inputs.
int mk_model_reshape(MKModel *model, const MKPort *ports, size_t count, char *message, size_t capacity);
void mk_model_free(MKModel *model);

int mk_compile(MKCore *core, const MKModel *model, MKCompiled **compiled, char *message, size_t capacity);
/// Makes ready what `mk_compiled_export` wrote, given as bytes.
int mk_compiled_import(
  MKCore *core, const void *bytes, size_t size, MKCompiled **compiled, char *message, size_t capacity);
int mk_compiled_export(const MKCompiled *compiled, const char *path, char *message, size_t capacity);
/// The inputs (or outputs) in order; `count` is how many fit in `ports` and becomes how many there are.
int mk_compiled_ports(
  const MKCompiled *compiled, int outputs, MKPort *ports, size_t *count, char *message, size_t capacity);
void mk_compiled_free(MKCompiled *compiled);

int mk_request_create(const MKCompiled *compiled, MKRequest **request, char *message, size_t capacity);
/// Gives an input the shape of `port`, as far as the network leaves it open; the samples have to be asked for again.
int mk_request_set_shape(MKRequest *request, size_t index, const MKPort *port, char *message, size_t capacity);
/// The float samples of an input (or output), which belong to the request. Other types of samples are refused.
int mk_request_samples(
  MKRequest *request, int outputs, size_t index, float **samples, MKPort *port, char *message, size_t capacity);
int mk_request_run(MKRequest *request, char *message, size_t capacity);
void mk_request_free(MKRequest *request);

/// The limit of the process's address space in bytes (`ulimit -v`); UINT64_MAX where there is none.
uint64_t mk_address_space_limit(void);
/// How much of it is in use; 0 where the system does not tell.
uint64_t mk_address_space_used(void);
/// Which instruction sets the processor has, so that what was compiled for one is not run on another.
uint64_t mk_processor_features(void);

#ifdef __cplusplus
}
#endif
