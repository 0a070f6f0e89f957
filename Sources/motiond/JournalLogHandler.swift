// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import Logging

/// A log whose lines have the priority of the journal, and no date: the journal has that.
struct JournalLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = Self.text("\(event.message)", metadata.merging(event.metadata ?? [:]) { $1 })
    LogOutput.standardError.write(Journal.lines(text, event.level.priority))
  }

  /// The message, and what belongs to it.
  static func text(_ message: String, _ metadata: Logger.Metadata) -> String {
    let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([message] + pairs).joined(separator: " ")
  }
}

extension Logger.Level {
  fileprivate var priority: Journal.Priority {
    switch self {
    case .trace, .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error, .critical: .error
    }
  }
}
