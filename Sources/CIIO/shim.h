// SPDX-License-Identifier: Apache-2.0

// Results of libiio's calls are errors to handle: let Swift warn about an ignored one.
#define IIO_CHECK_RET 1
#include <iio.h>
