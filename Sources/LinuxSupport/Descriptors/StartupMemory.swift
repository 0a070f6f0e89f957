// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The memory that only starting needs: code and tables of the program and its libraries, and what
/// it allocated.
package enum StartupMemory {
  /// Gives it back to the system: some megabytes.
  package static func release() { release_startup_memory() }
}
