// SPDX-License-Identifier: Apache-2.0

// The settings of shake-to-undo in a window. It changes nothing by itself: each control runs a
// command of shake-to-undo.

import Glibc

exit(Program.run())
