// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import LinuxSupport
import MotionBus
import SystemPackage

/// The windows of KWin, which tells our script which one is active.
///
/// KWin reads the script from a file, and the script calls this process; the script is unloaded
/// before the question is over.
package final class KWinWindows: WindowSystem {
  package let name = "KWin"
  private let environment: [String: String]
  private let bus: DesktopBus
  private var scripts = 0

  private static let service = "org.kde.KWin"
  private static let scripting = DesktopBus.Target(
    service: service, path: "/Scripting", interface: "org.kde.kwin.Scripting")
  /// The interface that the script calls, with the names that the script has.
  private static let window = BusInterface(
    "org.motiond.ShakeToUndo.Window", at: "/org/motiond/ShakeToUndo/Window",
    [
      .method(
        "Report",
        ["identity", "process", "application", "title", "dialog"].map { .init($0, "s") })
    ])

  /// The KWin of the session with this environment and this bus.
  package init(_ environment: [String: String], on session: BusConnection) {
    (self.environment, bus) = (environment, DesktopBus(connection: session))
  }

  /// The script: activeClient is what Plasma 5 calls activeWindow.
  ///
  /// - Parameter receiver: the unique name of a connection; KWin calls no other kind
  /// - Returns: its text
  static func script(reportingTo receiver: String) -> String {
    let longest = ActiveWindow.longestText
    return """
      var w = workspace.activeWindow !== undefined ? workspace.activeWindow : workspace.activeClient;
      function text(value) {
        return value === undefined || value === null ? "" : String(value).substring(0, \(longest));
      }
      callDBus("\(receiver)", "/org/motiond/ShakeToUndo/Window",
        "org.motiond.ShakeToUndo.Window", "Report",
        w ? text(w.internalId) : "", w ? text(w.pid) : "",
        w ? text(w.desktopFileName) || text(w.resourceClass) : "", w ? text(w.caption) : "",
        w && (w.transient || w.modal) ? "yes" : "");

      """
  }

  package func activeWindow(within time: Duration) throws(DesktopError) -> ActiveWindow? {
    let action = "ask for the active window"
    let end = DesktopBus.now + time
    let owner = try bus.owner(of: Self.service, within: end - DesktopBus.now, action)
    guard let receiver = bus.connection.uniqueName else {
      throw .lost(server: Self.service, action: action, why: "it has no name")
    }
    var report: [BusValue]?
    let object: ExportedObject
    do throws(BusError) {
      object = try ExportedObject(Self.window, on: bus.connection) { _ in
        nil
      } method: { call in
        // Any process can call; what another says is not heard. A page may have a long title.
        if call.sender == owner, let found = try? call.readCall(atMost: 1 << 16) {
          report = found.values
        }
        try? call.reply()
      }
    } catch { throw .lost(server: Self.service, action: action, why: error.description) }
    defer { withExtendedLifetime(object) {} }
    let file = try ScriptFile(Self.script(reportingTo: receiver), environment, action)
    defer { withExtendedLifetime(file) {} }
    scripts += 1
    let plugin = "motiond-shake-to-undo-\(getpid())-\(scripts)"
    let answer = try bus.call(
      Self.scripting, "loadScript", [.string(file.path), .string(plugin)],
      within: end - DesktopBus.now, action)
    defer {
      _ = try? bus.call(
        Self.scripting, "unloadScript", [.string(plugin)], within: .milliseconds(100), action)
    }
    guard case .int32(let number) = answer.first, number >= 0 else {
      throw .unavailable(
        action: action, why: "KWin cannot read the script \(file.path)",
        remedy: "see its log: journalctl --user")
    }
    try run(number, end, action)
    try bus.wait(for: Self.service, within: end - DesktopBus.now, action) { report != nil }
    return ActiveWindow(report ?? [])
  }

  /// Runs the script; Plasma 5 has it at another path than Plasma 6.
  private func run(
    _ number: Int32, _ end: Duration, _ action: String
  ) throws(DesktopError) {
    var target = DesktopBus.Target(
      service: Self.service, path: "/Scripting/Script\(number)", interface: "org.kde.kwin.Script")
    do throws(DesktopError) {
      _ = try bus.call(target, "run", within: end - DesktopBus.now, action)
    } catch .unavailable {
      target.path = "/\(number)"
      _ = try bus.call(target, "run", within: end - DesktopBus.now, action)
    }
  }

  /// Nil: a client of Wayland cannot ask another one.
  package func isHung(_ window: ActiveWindow, within time: Duration) -> Bool? { nil }

  /// Does nothing: KWin's identities last as long as its windows.
  package func close() {}

  package func availability() -> Availability {
    do throws(DesktopError) {
      let properties = DesktopBus.Target(
        service: Self.service, path: "/Scripting", interface: "org.freedesktop.DBus.Peer")
      let action = "ask for the active window"
      _ = try bus.call(
        properties, "Ping", within: .milliseconds(500), action)
      return .works("KWin says which window is active")
    } catch { return Availability(error) }
  }
}

extension ActiveWindow {
  /// The window that a script of KWin reported; nil if none is active.
  init?(_ report: [BusValue]) {
    let texts = report.map { if case .string(let text) = $0 { text } else { "" } }
    guard texts.count == 5, !texts[0].isEmpty else { return nil }
    self.init(
      identity: "kwin:\(texts[0])", processID: Int32(texts[1]).flatMap { $0 > 0 ? $0 : nil },
      applicationID: texts[2].isEmpty ? nil : texts[2], title: texts[3].isEmpty ? nil : texts[3],
      mayBeDialog: !texts[4].isEmpty)
  }
}

/// A file that KWin reads, which is gone with this object.
private final class ScriptFile {
  let path: String

  init(
    _ text: String, _ environment: [String: String], _ action: String
  ) throws(DesktopError) {
    let folder = environment["XDG_RUNTIME_DIR"] ?? "/tmp"
    let file: FileDescriptor
    do throws(Errno) {
      (file, path) = try PrivateFile.create("\(folder)/shake-to-undo-", ending: ".js")
    } catch {
      throw .unavailable(
        action: action, why: "no file can be written in \(folder) (\(error))",
        remedy: "make room there")
    }
    defer { try? file.close() }
    do { try file.writeAll(text.utf8) } catch {
      unlink(path)
      throw .unavailable(
        action: action, why: "\(path) cannot be written (\(error))", remedy: "make room there")
    }
  }

  deinit {
    unlink(path)
  }
}
