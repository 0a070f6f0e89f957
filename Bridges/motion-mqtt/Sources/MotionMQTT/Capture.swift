// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The head of a capture: one line of text, `SHA256 LENGTH CHUNKS RECORDING`.
///
/// The hash, in hexadecimal digits, and the length in bytes are those of the chunks put together, a
/// file in gzip's format; the last number is the length of the recording in it.
package struct CaptureHead: Hashable, Sendable {
  /// The longest chunk, in bytes: with its topic it fits into 128 kB, which is as much as several
  /// brokers take.
  package static let longestChunk = 128_000
  /// The longest file, in bytes.
  ///
  /// A capture is at most 8192 lines.
  package static let longestFile = 2_000_000
  /// The longest recording in it, in bytes.
  package static let longestRecording = 4_000_000

  /// The hash of the file.
  package var hash: String
  /// The length of the file.
  package var length: Int
  /// The length of the recording.
  package var recordingLength: Int

  /// The head of a file.
  package init(hash: String, length: Int, recordingLength: Int) {
    (self.hash, self.length, self.recordingLength) = (hash, length, recordingLength)
  }

  /// The number of chunks.
  package var chunks: Int { (length + Self.longestChunk - 1) / Self.longestChunk }

  /// The line.
  package var text: String { "\(hash) \(length) \(chunks) \(recordingLength)" }

  /// The head in a payload; nil if that is none, or announces too much.
  package init?(_ payload: [UInt8]) {
    guard payload.count <= 128, let text = String(validating: payload, as: UTF8.self) else {
      return nil
    }
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 4, fields[0].utf8.count == 64,
      fields[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let length = Int(fields[1]), (1...Self.longestFile).contains(length),
      let recording = Int(fields[3]), (1...Self.longestRecording).contains(recording)
    else { return nil }
    self.init(hash: String(fields[0]), length: length, recordingLength: recording)
    guard fields[2] == "\(chunks)" else { return nil }
  }

  /// The length of the chunk with this number; nil if there is none.
  func length(ofChunk number: Int) -> Int? {
    guard (0..<chunks).contains(number) else { return nil }
    return min(Self.longestChunk, length - number * Self.longestChunk)
  }
}

extension MQTTDevice {
  /// The messages of the capture `id`: the head, then the chunks of `file`.
  package func capture(_ id: String, _ head: CaptureHead, _ file: [UInt8]) -> [MQTTMessage] {
    let chunks = stride(from: 0, to: file.count, by: CaptureHead.longestChunk)
      .map { Array(file[$0..<min(file.count, $0 + CaptureHead.longestChunk)]) }
    return [MQTTMessage(captureTopic(id, "head"), head.text)]
      + chunks.enumerated().map { MQTTMessage(captureTopic(id, "\($0.offset)"), $0.element) }
  }

  /// The message that there is no capture `id`, and why.
  package func noCapture(_ id: String, _ reason: String) -> MQTTMessage {
    MQTTMessage(captureTopic(id, "error"), reason)
  }
}

/// Puts captures together from the messages of many devices, which may send anything.
///
/// Its memory is bounded: of captures that are not whole there are ``limit`` at most, each for ten
/// minutes; the oldest makes room.
package struct CaptureAssembly: Sendable {
  /// The largest number of captures that are not whole.
  package static let limit = 64
  /// The time in which the next part of a capture must come.
  static let patience = Duration.seconds(600)

  /// A capture by its device and id.
  package struct Key: Hashable, Sendable {
    package var device: String
    package var id: String
  }

  /// What a message led to.
  package enum Outcome: Hashable, Sendable {
    /// All of the file is there; its hash is to be compared.
    case whole(Key, CaptureHead, [UInt8])
    /// The device says that there is no capture, and why.
    case refused(Key, reason: String)
    /// The message is no part of a capture.
    case senseless
    /// A part was added.
    case added
  }

  private struct Part: Sendable {
    var head: CaptureHead
    var chunks: [Int: [UInt8]] = [:]
    var time: Timestamp
  }

  private var parts: [Key: Part] = [:]
  private let prefix: String

  /// An assembly of what comes on topics that begin with `prefix`.
  package init(prefix: String) {
    self.prefix = prefix + "/"
  }

  /// The topics to hear of.
  package var filter: String { "\(prefix)+/capture/#" }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - topic: its topic
  ///   - payload: its payload; nil if that was too long
  ///   - now: the time, on a clock that never goes back
  /// - Returns: what it led to
  package mutating func add(_ topic: String, _ payload: [UInt8]?, at now: Timestamp) -> Outcome {
    parts = parts.filter { now.nanoseconds(since: $0.value.time) < Self.patience.nanoseconds }
    guard let payload, topic.hasPrefix(prefix) else { return .senseless }
    let levels = topic.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 4, MQTTDevice.isIdentifier(levels[0]), levels[1] == "capture",
      MQTTDevice.isIdentifier(levels[2])
    else { return .senseless }
    let key = Key(device: String(levels[0]), id: String(levels[2]))
    switch levels[3] {
    case "head":
      guard let head = CaptureHead(payload) else { return .senseless }
      // The same one again, of a device that was not sure that it came.
      if parts[key]?.head == head { return .added }
      if parts.count >= Self.limit, parts[key] == nil,
        let oldest = parts.min(by: { $0.value.time < $1.value.time })
      {
        parts[oldest.key] = nil
      }
      parts[key] = Part(head: head, time: now)
      return .added
    case "error":
      parts[key] = nil
      return .refused(key, reason: String(decoding: payload.prefix(200), as: UTF8.self))
    default:
      guard let number = Int(levels[3]), levels[3] == "\(number)", var part = parts[key],
        part.head.length(ofChunk: number) == payload.count
      else { return .senseless }
      part.chunks[number] = payload
      part.time = now
      guard part.chunks.count == part.head.chunks else {
        parts[key] = part
        return .added
      }
      parts[key] = nil
      let file = (0..<part.head.chunks).flatMap { part.chunks[$0] ?? [] }
      return .whole(key, part.head, file)
    }
  }
}
