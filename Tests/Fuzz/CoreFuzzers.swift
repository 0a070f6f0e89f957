// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

/// A recording parses to the same in any pieces, and what is written of it parses to the same
/// again.
func fuzzRecordings(_ bytes: [UInt8]) {
  let whole = parse([bytes[...]])
  let cut = bytes.isEmpty ? 0 : Int(bytes[0]) % bytes.count
  let pieces = parse([bytes[..<cut], bytes[cut...]])
  precondition(whole == pieces, "a recording depends on its pieces")
  guard let recording = try? Recording(parsing: bytes.span) else {
    precondition(whole.error != nil, "a recording is refused only as a whole")
    return
  }
  precondition(recording.readings == whole.readings, "two parsers differ")
  guard let again = try? Recording(parsing: Array(recording.text.utf8).span) else {
    preconditionFailure("what was written is refused")
  }
  precondition(again.readings == recording.readings, "what was written is another recording")
}

private struct Parsed: Equatable {
  var readings: [Reading] = []
  var error: String?
}

private func parse(_ pieces: [ArraySlice<UInt8>]) -> Parsed {
  var parsed = Parsed()
  var parser = RecordingParser()
  do throws(RecordingError) {
    for piece in pieces {
      try parser.parse(Array(piece).span) { parsed.readings.append($0) }
    }
    try parser.finish()
  } catch { parsed.error = "\(error)" }
  return parsed
}

/// What is written of a recording of touches parses to the same again.
func fuzzTouches(_ bytes: [UInt8]) {
  guard let recording = try? TouchRecording(parsing: bytes.span) else { return }
  guard let again = try? TouchRecording(parsing: Array(recording.text.utf8).span) else {
    preconditionFailure("what was written is refused")
  }
  precondition(again.frames == recording.frames, "what was written is another recording")
}

/// Every kind on any readings, the passing of time, and changes of what is wanted.
func fuzzBank(_ input: Input) {
  var input = input
  let all = MotionOptions().configurations(of: Set(MotionRegistry.kinds))
  var wanted = all
  var pipeline = MotionPipeline(all)
  var replay = MotionPipeline(all)
  var (live, replayed): ([MotionEvent], [MotionEvent]) = ([], [])
  var grammar = Grammar()
  var time: Int64 = 0
  var isReplayable = true
  func check(_ finding: MotionFinding, _ configuration: MotionConfiguration) {
    guard case .event(let event) = finding else { return }
    grammar.check(event, of: configuration)
    live.append(event)
  }
  while !input.isOver {
    switch input.byte() {
    case 0..<8:
      pipeline.interrupt(check)
      replay.interrupt { if case .event(let event) = $0 { _ = $1; replayed.append(event) } }
    case 8..<16:
      isReplayable = false
      wanted = Set(all.filter { _ in input.byte() & 1 == 0 })
      pipeline.reconcile(wanted, check)
    case 16..<24:
      isReplayable = false
      pipeline.advance(to: Timestamp(nanoseconds: time &+ input.int64() % 1_000_000_000), check)
    case 24..<28:
      // Anywhere: sane for the most part, and in the whole range of 64 bits.
      let (anywhere, choice) = (input.int64(), input.byte())
      time = choice < 64 ? anywhere : choice < 128 ? time &+ anywhere : anywhere / 4
    case 28..<32:
      isReplayable = false
      pipeline.process(SourceEvent<Never, Never>.paused, check)
      pipeline.advance(to: Timestamp(nanoseconds: input.int64()), check)
    case let code:
      // Mostly steps of some milliseconds, and accelerations of a hand.
      time &+= Int64(code) * 250_000
      var acceleration = SIMD3<Double>.zero
      if code == 255 {
        acceleration = SIMD3(input.double(), input.double(), input.double())
      } else {
        for axis in 0..<3 {
          acceleration[axis] = Double(Int8(bitPattern: input.byte())) / 2
        }
      }
      let reading = Reading(timestamp: Timestamp(nanoseconds: time), acceleration: acceleration)
      pipeline.process(reading, check)
      replay.process(reading) { if case .event(let event) = $0 { _ = $1; replayed.append(event) } }
    }
  }
  if isReplayable { precondition(live == replayed, "a replay differs") }
  pipeline.interrupt(check)
  precondition(grammar.isClosed, "a motion is open after the end")
}

/// The grammar of events, by configuration.
struct Grammar {
  private var open: Set<MotionConfiguration> = []

  var isClosed: Bool { open.isEmpty }

  mutating func check(_ event: MotionEvent, of configuration: MotionConfiguration) {
    switch event.phase {
    case .began: precondition(open.insert(configuration).inserted, "a beginning within a motion")
    case .ended, .cancelled:
      precondition(open.remove(configuration) != nil, "an end without a beginning")
    case .recognized: break
    }
  }
}
