// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/eventfd.h>

// libdispatch exports these two for main loops that are not its own (private/private.h in its sources);
// Foundation's RunLoop runs the main queue with them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
