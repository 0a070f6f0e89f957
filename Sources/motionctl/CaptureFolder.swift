import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// A folder of labeled recordings with an `index.csv`, to which captures are added.
struct CaptureFolder {
  private let path: String
  private let columns: [String]

  private static let columns = ["file", "motion", "intervals_s", "duration_s", "source", "label"]
  private let index: String

  /// The folder at `path`, which is made if it does not exist.
  ///
  /// - Throws: a ``Failure`` if it cannot be made, or if its index lacks the column `file` or
  ///   `motion`
  init(_ path: String, _ signals: borrowing StopSignals) throws {
    self.path = path
    index = "\(path)/index.csv"
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw Failure(.failure, "cannot create \(path): \(Errno(rawValue: errno))")
    }
    guard access(index, F_OK) == 0 else {
      columns = Self.columns
      try OutputFile(creating: index).write(columns.joined(separator: ",") + "\n")
      return
    }
    let bytes = try InputFile(path: index).bytes(signals)
    let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    columns = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard columns.contains("file"), columns.contains("motion"), bytes.last == 0x0A else {
      throw Failure(
        .badData,
        "\(index): expected whole lines, and the columns file and motion; "
          + "choose another folder")
    }
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
    let (name, file) = try newFile(label)
    do {
      try file.write(recording)
      let row = [
        "file": name, "motion": label, "label": label, "source": "capture",
        "duration_s": duration.text(decimals: 3),
        "intervals_s": interval.map {
          "\($0.lowerBound.text(decimals: 2))-\($0.upperBound.text(decimals: 2))"
        } ?? "",
      ]
      let line = columns.map { row[$0] ?? "" }.joined(separator: ",") + "\n"
      let output = try FileDescriptor.open(
        FilePath(index), .writeOnly, options: [.append, .closeOnExec])
      try output.closeAfter { _ = try output.writeAll(line.utf8) }
    } catch {
      unlink("\(path)/\(name)")
      guard let errno = error as? Errno else { throw error }
      throw Failure(.failure, "cannot add to \(index): \(errno)")
    }
    return name
  }

  /// A new file, named after the label and the time (UTC).
  private func newFile(_ label: String) throws -> (name: String, file: OutputFile) {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    let moment = textFromC(capacity: 32) { strftime($0, $1, "%Y%m%d-%H%M%S", &parts) > 0 }
    let stem = "\(label)-\(moment ?? "")"
    // Two in a second are possible, a hundred are not.
    for number in 1... {
      let name = number == 1 ? "\(stem).csv" : "\(stem)-\(number).csv"
      if access("\(path)/\(name)", F_OK) == 0, number < 100 { continue }
      return (name, try OutputFile(creating: "\(path)/\(name)"))
    }
    preconditionFailure("CaptureFolder: numbers do not end")
  }
}
