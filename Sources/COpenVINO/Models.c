#include <stdlib.h>

#include "Objects.h"

int mk_model_read(
  MKCore *core, const char *path, const char *weights, MKModel **model, char *message, size_t capacity) {
  MKModel *made = calloc(1, sizeof *made);
  if (!made) return openvino_refuse("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_read_model(core->core, path, weights, &made->model);
  if (status != 0) {
    free(made);
    return openvino_fail(core->ov, status, "reading the network", message, capacity);
  }
  *model = made;
  return 0;
}

int mk_model_reshape(MKModel *model, const MKPort *ports, size_t count, char *message, size_t capacity) {
  const MKRuntime *ov = model->ov;
  enum { limit = 16 };
  if (count > limit) return openvino_refuse("more than 16 inputs", message, capacity);
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
  return status == 0 ? 0 : openvino_fail(ov, status, "setting the shape of the inputs", message, capacity);
}

void mk_model_free(MKModel *model) {
  if (!model) return;
  model->ov->ov_model_free(model->model);
  free(model);
}

int mk_compile(MKCore *core, const MKModel *model, MKCompiled **compiled, char *message, size_t capacity) {
  MKCompiled *made = calloc(1, sizeof *made);
  if (!made) return openvino_refuse("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_compile_model(core->core, model->model, "CPU", 0, &made->compiled);
  if (status != 0) {
    free(made);
    return openvino_fail(core->ov, status, "compiling the network", message, capacity);
  }
  *compiled = made;
  return 0;
}

int mk_compiled_import(
  MKCore *core, const void *bytes, size_t size, MKCompiled **compiled, char *message, size_t capacity) {
  MKCompiled *made = calloc(1, sizeof *made);
  if (!made) return openvino_refuse("out of memory", message, capacity);
  made->ov = core->ov;
  int status = core->ov->ov_core_import_model(core->core, bytes, size, "CPU", &made->compiled);
  if (status != 0) {
    free(made);
    return openvino_fail(core->ov, status, "importing a compiled network", message, capacity);
  }
  *compiled = made;
  return 0;
}

int mk_compiled_export(const MKCompiled *compiled, const char *path, char *message, size_t capacity) {
  CHECK(compiled->ov, compiled->ov->ov_compiled_model_export_model(compiled->compiled, path), "exporting");
  return 0;
}

void mk_compiled_free(MKCompiled *compiled) {
  if (!compiled) return;
  compiled->ov->ov_compiled_model_free(compiled->compiled);
  free(compiled);
}
