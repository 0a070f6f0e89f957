// SPDX-License-Identifier: Apache-2.0

#include <mosquitto.h>
#include <sys/signalfd.h>
#include <unistd.h>
