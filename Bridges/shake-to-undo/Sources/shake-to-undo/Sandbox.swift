// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The application id of a process, from the control group that a desktop puts it into.
enum Sandbox {
  /// The id of `process`; nil if its group has none.
  static func applicationID(of process: pid_t) -> String? {
    guard let file = fopen("/proc/\(process)/cgroup", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return applicationID(inGroup: String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// The id in the name of a unit: `app-flatpak-org.example.App-1234.scope`,
  /// `app-gnome-org.example.App-1234.scope`, `app-org.example.App@1234.service`, as of systemd's
  /// document on desktop environments.
  static func applicationID(inGroup text: String) -> String? {
    for part in text.split(whereSeparator: { $0 == "/" || $0.isNewline }) {
      guard part.hasPrefix("app-"), let end = part.lastIndex(of: ".") else { continue }
      let name = part[..<end].dropFirst(4)
      let unit = name.split(separator: "@", maxSplits: 1).first ?? name
      var pieces = unit.split(separator: "-").map(String.init)
      if part.hasSuffix(".scope"), pieces.count > 1, pieces.last?.allSatisfy(\.isNumber) ?? false {
        pieces.removeLast()
      }
      // A launcher, such as flatpak or gnome, has no dot in its name.
      if pieces.count > 1, !pieces[0].contains(".") { pieces.removeFirst() }
      let id = pieces.joined(separator: "-").replacing("\\x2d", with: "-")
      if !id.isEmpty { return id }
    }
    return nil
  }
}
