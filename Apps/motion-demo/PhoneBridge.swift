// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport

/// The program phone-accelerometer, which reads a phone and writes a recording.
struct PhoneBridge {
  private static let name = "phone-accelerometer"
  /// In place of an address: it serves a page that the phone opens.
  static let page = "page"

  /// The address of the phone; or ``page``.
  let address: String
  /// The readings.
  let output: InputFile
  private let program: ChildProcess
  /// The pipe where the program reads what is recognized, and the events of shakes, which it shows
  /// on the page; nil for an app.
  private let events: LinePipe?

  /// Starts the program that is beside this one, or in PATH.
  ///
  /// - Parameters:
  ///   - address: of the phone; or ``page``
  ///   - port: of the page; nil for the usual one
  /// - Throws: a ``Failure`` that says how to build it if it is missing
  init(_ address: String, port: Int? = nil) throws(Failure) {
    guard let path = Self.path else {
      throw Failure(
        .unavailable,
        "the program \(Self.name) is missing: 'make run PHONE=\(address)' builds it, and runs both")
    }
    self.address = address
    let isPage = address == Self.page
    events = isPage ? try LinePipe() : nil
    // What happens on the phone, and what to do there, goes to standard error.
    program = try ChildProcess(
      [path, address] + (isPage ? ["--events", "3"] : [])
        + (port.map { ["--port", "\($0)"] } ?? []), from: Self.name, lines: events,
      showsErrors: true)
    do { output = InputFile(pipe: try program.output.duplicate(), name: address) } catch {
      throw Failure(.failure, "cannot read what \(Self.name) writes: \(error)")
    }
  }

  /// Tells the program what was recognized, or what a shake did, as a JSON object.
  ///
  /// A program that is gone, or reads nothing, misses the line.
  func tell(_ line: String) { events?.write(line) }

  /// Waits for the program's end, after asking for it if this one is stopped.
  ///
  /// - Throws: a ``Failure`` if it failed, which it has told
  func finish(isStopped: Bool) throws(Failure) {
    events?.close()
    if isStopped { return program.stop() }
    let status = program.finish()
    guard status == 0 else {
      throw Failure(
        ExitStatus(rawValue: status) ?? .failure, "\(Self.name) ended, as it says above")
    }
  }

  private static var path: String? {
    let folders =
      [folder]
      + (getenv("PATH").map { String(cString: $0) } ?? "")
      .split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The folder of this program.
  private static var folder: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return "." }
    let text = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
  }
}
