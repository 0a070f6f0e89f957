// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport

/// The desktop files of this session, by the application ids of windows.
///
/// Used by one thread. Files are read when they are first asked for; a change of a folder, as by an
/// installation, has them read again.
final class DesktopEntries {
  private let folders: [String]
  private let locale: String
  private var times: [Int] = []
  private var found: [String: DesktopEntry?] = [:]
  /// A folder of more files than anybody installs is not read to its end.
  private static let mostFiles = 4096
  /// The names of files, by what a window may be called otherwise; nil before it was needed.
  private var others: [String: String]?

  /// The files that the environment leads to, in the language of the environment.
  init(_ environment: [String: String]) {
    let all = environment["XDG_DATA_DIRS"] ?? ""
    let shared = all.isEmpty ? "/usr/local/share:/usr/share" : all
    folders =
      ([environment.userFolder("XDG_DATA_HOME", orHome: ".local/share")].compactMap(\.self)
      + shared.split(separator: ":").map(String.init)).filter { $0.hasPrefix("/") }
      .map { "\($0)/applications" }
    locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
  }

  /// The entry of the program whose windows have the id `id`; nil if there is none.
  func entry(for id: String?) -> DesktopEntry? {
    guard let id, !id.isEmpty, id.utf8.count <= 255, !id.contains("/") else { return nil }
    let times = folders.map(Self.time)
    if times != self.times { (self.times, found, others) = (times, [:], nil) }
    if let entry = found[id] { return entry }
    let entry = search(id)
    found[id] = .some(entry)
    return entry
  }

  private func search(_ id: String) -> DesktopEntry? {
    let lower = id.lowercased()
    for name in [id, lower] {
      if let entry = read(name) { return entry }
    }
    // Its dialogs.
    if lower == "soffice", let entry = read("libreoffice-startcenter") { return entry }
    let others = others ?? index()
    self.others = others
    if let name = others[lower] { return read(name) }
    // Such as TuxPaint.TuxPaint.
    for name in Programs.names(id).dropFirst() {
      if let entry = read(name) ?? others[name].flatMap(read) { return entry }
    }
    // Such as thunderbird-default, gimp-2.10 or gnome-terminal-server.
    guard let dash = lower.lastIndex(of: "-"), dash > lower.startIndex else { return nil }
    let stem = String(lower[..<dash])
    return read(stem) ?? others[stem].flatMap(read)
  }

  /// The entry in the first folder that has a file of this name.
  private func read(_ name: String) -> DesktopEntry? {
    for folder in folders {
      guard let text = try? SmallFile.text(of: "\(folder)/\(name).desktop", "a desktop file")
      else { continue }
      return DesktopEntry(text: text, locale: locale)
    }
    return nil
  }

  /// The names of files by the classes of their windows, by the last part of their names, and by
  /// the programs that they start, as accessibility names org.gnome.TextEditor's.
  private func index() -> [String: String] {
    var names: [String: String] = [:]
    var programs: [String: String] = [:]
    for folder in folders {
      let files = Folder.names(in: folder) ?? []
      for file in files.prefix(Self.mostFiles) where file.hasSuffix(".desktop") {
        let name = String(file.dropLast(".desktop".count))
        let entry = read(name)
        if let windowClass = entry?.windowClass?.lowercased(), names[windowClass] == nil {
          names[windowClass] = name
        }
        if let program = entry?.program?.lowercased(), programs[program] == nil {
          programs[program] = name
        }
        if let last = name.split(separator: ".").last?.lowercased(), last != name,
          names[last] == nil
        {
          names[last] = name
        }
      }
    }
    return names.merging(programs) { name, _ in name }
  }

  /// The time of the last change in the folder; 0 without it.
  private static func time(_ folder: String) -> Int {
    var status = stat()
    guard stat(folder, &status) == 0 else { return 0 }
    return status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
