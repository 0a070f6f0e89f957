// SPDX-License-Identifier: Apache-2.0

import CMosquitto
import Glibc

/// The memory that only starting, or a capture, needs: code and tables of the program and its
/// libraries, and what was allocated.
///
/// As motiond has it, whose own is not part of its products.
package enum StartupMemory {
  /// Gives it back to the system: some megabytes.
  ///
  /// Pages of files without a writer are read again when they are needed again.
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
