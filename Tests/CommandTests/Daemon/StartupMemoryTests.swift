// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import Testing

@Suite("Memory that only starting needs")
struct StartupMemoryTests {
  @Test("a page of a library is given back, and comes back when it is read")
  func release() throws {
    // A library of the C library's that nothing else here uses.
    let library = try #require(dlopen("libnss_hesiod.so.2", RTLD_LAZY | RTLD_LOCAL))
    let function = try #require(dlsym(library, "_nss_hesiod_getpwnam_r"))
    let code = function.load(as: UInt32.self)
    #expect(try Self.isMapped(function))
    StartupMemory.release()
    #expect(try !Self.isMapped(function))
    #expect(function.load(as: UInt32.self) == code)
  }

  /// Returns true if the page of `address` is in the memory of this process.
  ///
  /// The kernel's Documentation/admin-guide/mm/pagemap.rst: 64 bits for each page, of which the
  /// highest says so.
  private static func isMapped(_ address: UnsafeRawPointer) throws -> Bool {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/pagemap"))
    defer { try? file.close() }
    let page = UInt(bitPattern: address) / UInt(sysconf(Int32(_SC_PAGESIZE)))
    try file.seek(toOffset: UInt64(page) * 8)
    let entry = try #require(try file.read(upToCount: 8))
    return entry.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } >> 63 == 1
  }
}
