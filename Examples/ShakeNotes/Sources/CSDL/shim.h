// SPDX-License-Identifier: Apache-2.0

#pragma once
// The program has a main of its own.
#define SDL_MAIN_HANDLED
#include <SDL.h>
