// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// Checks that the arguments of the process can be read, and that each is UTF-8: one that is not
/// would name another file.
///
/// A file whose name is not UTF-8 may be given on standard input, or by a link to it.
package func checkArguments() throws(UsageError) {
  let count = Int(CommandLine.argc)
  // A program has a name at least; Swift reads the arguments there.
  guard count > 0 else {
    throw UsageError(
      "the arguments cannot be read, as there is no /proc: mount -t proc proc /proc")
  }
  for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count) {
    guard let argument, String(validatingCString: argument) == nil else { continue }
    throw UsageError(
      "'\(String(cString: argument).printable)' is not UTF-8; rename the file, or make a link to it "
        + "with another name")
  }
}

/// Suggests a name for a mistyped one.
package enum Suggestion {
  /// The name nearest to a word.
  ///
  /// - Parameters:
  ///   - word: as the user wrote it
  ///   - names: the names there are
  ///   - limit: the most mistakes in it; by default a third of its letters
  /// - Returns: the first of the nearest; nil if no name is near
  package static func nearest(
    to word: String, among names: [String], within limit: Int? = nil
  ) -> String? {
    let near = names.map { ($0, distance(from: Array(word), to: Array($0))) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= limit ?? max(1, word.count / 3) ? $0.0 : nil }
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
