// Libraries of desktops, loaded when they are used: none of them is needed to build or to install.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
