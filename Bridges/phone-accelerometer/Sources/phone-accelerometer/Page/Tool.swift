// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// A program that turns a short text into another; the caller waits for it, but not for ever.
enum Tool {
  /// The most bytes of an answer: a certificate of 64 kB, with all that openssl tells of it.
  private static let mostBytes = 1 << 18

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments, which every user can read
  ///   - package: the Debian package that has it
  ///   - input: its standard input, which is a file in memory: a pipe holds less for some users
  ///   - limit: the longest wait; the program is killed then
  /// - Returns: its exit status, and what it wrote to standard output
  /// - Throws: a ``Failure`` if it is missing, slow, or says too much
  static func run(
    _ words: [String], from package: String, input: [UInt8] = [],
    within limit: Duration = .seconds(30)
  ) throws(Failure) -> (status: Int32, output: [UInt8]) {
    do {
      let end = ContinuousClock.now + limit
      let file = try FileDescriptor.inMemory(named: "input", input)
      defer { try? file.close() }
      // Its end kills the program, if that has not ended.
      let child = try ChildProcess(words, from: package, input: file)
      var output: [UInt8] = []
      var room = [UInt8](repeating: 0, count: 4096)
      while true {
        guard isReadable(child.output, until: end) else {
          throw Failure(
            .unavailable,
            "\(words[0]) did not end within \(limit / .seconds(1)) s: try again once the machine is "
              + "less busy, and see whether '\(words[0])' hangs by itself")
        }
        let count = try room.withUnsafeMutableBytes { try child.output.read(into: $0) }
        guard count > 0 else { return (child.finish(), output) }
        output += room[..<count]
        guard output.count <= mostBytes else {
          throw Failure(.failure, "cannot run \(words[0]): it says more than \(mostBytes) bytes")
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.failure, "cannot run \(words[0]): \(error)") }
  }

  private static func isReadable(
    _ file: FileDescriptor, until end: ContinuousClock.Instant
  ) -> Bool {
    var wish = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    while true {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      if poll(&wish, 1, Int32(max(0, left.rounded(.up)))) > 0 { return true }
      if left <= 0 { return false }
    }
  }
}

/// An address as a picture that a phone's camera reads.
enum QRCode {
  /// Draws the picture in characters of UTF-8; nil if the program that draws it is not installed.
  ///
  /// No other user learns the text, as it is not an argument.
  static func text(of text: String, by program: [String] = ["qrencode"]) -> String? {
    guard
      let result = try? Tool.run(
        program + ["-t", "UTF8"], from: "qrencode", input: Array(text.utf8)),
      result.status == 0, !result.output.isEmpty
    else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }
}
