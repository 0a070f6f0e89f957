// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that has other programs open URLs.
///
/// An app whose toolkit speaks to the desktop's portal by itself, as GTK does, has one of its own.
@MainActor
public protocol URLOpener: AnyObject {
  /// Has the desktop open `url` in the program that is for it.
  func open(_ url: URL) async throws(URLOpenError)
}

/// The reason why a URL was not opened.
public enum URLOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The URL has no scheme, so no program is for it.
  case noScheme(URL)
  /// The command that opens URLs is not on the path.
  case noCommand(String, URL)
  /// The command could not be run.
  case notRun(String, URL, reason: String)
  /// No program is for the URL, or it failed.
  case refused(URL, reason: String)

  /// The failure in one line, with the remedy.
  public var description: String {
    switch self {
    case .noScheme(let url):
      "opening \(url): it has no scheme; write it in full, such as https://example.org"
    case .noCommand(let command, let url):
      "opening \(url): there is no \(command); install the package xdg-utils"
    case .notRun(let command, let url, let reason):
      "opening \(url): \(command) cannot be run: \(reason)"
    case .refused(let url, let reason):
      "opening \(url): \(reason); install a program for it, or choose one with xdg-mime"
    }
  }
}

/// The desktop's own command, `xdg-open` of xdg-utils.
///
/// It knows the ways of all desktops, and inside of a sandbox of Flatpak's it is the client of the
/// portal `org.freedesktop.portal.OpenURI`, so it serves apps that link no library for D-Bus.
@MainActor
public final class DesktopURLOpener: URLOpener {
  private let command: String
  private let path: String

  /// An opener by a command.
  ///
  /// - Parameters:
  ///   - command: the name of the command, whose one argument is the URL
  ///   - path: the folders to search for it, separated by colons; nil for `PATH`
  public init(command: String = "xdg-open", path: String? = nil) {
    self.command = command
    self.path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  }

  /// Runs the command, and returns once the command has ended.
  public func open(_ url: URL) async throws(URLOpenError) {
    guard url.scheme?.isEmpty == false else { throw .noScheme(url) }
    let candidates = path.split(separator: ":").map { "\($0)/\(command)" }
    guard let file = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw .noCommand(command, url)
    }
    let status: Int32
    do {
      // No shell: the URL is one argument, whatever is in it.
      status = try await Self.run(file, url.absoluteString)
    } catch {
      throw .notRun(file, url, reason: "\(error)")
    }
    switch status {
    case 0: return
    case 2: throw .refused(url, reason: "there is no such file")
    case 3: throw .refused(url, reason: "no program is for it")
    default: throw .refused(url, reason: "\(command) ended with status \(status)")
    }
  }

  /// - Returns: the exit status, or 128 and the number of the signal that ended it
  private static func run(_ file: String, _ argument: String) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: file)
    process.arguments = [argument]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        let isExit = process.terminationReason == .exit
        continuation.resume(
          returning: isExit ? process.terminationStatus : 128 + process.terminationStatus)
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}
