// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The memory that only the start needs: code and tables of the program and its libraries, and
/// allocations.
package enum StartupMemory {
  /// Gives this memory back to the system: some megabytes.
  package static func release() { release_startup_memory() }
}
