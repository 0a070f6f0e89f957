// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The interface `org.motiond.Motion1`, member by member.
///
/// From these tables are made: what sd-bus exports, what the service reads from a call, and, by
/// `make samples`, the file `Packaging/data/dbus/org.motiond.Motion1.xml` and the tables in
/// `docs/d-bus.md`.
extension Motion1 {
  /// A call that makes sense.
  package enum Call: Hashable, Sendable {
    case claim(MotionClaim)
    case release
    case holdOff(Duration)
    case simulate(String)
    case openSamples(Hertz?)
    case capture
    case status
    case reload
  }

  /// The callers that a method serves.
  enum Audience: Hashable, Sendable {
    /// All, whoever calls.
    case everybody
    /// All; the user of a client that has claimed nothing yet decides what it gets.
    case everyClaimant
    /// All; their user decides what they get.
    case everyUser
    /// Root, and the users that polkit allows this action.
    case authorized(String)
    /// Root; on another bus than the system's the user of motiond, too.
    case trusted

    /// The action to ask polkit about; nil if it is not asked.
    var action: String? { if case .authorized(let action) = self { action } else { nil } }
  }

  /// A method.
  struct Method: Sendable {
    let name: String
    let arguments: [BusInterface.Argument]
    let results: [BusInterface.Argument]
    let audience: Audience
    /// The errors that not every method of its kind has, each with the reason.
    let errors: [(name: String, reason: String)]
    let about: String
    /// The most bytes of text in a call.
    let mostBytes: Int
    /// Reads the values of a call; returns nil if they have the wrong types, which sd-bus does not
    /// let pass.
    let read: @Sendable ([BusValue]) throws(Refusal) -> Call?

    init(
      _ name: String, _ arguments: [BusInterface.Argument] = [],
      returns results: [BusInterface.Argument] = [], for audience: Audience,
      errors: [(name: String, reason: String)] = [], mostBytes: Int = BusMessage.mostBytes,
      _ about: String, _ read: @escaping @Sendable ([BusValue]) throws(Refusal) -> Call?
    ) {
      (self.name, self.arguments, self.results) = (name, arguments, results)
      (self.audience, self.errors, self.mostBytes) = (audience, errors, mostBytes)
      (self.about, self.read) = (about, read)
    }
  }

  /// The method and the request of a call, and the bytes of its text.
  ///
  /// - Parameters:
  ///   - call: the call
  ///   - isWhole: false to measure a long text, which then reads as empty: most that are sent are
  ///     refused
  /// - Returns: these
  /// - Throws: a ``Refusal`` if it makes no sense, or has more text than its method takes
  static func read(
    _ call: BusMessage, whole isWhole: Bool = false
  ) throws(Refusal) -> (method: Method, request: Call, bytes: Int) {
    guard let method = methods.first(where: { $0.name == call.member }) else {
      throw .invalid("there is no method \(call.member)")
    }
    let (values, bytes): ([BusValue], Int)
    do throws(BusError) {
      (values, bytes) = try call.readCall(
        atMost: method.mostBytes, copying: isWhole ? .max : BusMessage.mostBytes)
    } catch {
      throw .invalid("cannot read the call: \(error)")
    }
    // sd-bus has checked the types already.
    guard let request = try method.read(values) else {
      throw .invalid("\(call.member) does not take such values")
    }
    return (method, request, bytes)
  }

  static let simulating = "org.motiond.motion1.simulate"
  /// The action of polkit that covers all ways to readings.
  package static let openingSamples = "org.motiond.motion1.open-samples"
  /// The longest text to simulate, in bytes: a recording of a minute at 400 Hz.
  private static let longestText = 1_048_576
  private static let samples = BusInterface.Argument(
    "samples", "h", "the end of a pipe to read from")
  private static let tooManyPipes = (
    name: ErrorName.limitExceeded, reason: "6 pipes of the user, or 16 of all"
  )

  static let methods = [
    Method(
      "Claim",
      [
        .init(
          "options", "a{sv}",
          """
          the motions to receive: `motions` (as, kinds of motion; by default shake), `sensitivity` \
          (s: low, medium or high; or d, 0 to 1), `window` (d, s; short for shake.window), and \
          options of kinds, such as `still.duration` (d, s); where you omit an option, \
          motiond's own applies, also when it changes later
          """)
      ],
      for: .everyClaimant,
      errors: [
        (ErrorName.unknownMotion, "a kind that motiond does not recognize"),
        (ErrorName.rateTooLow, "the accelerometer is too slow for a kind"),
        (ErrorName.tooManyClaims, "64 clients of the user, or 240 of all"),
      ],
      """
      Claims motions, in place of the caller's former claim, until `Release` or until the caller \
      leaves the bus.
      """
    ) { values throws(Refusal) in
      guard case .dictionary(let options)? = values.first else { return nil }
      return .claim(try MotionClaim(arguments: options))
    },
    Method(
      "Release", for: .everybody, "Takes the caller's claim back; open motions are cancelled."
    ) { _ in .release },
    Method(
      "HoldOff", [.init("milliseconds", "u", "for how long, at most 2000")], for: .everybody,
      """
      Holds motions of the caller's claim off, as the caller is about to move the device itself: \
      what is under way is cancelled, and what is stamped within the time is not sent.
      """
    ) { values throws(Refusal) in
      guard case .uint32(let milliseconds)? = values.first else { return nil }
      let time = Duration.milliseconds(milliseconds)
      guard time <= longestHoldOff else {
        throw .invalid(
          "motions are held off for at most \(longestHoldOff.milliseconds) ms, not \(milliseconds)")
      }
      return .holdOff(time)
    },
    Method(
      "Simulate",
      [
        .init(
          "motion", "s",
          """
          a kind of motion, `long-shake`, or the text of a recording (at most 1 MiB and 60 s)
          """)
      ],
      for: .authorized(simulating),
      errors: [(ErrorName.busy, "a simulation is under way")], mostBytes: longestText,
      """
      Plays a motion to all who claimed it, marked as simulated, beside the real ones. Returns \
      when it begins; it begins only if somebody has claimed motions. A recording ends when the \
      caller leaves the bus.
      """
    ) { values throws(Refusal) in
      guard case .string(let text)? = values.first else { return nil }
      return .simulate(text)
    },
    Method(
      "OpenSamples", returns: [samples], for: .authorized(openingSamples), errors: [tooManyPipes],
      """
      Opens a pipe of the readings as lines of a recording (UTF-8: lines that begin with #, the \
      header timestamp_ns,x,y,z, then a line for each reading; ns of the kernel's clock, m/s2). \
      The accelerometer is sampled until the caller closes it. It ends when motiond does, or when \
      more than 1 MiB wait in it.
      """
    ) { _ in .openSamples(nil) },
    Method(
      "OpenSamplesWith",
      [
        .init(
          "options", "a{sv}",
          """
          `rate` (d), the lowest sampling frequency in Hz that serves the caller; 100 if it is \
          left out
          """)
      ], returns: [samples], for: .authorized(openingSamples), errors: [tooManyPipes],
      """
      Opens a pipe as `OpenSamples` does. The accelerometer is sampled at that rate, or at a \
      higher one if others want it: you get every reading taken, even more than you asked for.
      """
    ) { values throws(Refusal) in
      guard case .dictionary(let options)? = values.first else { return nil }
      return .openSamples(try SampleOptions(options).rate)
    },
    Method(
      "Capture",
      returns: [.init("recording", "h", "a file that cannot change, to be read from its start")],
      for: .authorized(openingSamples),
      errors: [(ErrorName.noReadings, "motiond has sampled nothing yet, or keeps nothing")],
      """
      Returns a recording of the latest readings: at most 30 s, which motiond keeps while it samples.
      """
    ) { _ in .capture },
    Method(
      "GetStatus",
      returns: [.init("status", "a{sv}", "values by name, see Status on the page")],
      for: .everyUser,
      """
      Returns the status of motiond. Names of clients are for root and their own user; what the \
      device did for root, and on another bus than the system's for the user of motiond.
      """
    ) { _ in .status },
    Method(
      "Reload", for: .trusted,
      errors: [(ErrorName.invalidArguments, "the options make no sense")],
      """
      Reads the options file again. Returns when its options count, or fails with what is wrong with \
      them.
      """
    ) { _ in .reload },
  ]

  /// The properties, which nobody can set; `GetStatus` answers with their values too.
  static let properties = [
    "HasAccelerometer", "Device", "Subsystem", "Place", "SampleRate", "WantedRate", "Claimed",
    "States",
  ].compactMap { key in DaemonStatus.fields.first { $0.key == key } }

  /// A signal.
  struct Signal: Sendable {
    let name: String
    let arguments: [BusInterface.Argument]
    let about: String

    init(_ name: String, _ arguments: [BusInterface.Argument], _ about: String) {
      (self.name, self.arguments, self.about) = (name, arguments, about)
    }

    /// The signal for events of `phase`.
    fileprivate init(_ phase: MotionEvent.Phase, _ about: String) {
      self.init(
        phase.signalName,
        [
          .init("motion", "s", "its kind, such as shake"),
          .init(
            "timestamp", "t", "the time of the reading that proved it, in ns of CLOCK_BOOTTIME"),
          .init("details", "a{sv}", "measurements by name, see the page for their types"),
        ], about + " Sent to those alone who claimed the motion.")
    }
  }

  static let signals = [
    Signal(.began, "A motion is under way."),
    Signal(.ended, "A motion ended as it should: undo now."),
    Signal(
      .cancelled(.interrupted),
      "A motion came to nothing; the detail `reason` (s) is tooLong, notAShake or interrupted."),
    Signal(.recognized, "A motion without a duration happened."),
    Signal(
      stopping, [],
      """
      To all who have claimed: motiond stops, as an administrator wants that. Wait until the name \
      has an owner again, and claim then; a call now would start motiond again.
      """),
    Signal(
      healthChanged,
      [
        .init(
          "health", "a{sv}",
          DaemonStatus.fields.filter(\.isHealth).map { "`\($0.key)`" }.joined(separator: ", ")
            + ", as in `GetStatus`")
      ],
      """
      To those who have claimed and have called `GetStatus` since, at most once a minute, while \
      readings come: something of it has changed but the uptime, or the measured rate by more than \
      2 %.
      """),
  ]

  /// All of it for ``ExportedObject``.
  package static let members = BusInterface(
    interface, at: path,
    methods.map { .method($0.name, $0.arguments, returns: $0.results) }
      + properties.map { .property($0.key, $0.type) }
      + signals.map { .signal($0.name, $0.arguments) })
}
