// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// The status of motiond in words.
package struct StatusText {
  private let status: DaemonStatus
  private let process: (String) -> String?

  /// The words for `status`.
  ///
  /// - Parameters:
  ///   - status: the status
  ///   - process: names the program of a client, by its name on the bus; nil if that is not known
  package init(_ status: DaemonStatus, process: @escaping (String) -> String? = { _ in nil }) {
    self.status = status
    self.process = process
  }

  /// Lines for people.
  package var text: String {
    let rows: [(String, String?)] = [
      ("motiond", motiond),
      ("source", status.source), ("accelerometer", accelerometer),
      ("warning", status.warning),
      ("file's options", fileOptions), ("options in use", Self.words(status.defaults ?? [:])),
      ("readings", readings), ("lag", status.lag.map { "up to \($0) s in the last minute" }),
      ("states", Self.words(status.states ?? [:])),
      ("last shake", status.lastShake), ("clients", "\(status.clients?.count ?? 0)"),
    ]
    var text = ""
    for case (let name, let value?) in rows {
      text += name + String(repeating: " ", count: 15 - name.count)
      text += (value.isEmpty ? "none" : value) + "\n"
    }
    let clients = (status.clients ?? [:]).compactMap { key, value in Int(key).map { ($0, value) } }
    for (number, client) in clients.sorted(by: { $0.0 < $1.0 }) {
      if case .dictionary(let client) = client { text += "  \(number). \(words(of: client))\n" }
    }
    for (title, lines) in [("last events", status.events), ("near misses", status.nearMisses)] {
      guard let lines, !lines.isEmpty else { continue }
      text += "\(title)\n" + lines.map { "  \($0)\n" }.joined()
    }
    return text
  }

  private var motiond: String? {
    guard let version = status.version, let seconds = status.uptime else { return status.version }
    return "\(version), for \(seconds) s"
  }

  private var accelerometer: String {
    guard let device = status.device, !device.isEmpty else { return "none" }
    var words = [device]
    if let rate = status.sampleRate, rate > 0 { words.append("\(rate) Hz") }
    if let rate = status.measuredRate, rate > 0 {
      words.append("\(rate.text(decimals: 1)) Hz measured")
    }
    if let sampling = status.sampling {
      words.append(sampling)
    } else if isAccelerometer {
      words.append("not read now")
    }
    return words.joined(separator: ", ")
  }

  /// A Boolean value that indicates whether the source is an accelerometer.
  private var isAccelerometer: Bool {
    status.source.map { if case .accelerometer = Source($0) { true } else { false } } ?? true
  }

  /// The options of the file, which are a part of the options in use; nil without such a file.
  private var fileOptions: String? {
    guard let file = status.optionsFile, !file.isEmpty else { return nil }
    let words = status.options ?? ""
    return "\(words.isEmpty ? "none" : words) (\(file))"
  }

  private var readings: String {
    [
      (status.readings, ""), (status.dropped, " dropped"), (status.gaps, " gaps"),
      (status.overruns, " overruns"), (status.losses, " losses"),
      (status.lateBatches, " late batches"), (status.lostReadings, " lost"),
    ].compactMap { count, words in count.map { "\($0)\(words)" } }.joined(separator: ", ")
  }

  private func words(of client: [String: BusValue]) -> String {
    var client = client
    let owner = client.removeValue(forKey: "Name").flatMap { name -> String? in
      guard case .string(let name) = name else { return nil }
      let user = client.removeValue(forKey: "User").map { ", user \(Self.word($0))" } ?? ""
      return " (\(process(name) ?? name)\(user))"
    }
    let motions = client.removeValue(forKey: "motions").map(Self.word) ?? ""
    let isLimited = client.removeValue(forKey: DaemonStatus.limited) == .bool(true)
    let options = Self.words(client)
    return motions + (options.isEmpty ? "" : "; \(options)") + (owner ?? "")
      + (isLimited ? "; does not wake the accelerometer (its user may not: motionctl doctor)" : "")
  }

  private static func words(_ values: [String: BusValue]) -> String {
    values.sorted { $0.key < $1.key }.map { "\($0.key) \(word($0.value))" }.joined(separator: ", ")
  }

  private static func word(_ value: BusValue) -> String {
    switch value {
    case .bool(let value): value ? "yes" : "no"
    case .int32(let number), .descriptor(let number): "\(number)"
    case .uint32(let number): "\(number)"
    case .int64(let number): "\(number)"
    case .uint64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .byte(let number): "\(number)"
    case .string(let text), .path(let text), .other(let text): text
    case .strings(let texts): texts.joined(separator: ", ")
    case .doubles(let numbers): numbers.map { "\($0)" }.joined(separator: " ")
    case .dictionary(let values): words(values)
    case .texts(let texts): texts.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    case .array(_, let values), .structure(let values): values.map(word).joined(separator: " ")
    }
  }
}
