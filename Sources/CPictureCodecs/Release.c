#include "PictureStatus.h"

#include <stdlib.h>

void cpic_release(cpic_data *data) {
  free(data->bytes);
  data->bytes = NULL;
  data->count = 0;
}
