// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// A folder of labeled recordings with an `index.csv`, where captures go.
struct CaptureFolder {
  private let path: String
  private let columns: [String]
  /// The lines of the index, each with its newline.
  private let lines: String
  /// Locked, so that two captures at once both keep their lines.
  private let lock: FileDescriptor
  /// The line of the index that was cut, and is left out; nil if all are whole.
  let torn: String?

  private static let columns = ["file", "motion", "intervals_s", "duration_s", "source", "label"]
  private var index: String { "\(path)/index.csv" }

  /// The folder at `path`, which is made if it does not exist; locked until the process ends.
  ///
  /// - Throws: a ``Failure`` if it cannot be made, or if its index lacks the column `file` or
  ///   `motion`
  init(_ path: String, _ signals: borrowing StopSignals) throws {
    self.path = path
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw Failure(.failure, "cannot create \(path): \(Errno(rawValue: errno))")
    }
    do {
      lock = try .open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
    } catch { throw Failure(.failure, "cannot open \(path): \(error)") }
    while flock(lock.rawValue, LOCK_EX) != 0 && errno == EINTR {}
    let index = "\(path)/index.csv"
    guard access(index, F_OK) == 0 else {
      columns = Self.columns
      lines = columns.joined(separator: ",") + "\n"
      torn = nil
      return
    }
    let bytes = try InputFile(path: index).bytes(signals)
    let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    columns = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard columns.contains("file"), columns.contains("motion"),
      let end = bytes.lastIndex(of: 0x0A)
    else {
      throw Failure(
        .badData, "\(index): expected the columns file and motion; choose another folder")
    }
    lines = String(decoding: bytes[...end], as: UTF8.self)
    torn = end == bytes.count - 1 ? nil : String(decoding: bytes[(end + 1)...], as: UTF8.self)
  }

  /// Adds `recording`, labeled as `label`, which is a kind of motion or `other`.
  ///
  /// - Parameters:
  ///   - recording: the text of the recording
  ///   - label: the motion in it
  ///   - interval: the time of the motion in seconds from the first reading; nil if it is not known
  ///   - duration: the time from the first reading to the last in seconds
  /// - Returns: the name of the new file in the folder
  /// - Throws: a ``Failure`` or an ``OutputError``; nothing is added then
  func add(
    _ recording: String, _ label: String, at interval: ClosedRange<Double>?, duration: Double
  ) throws -> String {
    let name = newName(label)
    let row = [
      "file": name, "motion": label, "label": label, "source": "capture",
      "duration_s": duration.text(decimals: 3),
      "intervals_s": interval.map {
        "\($0.lowerBound.text(decimals: 2))-\($0.upperBound.text(decimals: 2))"
      } ?? "",
    ]
    try OutputFile.create("\(path)/\(name)") { try $0.write(recording) }
    do {
      try OutputFile.create(index, overwriting: true) {
        try $0.write(lines + columns.map { row[$0] ?? "" }.joined(separator: ",") + "\n")
      }
    } catch {
      unlink("\(path)/\(name)")
      throw error
    }
    return name
  }

  /// A name for a new file, after the label and the time (UTC).
  private func newName(_ label: String) -> String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    let moment = textFromC(capacity: 32) { strftime($0, $1, "%Y%m%d-%H%M%S", &parts) > 0 }
    let stem = "\(label)-\(moment ?? "")"
    // Two in a second are possible, a hundred are not.
    let names = ["\(stem).csv"] + (2..<100).map { "\(stem)-\($0).csv" }
    return names.first { access("\(path)/\($0)", F_OK) != 0 } ?? names[0]
  }
}
