#pragma once

// Prototypes of the functions of OpenVINO's C API 2.0 (2022.1 and later) that are resolved by name.
// Reference: https://docs.openvino.ai/2025/api/c_cpp_api/group__ov__c__api.html

#include <stddef.h>
#include <stdint.h>

typedef struct ov_core ov_core_t;
typedef struct ov_model ov_model_t;
typedef struct ov_compiled_model ov_compiled_model_t;
typedef struct ov_infer_request ov_infer_request_t;
typedef struct ov_output_const_port ov_output_const_port_t;
typedef struct ov_tensor ov_tensor_t;
typedef struct { int64_t rank; int64_t *dims; } ov_shape_t;
typedef struct { int64_t min; int64_t max; } ov_dimension_t;
typedef struct { ov_dimension_t rank; ov_dimension_t *dims; } ov_partial_shape_t;
typedef struct { const char *buildNumber; const char *description; } ov_version_t;

// X(result, name, parameters)
#define OPENVINO_FUNCTIONS(X) \
  X(const char *, ov_get_error_info, (int)) \
  X(int, ov_get_openvino_version, (ov_version_t *)) \
  X(void, ov_version_free, (ov_version_t *)) \
  X(void, ov_free, (const char *)) \
  X(int, ov_core_create, (ov_core_t **)) \
  X(void, ov_core_free, (ov_core_t *)) \
  X(int, ov_core_set_property, (const ov_core_t *, const char *, ...)) \
  X(int, ov_core_read_model, (const ov_core_t *, const char *, const char *, ov_model_t **)) \
  X(int, ov_core_compile_model, \
    (const ov_core_t *, const ov_model_t *, const char *, size_t, ov_compiled_model_t **, ...)) \
  X(int, ov_core_import_model, (const ov_core_t *, const char *, size_t, const char *, ov_compiled_model_t **)) \
  X(void, ov_model_free, (ov_model_t *)) \
  X(int, ov_model_inputs_size, (const ov_model_t *, size_t *)) \
  X(int, ov_model_const_input_by_index, (const ov_model_t *, size_t, ov_output_const_port_t **)) \
  X(int, ov_model_reshape, (const ov_model_t *, const char **, const ov_partial_shape_t *, size_t)) \
  X(void, ov_output_const_port_free, (ov_output_const_port_t *)) \
  X(int, ov_port_get_any_name, (const ov_output_const_port_t *, char **)) \
  X(int, ov_port_get_partial_shape, (const ov_output_const_port_t *, ov_partial_shape_t *)) \
  X(void, ov_partial_shape_free, (ov_partial_shape_t *)) \
  X(int, ov_partial_shape_create, (int64_t, const ov_dimension_t *, ov_partial_shape_t *)) \
  X(void, ov_compiled_model_free, (ov_compiled_model_t *)) \
  X(int, ov_compiled_model_export_model, (const ov_compiled_model_t *, const char *)) \
  X(int, ov_compiled_model_inputs_size, (const ov_compiled_model_t *, size_t *)) \
  X(int, ov_compiled_model_outputs_size, (const ov_compiled_model_t *, size_t *)) \
  X(int, ov_compiled_model_input_by_index, (const ov_compiled_model_t *, size_t, ov_output_const_port_t **)) \
  X(int, ov_compiled_model_output_by_index, (const ov_compiled_model_t *, size_t, ov_output_const_port_t **)) \
  X(int, ov_compiled_model_output_by_name, (const ov_compiled_model_t *, const char *, ov_output_const_port_t **)) \
  X(int, ov_compiled_model_create_infer_request, (const ov_compiled_model_t *, ov_infer_request_t **)) \
  X(void, ov_infer_request_free, (ov_infer_request_t *)) \
  X(int, ov_infer_request_infer, (ov_infer_request_t *)) \
  X(int, ov_infer_request_get_input_tensor_by_index, (const ov_infer_request_t *, size_t, ov_tensor_t **)) \
  X(int, ov_infer_request_get_output_tensor_by_index, (const ov_infer_request_t *, size_t, ov_tensor_t **)) \
  X(int, ov_tensor_get_shape, (const ov_tensor_t *, ov_shape_t *)) \
  X(int, ov_tensor_set_shape, (ov_tensor_t *, const ov_shape_t)) \
  X(int, ov_tensor_get_byte_size, (const ov_tensor_t *, size_t *)) \
  X(int, ov_tensor_data, (const ov_tensor_t *, void **)) \
  X(void, ov_shape_free, (ov_shape_t *)) \
  X(void, ov_tensor_free, (ov_tensor_t *))
