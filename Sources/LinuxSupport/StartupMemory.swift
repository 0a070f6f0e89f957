// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The memory that only starting needs: code and tables of the program and its libraries, and what
/// it allocated.
package enum StartupMemory {
  /// Gives it back to the system: some megabytes.
  ///
  /// Pages of files without a writer are read again when they are needed again. The kernel drops
  /// them by itself too, but only when memory is short. Memory that is locked stays.
  package static func release() {
    malloc_trim(0)
    dl_iterate_phdr(
      { object, _, _ in
        guard let object = object?.pointee else { return 0 }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        for segment in UnsafeBufferPointer(
          start: object.segments, count: Int(object.segment_count))
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
          let address = UInt(object.address + segment.p_vaddr)
          let start = address / page * page
          // A refusal, such as for an object of the kernel, changes nothing.
          _ = madvise(
            UnsafeMutableRawPointer(bitPattern: start),
            Int(address - start) + Int(segment.p_memsz), MADV_DONTNEED)
        }
        return 0
      }, nil)
  }
}
