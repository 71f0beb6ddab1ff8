#include <stdio.h>
#include <string.h>

#include "Objects.h"

int openvino_describe_port(
  const MKRuntime *ov, ov_output_const_port_t *source, MKPort *port, char *message, size_t capacity) {
  memset(port, 0, sizeof *port);
  char *name = NULL;
  // An output without a name is identified by its index alone.
  if (ov->ov_port_get_any_name(source, &name) == 0 && name) {
    snprintf(port->name, sizeof port->name, "%s", name);
    ov->ov_free(name);
  }
  ov_partial_shape_t shape = {{0, 0}, NULL};
  int status = ov->ov_port_get_partial_shape(source, &shape);
  ov->ov_output_const_port_free(source);
  if (status != 0) return openvino_fail(ov, status, "a shape", message, capacity);
  int result = 0;
  if (shape.rank.min != shape.rank.max || shape.rank.max > MKMaximumRank) {
    result = openvino_refuse("an input or output has no fixed rank", message, capacity);
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
    if (openvino_describe_port(ov, port, &ports[i], message, capacity) != 0) return 1;
  }
  *count = there;
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
    if (openvino_describe_port(ov, port, &ports[i], message, capacity) != 0) return 1;
  }
  *count = there;
  return 0;
}

int mk_compiled_output_index(
  const MKCompiled *compiled, const char *name, size_t *index, char *message, size_t capacity) {
  const MKRuntime *ov = compiled->ov;
  ov_output_const_port_t *port = NULL;
  CHECK(ov, ov->ov_compiled_model_output_by_name(compiled->compiled, name, &port), "an output of this name");
  MKPort named;
  if (openvino_describe_port(ov, port, &named, message, capacity) != 0) return 1;
  size_t there = 0;
  CHECK(ov, ov->ov_compiled_model_outputs_size(compiled->compiled, &there), "the outputs");
  for (size_t i = 0; i < there; i++) {
    MKPort output;
    CHECK(ov, ov->ov_compiled_model_output_by_index(compiled->compiled, i, &port), "an output");
    if (openvino_describe_port(ov, port, &output, message, capacity) != 0) return 1;
    // The name that OpenVINO gives for a port is the same each time.
    if (strcmp(output.name, named.name) == 0) {
      *index = i;
      return 0;
    }
  }
  return openvino_refuse("there is no output of this name", message, capacity);
}
