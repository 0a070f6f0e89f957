// SPDX-License-Identifier: Apache-2.0

import CCrypto
import CZlib

/// Files in gzip's format, by zlib, and their hashes, by libcrypto, which libmosquitto links too.
package enum Packing {
  /// Packs `bytes`.
  ///
  /// - Returns: a file in gzip's format; nil without memory
  package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 for gzip's format.
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    return run(bytes, upTo: Int(deflateBound(&stream, uLong(bytes.count)))) { input, output in
      (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
      (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
      return deflate(&stream, Z_FINISH) == Z_STREAM_END
        ? output.count - Int(stream.avail_out) : nil
    }
  }

  /// Unpacks `file`.
  ///
  /// - Parameters:
  ///   - file: in gzip's format
  ///   - length: the length that must come of it
  /// - Returns: the bytes; nil if it is no such file, or of another length
  package static func unpacked(_ file: [UInt8], length: Int) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    // A byte more, to see what is longer.
    let bytes = run(file, upTo: length + 1) { input, output in
      (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
      (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
      let isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      return isWhole ? output.count - Int(stream.avail_out) : nil
    }
    return bytes?.count == length ? bytes : nil
  }

  private static func run(
    _ bytes: [UInt8], upTo limit: Int,
    _ body: (UnsafeMutableBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Int?
  ) -> [UInt8]? {
    var bytes = bytes
    var isDone = false
    let result = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      let length = bytes.withUnsafeMutableBufferPointer { input in
        body(input, UnsafeMutableBufferPointer(rebasing: output[..<limit]))
      }
      (isDone, count) = (length != nil, length ?? 0)
    }
    return isDone ? result : nil
  }

  /// The SHA-256 of `bytes`, in hexadecimal digits.
  package static func hash(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256(bytes, bytes.count, &digest)
    return digest.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
  }
}
