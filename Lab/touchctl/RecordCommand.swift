// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Dispatch
import LinuxSupport
import MotionCore
import TouchCore
import TouchInput

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record touchscreens, to a file or to standard output.",
    discussion: """
      Records until SIGINT or SIGTERM, or until the duration is over. Each frame goes at once, as whole lines, to a \
      file motion-XXXXXX.part that gets its name at the end. After a signal the command waits until the reader of a \
      pipe has taken all frames, and fails if the reader takes nothing for a second. If a touchscreen is \
      disconnected, its touches are cancelled, and the recording continues once it is connected again. The command \
      does not overwrite an existing file.

      A recording of touches is CSV: '# key: value' lines, the header timestamp_ns,finger,change,x,y, and one change \
      a line: down, move, up or cancel. Places are in points of 1/160 inch, from the top left.
      """)

  @Argument(help: "The new file; - is standard output.", completion: .file(extensions: ["csv"]))
  var file = "-"

  @OptionGroup var panel: PanelOptions

  @Option(help: ArgumentHelp("Stop after this time.", valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Wait for a touchscreen if there is none.")
  var wait = false

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e9) {
      throw ValidationError("--duration \(duration): expected more than 0 seconds")
    }
  }

  func run() throws {
    try reportingFailures(of: "touchctl record") {
      let signals = try StopSignals {}
      let mailbox = try Mailbox<TouchInputEvent>()
      var options = panel.options
      options.waitsForPanel = wait
      let reader = PanelReader(options) { mailbox.put($0) }
      defer { reader.stop() }
      var text = TouchText()
      try OutputFile.create(file, keepsPart: true) { output in
        let output = output.interrupted(by: signals, patience: .seconds(1))
        try reader.start()
        if let duration {
          let isOver = signals.request
          DispatchQueue.global().asyncAfter(deadline: .now() + duration) { isOver.raise() }
        }
        while case .ready = signals.waitToRead(mailbox.wakeup.descriptor) {
          try write(mailbox.drain(), &text, output)
        }
        reader.stop()
        try write(mailbox.drain(), &text, output)
        if text.frames == 0 { try output.write(text.preamble) }
      }
      try report("\(text.frames) frames, \(text.touches) touches\(text.losses)")
    }
  }

  /// Writes what waited; where events were lost, it ends with a failure, as later frames would not
  /// follow.
  private func write(
    _ waiting: (events: [TouchInputEvent], lost: Int), _ text: inout TouchText,
    _ output: OutputFile
  ) throws {
    for event in waiting.events { try write(event, &text, output) }
    guard waiting.lost > 0 else { return }
    throw Failure(
      .badData, "the reader of the output is too slow: \(waiting.lost) events were lost"
    )
  }

  private func write(
    _ event: TouchInputEvent, _ text: inout TouchText, _ output: OutputFile
  ) throws {
    switch event {
    case .started(let panel):
      text.panels.append(panel)
      try report("\(panel.name) (\(panel.node)): \(panel.sizeText)")
    case .lost(let panel): try report("\(panel.name) is gone; waiting for it")
    case .step(.frame(let frame)):
      if let piece = text.piece(for: frame) { try output.write(piece) }
    case .step(.time), .step(.interruption), .key: break
    case .warning(let error): try report("\(error)")
    }
  }

  private func report(_ text: String) throws {
    try OutputFile.standardError.write("touchctl record: \(text.printable)\n")
  }
}

/// The text of a recording, as its frames come.
private struct TouchText {
  /// The touchscreens so far; those that come after the first frame are not in the text.
  var panels: [TouchPanel] = []
  private(set) var frames = 0
  private(set) var touches = 0
  private var dropped = 0
  private var last: Timestamp?

  /// The description of the touchscreens, and the header.
  var preamble: String {
    TouchRecording.preamble(
      panels.flatMap { panel in
        [
          RecordingNote("panel", panel.name), RecordingNote("width", "\(panel.width)"),
          RecordingNote("height", "\(panel.height)"), RecordingNote("unit", panel.unit.rawValue),
        ]
      } + [RecordingNote("clock", "monotonic")])
  }

  /// The number of frames left out, as a parser would refuse them, in words; empty if there are
  /// none.
  var losses: String {
    dropped == 0 ? "" : "; dropped \(dropped) frames that were late or implausible"
  }

  /// The next piece of the text; nil if the frame is left out.
  mutating func piece(for frame: TouchFrame) -> String? {
    guard TouchRecording.admits(frame, after: last) else {
      dropped += 1
      return nil
    }
    last = frame.timestamp
    frames += 1
    touches += frame.changes.count { if case .down = $0.kind { true } else { false } }
    return (frames == 1 ? preamble : "") + TouchRecording.lines(frame)
  }
}
