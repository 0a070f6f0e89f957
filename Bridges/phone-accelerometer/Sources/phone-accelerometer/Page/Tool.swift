// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// A program that turns a short text into another; the caller waits for it.
enum Tool {
  /// The most bytes of an answer, and of a question, as a pipe holds that many.
  private static let mostBytes = 1 << 16

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments, which every user can read
  ///   - package: the Debian package that has it
  ///   - input: its standard input
  /// - Returns: its exit status, and what it wrote to standard output
  /// - Throws: a ``Failure`` if it is missing
  static func run(
    _ words: [String], from package: String, input: [UInt8] = []
  ) throws(Failure) -> (status: Int32, output: [UInt8]) {
    do {
      let pipe = try FileDescriptor.ownPipe()
      defer { try? pipe.readEnd.close() }
      do {
        defer { try? pipe.writeEnd.close() }
        guard input.count <= mostBytes else { throw Errno.fileTooLarge }
        try pipe.writeEnd.writeAll(input)
      }
      let child = try ChildProcess(words, from: package, input: pipe.readEnd)
      var output: [UInt8] = []
      var room = [UInt8](repeating: 0, count: 4096)
      while output.count < mostBytes {
        let count = try room.withUnsafeMutableBytes { try child.output.read(into: $0) }
        guard count > 0 else { break }
        output += room[..<count]
      }
      return (child.finish(), output)
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.failure, "cannot run \(words[0]): \(error)") }
  }
}

/// An address as a picture that a phone's camera reads.
enum QRCode {
  /// Draws the picture in characters of UTF-8.
  ///
  /// - Parameters:
  ///   - text: the address, which no other user learns, as it is not an argument
  ///   - program: the words that start the program that draws it
  /// - Returns: the lines; nil if the program is not installed
  static func text(of text: String, by program: [String] = ["qrencode"]) -> String? {
    guard
      let result = try? Tool.run(
        program + ["-t", "UTF8"], from: "qrencode", input: Array(text.utf8)),
      result.status == 0, !result.output.isEmpty
    else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }
}
