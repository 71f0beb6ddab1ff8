#pragma once

// The part of OpenVINO's C API that this package uses, resolved at run time: OpenVINO is not needed to build.
//
// Functions return 0, or 1 with a message of at most `capacity` bytes, the terminating zero included. A runtime is
// never closed, because OpenVINO's threads outlive it. The caller frees the other objects, in any order; NULL is
// allowed. A runtime, a core and a compiled network may be shared by threads, a model and a request may not.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MKMaximumRank = 8, MKMaximumName = 256 };

/// The loaded library.
typedef struct MKRuntime MKRuntime;
/// The settings with which networks are compiled for the CPU.
typedef struct MKCore MKCore;
/// A network as it was read from its file.
typedef struct MKModel MKModel;
/// A network compiled for one shape of its inputs, or for all shapes that its file leaves open.
typedef struct MKCompiled MKCompiled;
/// The memory of one inference.
typedef struct MKRequest MKRequest;

/// An input or output: its name and its extents, -1 for dynamic ones.
typedef struct {
  char name[MKMaximumName];
  int rank;
  int64_t extents[MKMaximumRank];
} MKPort;

/// Loads `libopenvino_c.so*` from its full path. Sets the environment variable ONEDNN_MAX_CPU_ISA, unless it is set, so
/// that AMX is not used; the source says why.
int mk_runtime_open(const char *library, MKRuntime **runtime, char *message, size_t capacity);
/// Writes the version and build of the library to `version`, a buffer of `versionCapacity` bytes.
int mk_runtime_version(const MKRuntime *runtime, char *version, size_t versionCapacity, char *message, size_t capacity);

int mk_core_create(const MKRuntime *runtime, MKCore **core, char *message, size_t capacity);
/// Sets a CPU property by its OpenVINO name.
int mk_core_set(MKCore *core, const char *key, const char *value, char *message, size_t capacity);
void mk_core_free(MKCore *core);

/// Reads a network. `weights` is the path of an IR's .bin file, or null.
int mk_model_read(
  MKCore *core, const char *path, const char *weights, MKModel **model, char *message, size_t capacity);
/// Describes the inputs in order. `*count` is the capacity of `ports` on entry and the number of inputs on return.
int mk_model_inputs(const MKModel *model, MKPort *ports, size_t *count, char *message, size_t capacity);
/// Fixes the extents of the named inputs.
int mk_model_reshape(MKModel *model, const MKPort *ports, size_t count, char *message, size_t capacity);
void mk_model_free(MKModel *model);

int mk_compile(MKCore *core, const MKModel *model, MKCompiled **compiled, char *message, size_t capacity);
/// Imports a network that `mk_compiled_export` wrote, from memory.
int mk_compiled_import(
  MKCore *core, const void *bytes, size_t size, MKCompiled **compiled, char *message, size_t capacity);
int mk_compiled_export(const MKCompiled *compiled, const char *path, char *message, size_t capacity);
/// Describes the inputs (or outputs) in order. `*count` is the capacity of `ports` on entry and their number on return.
int mk_compiled_ports(
  const MKCompiled *compiled, int outputs, MKPort *ports, size_t *count, char *message, size_t capacity);
/// The index of the output with a name. An output may have several names, of which `mk_compiled_ports` gives any one: a
/// compiled network joins an output with the last operations that compute it.
int mk_compiled_output_index(
  const MKCompiled *compiled, const char *name, size_t *index, char *message, size_t capacity);
void mk_compiled_free(MKCompiled *compiled);

int mk_request_create(const MKCompiled *compiled, MKRequest **request, char *message, size_t capacity);
/// Sets the extents of an input that the network leaves open. Pointers of `mk_request_samples` become invalid.
int mk_request_set_shape(MKRequest *request, size_t index, const MKPort *port, char *message, size_t capacity);
/// The float samples of an input (or output), which belong to the request. Fails for other element types.
int mk_request_samples(
  MKRequest *request, int outputs, size_t index, float **samples, MKPort *port, char *message, size_t capacity);
int mk_request_run(MKRequest *request, char *message, size_t capacity);
void mk_request_free(MKRequest *request);

/// The limit of the process's address space in bytes (`ulimit -v`); UINT64_MAX if there is none.
uint64_t mk_address_space_limit(void);
/// The bytes of the address space in use; 0 if the system does not say.
uint64_t mk_address_space_used(void);
/// A hash of the processor's instruction sets, so that a network compiled for one processor is not run on another.
uint64_t mk_processor_features(void);

#ifdef __cplusplus
}
#endif
