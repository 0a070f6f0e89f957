// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSupport

/// Runs the body of a command.
///
/// An ``ExitingError`` is written to standard error and becomes the exit status.
/// A closed standard output ends the command quietly.
///
/// - Parameters:
///   - command: its name, for messages
///   - body: the work
/// - Throws: only errors that ArgumentParser turns into an exit status
public func reportingFailures(of command: String, _ body: () throws -> Void) throws {
  do { try body() } catch { try report(error, from: command) }
}

/// The same for a command that works in tasks.
package func reportingFailures(
  of command: String, _ body: () async throws -> Void
) async throws {
  do { try await body() } catch { try report(error, from: command) }
}

private func report(_ error: any Error, from command: String) throws {
  switch error {
  case OutputError.closed: return
  case let error as any ExitingError:
    Failure(error.status, "\(error)").report(from: command)
    throw ExitCode(error.status.rawValue)
  default: throw error
  }
}

/// Suggests a command for a mistyped name.
enum Suggestion {
  /// The name nearest to `word`; nil if no name is near.
  static func nearest(to word: String, among names: [String]) -> String? {
    let near = names.map { ($0, distance(from: Array(word), to: Array($0))) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= max(1, word.count / 3) ? $0.0 : nil }
  }

  /// The least number of letters to insert, remove, replace or swap (optimal string alignment).
  private static func distance(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(
          rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension ParsableCommand {
  /// Ends the process if an argument is not UTF-8: the file that it names would be another one.
  ///
  /// A file whose name is not UTF-8 may be given on standard input, or by a link to it.
  public static func requireUTF8Arguments() {
    let count = Int(CommandLine.argc)
    for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count) {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      let text = String(cString: argument).printable
      exit(
        withError: ValidationError(
          "'\(text)' is not UTF-8; rename the file, or make a link to it with another name"))
    }
  }

  /// Runs the command; for an unknown subcommand, suggests the nearest one.
  ///
  /// - Parameters:
  ///   - moved: subcommands that this command had, and another one has now
  ///   - successor: that other one, which has a Debian package of its name
  public static func mainSuggesting(moved: [String] = [], to successor: String = "") {
    requireUTF8Arguments()
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !names.contains(word)
    else { return main(nil) }
    if moved.contains(word) {
      Failure(.usage, "'\(word)' is now '\(successor) \(word)', of the package \(successor)")
        .report(from: configuration.commandName ?? "")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    let guess = Suggestion.nearest(to: word, among: names).map { ", did you mean \($0)?" } ?? ""
    exit(withError: ValidationError("there is no command '\(word)'\(guess)"))
  }
}
