#include <stdlib.h>

#include "Objects.h"

int mk_request_create(const MKCompiled *compiled, MKRequest **request, char *message, size_t capacity) {
  MKRequest *made = calloc(1, sizeof *made);
  if (!made) return openvino_refuse("out of memory", message, capacity);
  made->ov = compiled->ov;
  int status = compiled->ov->ov_compiled_model_create_infer_request(compiled->compiled, &made->request);
  if (status != 0) {
    free(made);
    return openvino_fail(compiled->ov, status, "preparing an inference", message, capacity);
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
  // Releases this reference; the request keeps the memory.
  ov->ov_tensor_free(tensor);
  if (status != 0) {
    if (shape.dims) ov->ov_shape_free(&shape);
    return openvino_fail(ov, status, "a tensor", message, capacity);
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
    return openvino_refuse("an input or output does not hold 32-bit floats", message, capacity);
  *samples = data;
  return 0;
}

int mk_request_set_shape(MKRequest *request, size_t index, const MKPort *port, char *message, size_t capacity) {
  const MKRuntime *ov = request->ov;
  if (port->rank < 0 || port->rank > MKMaximumRank) return openvino_refuse("an input of too many dimensions", message, capacity);
  int64_t extents[MKMaximumRank];
  for (int i = 0; i < port->rank; i++) extents[i] = port->extents[i];
  ov_tensor_t *tensor = NULL;
  CHECK(ov, ov->ov_infer_request_get_input_tensor_by_index(request->request, index, &tensor), "a tensor");
  int status = ov->ov_tensor_set_shape(tensor, (ov_shape_t){port->rank, extents});
  ov->ov_tensor_free(tensor);
  return status == 0 ? 0 : openvino_fail(ov, status, "setting the shape of an input", message, capacity);
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
