// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import MotionImport
import SystemPackage

/// The files of an export: a table of text, packed or not, an archive of some, or a folder of some.
struct ExportFiles {
  private let path: String
  private let options: ImportOptions
  /// The tracks that were found.
  private(set) var tracks: [Track] = []
  /// True if a file of the export says that gravity points down, as in iOS; nil if none says.
  private(set) var isFromIOS: Bool?
  /// The files that were read, as paths; of an archive its own.
  private(set) var paths: [String] = []
  private var size = 0
  private var progress = Progress(of: "motion-lab import")

  /// The largest number of unpacked bytes, far beyond any recording: a limit for broken archives
  /// and for pipes without end.
  private static let limit = 2_000_000_000

  /// Reads the export `path`; `-` is standard input.
  ///
  /// - Throws: a ``Failure`` that says why it cannot be read
  init(_ path: String, _ options: ImportOptions, _ signals: borrowing StopSignals) throws {
    self.path = path
    self.options = options
    paths = [path]
    if Folder.exists(at: path) {
      try readEach(Folder.names(in: path) ?? [], signals) { try InputFile(path: "\(path)/\($0)") }
      paths = (Folder.names(in: path) ?? []).map { "\(path)/\($0)" }
    } else if Self.isArchive(path) {
      try readEach(try members(signals), signals) { name in
        // The name is escaped, as unzip takes patterns; the password keeps it from asking for one.
        let pattern = name.reduce(into: "") { $0 += "*?[]\\".contains($1) ? "\\\($1)" : "\($1)" }
        return InputFile(
          unpacking: try ChildProcess(["unzip", "-P", "none", "-p", path, pattern], from: "unzip"),
          name: "\(path)/\(name)")
      }
    } else {
      try read(try InputFile(path: path), path, signals)
    }
  }

  private static func isArchive(_ path: String) -> Bool {
    guard path != "-",
      let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return false }
    defer { try? file.close() }
    return PackedFormat(of: file) == .zip
  }

  /// The names of the files in the archive.
  private mutating func members(_ signals: borrowing StopSignals) throws -> [String] {
    let list = InputFile(
      unpacking: try ChildProcess(["unzip", "-Z1", path], from: "unzip"), name: path)
    let names = try bytes(of: list, signals).split(separator: UInt8(ascii: "\n"))
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the tables among `names`; one without acceleration is an error if none has any.
  private mutating func readEach(
    _ names: [String], _ signals: borrowing StopSignals, _ open: (String) throws -> InputFile
  ) throws {
    var refusal: ImportError?
    if names.contains(where: { $0.hasPrefix("xl/") || $0 == "content.xml" }) {
      throw Failure(.badData, "\(ImportError.format(file: path, .spreadsheet))")
    }
    if names.contains("log.bin") {
      throw Failure(.badData, "\(ImportError.format(file: path, .gt3x))")
    }
    for name in names where Self.isTable(name) {
      if name.hasSuffix(ExportMetadata.file) {
        isFromIOS = ExportMetadata.isFromIOS(try bytes(of: try open(name), signals))
        continue
      }
      do { try read(try open(name), name, signals) } catch let error as ImportError {
        refusal = refusal ?? error
      }
    }
    guard tracks.isEmpty else { return }
    throw refusal ?? .noReadings(file: "\(path): no table of text in it (.csv, .tsv, .txt, .json)")
  }

  /// True for a table of text, except descriptions of the export and copies that macOS adds.
  private static func isTable(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: "/")
    guard let file = parts.last, !parts.contains("__macosx"), !parts.dropLast().contains("meta")
    else {
      return false
    }
    return !file.hasPrefix(".")
      && [".csv", ".tsv", ".txt", ".csv.gz", ".json"].contains { file.hasSuffix($0) }
  }

  private mutating func read(
    _ input: InputFile, _ name: String, _ signals: borrowing StopSignals
  ) throws {
    var reader = ExportReader(name, options, isOneOfSeveral: name != path)
    var position = 0
    defer { try? progress.clear() }
    while true {
      let piece = try input.read(signals) { bytes in
        try count(bytes.count)
        position += bytes.count
        try progress.show("\(name): \(position / 1_000_000) MB")
        try reader.parse(bytes)
      }
      switch piece {
      case .bytes, .nothing: continue
      case .stopped: throw Failure(.failure, "stopped by a signal; nothing was written")
      case .end:
        tracks += try reader.finish()
        isFromIOS = isFromIOS ?? reader.isFromIOS
        return
      }
    }
  }

  private mutating func bytes(
    of input: InputFile, _ signals: borrowing StopSignals
  ) throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = try input.read(signals) { bytes in
        try count(bytes.count)
        for index in bytes.indices { all.append(bytes[index]) }
      }
      switch piece {
      case .bytes, .nothing: continue
      case .stopped: throw Failure(.failure, "stopped by a signal; nothing was written")
      case .end: return all
      }
    }
  }

  private mutating func count(_ bytes: Int) throws(Failure) {
    size += bytes
    guard size <= Self.limit else {
      throw Failure(.badData, "\(path) has more than 2 GB of text; this is no recording of an app")
    }
  }
}
