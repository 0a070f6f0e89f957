// SPDX-License-Identifier: Apache-2.0

// As motiond has it.
#include "startup-memory.h"
#include <mosquitto.h>
#include <sys/signalfd.h>
#include <unistd.h>
