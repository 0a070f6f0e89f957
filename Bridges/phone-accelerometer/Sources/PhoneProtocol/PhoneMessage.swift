// SPDX-License-Identifier: Apache-2.0

/// A message to the user: the state of the phone, and what to do on it.
package enum PhoneMessage: Hashable, Sendable {
  /// Nothing answers at the address, for the reason of the network.
  case unreachable(PhoneAddress, reason: String)
  /// Readings come again.
  case back
  /// Another program than the two apps answers.
  case otherServer(PhoneAddress)
  /// An answer that the app would not give.
  case badAnswer(String)
  /// phyphox without `/time`.
  case oldPhyphox
  /// The experiment that is open has no accelerometer.
  case noAccelerometer(experiment: String)
  /// The experiment that is open takes gravity off.
  case noGravity(experiment: String)
  /// phyphox counts down before it measures; the rest in ms.
  case countDown(milliseconds: Double)
  /// phyphox has the request to start, and does not measure.
  case notStarted
  /// The experiment was paused, or ended by its timer.
  case paused
  /// The experiment was cleared.
  case cleared
  /// It is measured, and nothing comes.
  case silent
  /// The readings break off for this long, in s.
  case gap(Gap, seconds: Double)
  /// Readings without a number, or out of range, were left out.
  case droppedValues(count: Int)
  /// The times have too few digits, as the experiment has run for so long, in s.
  case longRun(seconds: Double)
  /// The rate of the readings, in Hz.
  case rate(Double)
  /// The rate is too low for some motions, in Hz.
  case lowRate(Double, PhoneRecording.App)
  /// SensorServer's connection gives no readings.
  case dark
  /// SensorServer was stopped.
  case serverStopped
  /// SensorServer closed the connection, with this code and reason.
  case closed(code: Int?, reason: String)
  /// A frame of another sensor.
  case otherSensor(String)
  /// No DSU server answers, for this reason.
  case noAnswer(PhoneAddress, reason: String)
  /// The DSU server has no pad connected, or not that one.
  case noPad(Int?, connected: [Int])
  /// This pad is read, as the first of several.
  case chosenPad(Int, of: [Int])
  /// This pad is connected, and sends nothing.
  case silentPad(Int)
  /// The page is there.
  case connected
  /// The page is in the background, or silent.
  case pageAway
  /// The page is there, and its browser reports no motion.
  case noMotion
  /// The program refuses another phone, as one is connected.
  case anotherPage
  /// So many packets could not be used, the last for this reason.
  case badPacket(String, count: Int)

  /// The reason for a gap, in the words that follow its length.
  package enum Gap: String, Hashable, Sendable {
    /// Or the app was left.
    case paused = ": the experiment was paused"
    case cleared = ": the experiment began again"
    /// Or the phone was started again.
    case clock = ": the phone's clock jumped"
    case missing = " without readings"
    case skipped = ": what the phone measured meanwhile is too long to fetch"
    /// Or another page took over.
    case page = ": the page was opened again"
  }
}

extension PhoneMessage: CustomStringConvertible {
  /// For the user, in one line.
  package var description: String {
    switch self {
    case .unreachable(let address, let reason):
      """
      nothing answers at \(address) (\(reason)): wake the phone, bring the app to the front, and see that its \
      server is on (phyphox: menu, "Allow remote access"; SensorServer: Start), that the address is the one \
      it shows, and that both are in one network that lets devices reach each other; trying again
      """
    case .back: "readings come again"
    case .otherServer(let address):
      """
      what answers at \(address) is neither phyphox nor SensorServer: compare the address with the one that the app \
      shows; trying again
      """
    case .badAnswer(let reason): "the phone's answer cannot be used: \(reason); trying again"
    case .oldPhyphox:
      "this phyphox has no clock to read (/time): update it to 1.1.8 or later; trying again"
    case .noAccelerometer(let experiment):
      """
      the experiment '\(experiment)' has no accelerometer with x, y, z and time: open "Acceleration with g" in \
      phyphox, and allow remote access there; waiting for it
      """
    case .noGravity(let experiment):
      """
      the experiment '\(experiment)' takes gravity off, without which no motion is recognized: open \
      "Acceleration with g" in phyphox, and allow remote access there; waiting for it
      """
    case .countDown(let milliseconds):
      "phyphox counts down: it measures in \((milliseconds / 1000).short) s"
    case .notStarted:
      "phyphox does not measure, though this program asked it to: press ▶ on the phone"
    case .paused: "the experiment is paused: press ▶ on the phone to go on"
    case .cleared: "the experiment was cleared: press ▶ on the phone to measure"
    case .silent:
      """
      phyphox measures, and no readings come: leave the experiment and open "Acceleration with g" again
      """
    case .gap(let reason, let seconds): "a gap of \(seconds.short) s\(reason.rawValue)"
    case .droppedValues(let count):
      "\(count) \(count == 1 ? "reading" : "readings") without a number within 400 m/s² left out"
    case .longRun(let seconds):
      """
      the experiment has run for \((seconds / 3600).short) hours: its times get coarse and its answers slow; \
      when you can, stop it, clear it and start it again
      """
    case .rate(let rate): "\(rate.short) readings a second"
    case .lowRate(let rate, .phyphox):
      """
      only \(rate.short) readings a second, too few for some motions: open "Acceleration with g", which measures as \
      fast as the phone can; an experiment of your own has a rate that can be set
      """
    case .lowRate(let rate, .sensorServer):
      """
      only \(rate.short) readings a second, too few for some motions: on the phone set Settings, Sampling Rate to 5000, \
      then stop and start the server
      """
    case .dark:
      """
      no readings for 2 s: wake the phone's screen, and keep it on (SensorServer sends nothing while it is dark); \
      waiting
      """
    case .serverStopped:
      "SensorServer was stopped: press Start on the phone; trying again"
    case .closed(let code, let reason):
      "SensorServer closed the connection\(code.map { " (\($0))" } ?? "")"
        + "\(reason.isEmpty ? "" : ": \(reason)"); trying again"
    case .lowRate(let rate, .dsu):
      "only \(rate.short) readings a second, too few for some motions"
    case .lowRate(let rate, .page):
      """
      only \(rate.short) readings a second, too few for some motions: the browser does not allow more; phyphox \
      measures faster
      """
    case .connected: "the phone is connected"
    case .pageAway:
      "no readings: wake the phone, and bring the page to the front; it goes on by itself"
    case .noMotion: "the phone's browser reports no motion: the page says what to do"
    case .anotherPage:
      "another phone has opened the page: it can connect once this one is gone"
    case .noAnswer(let address, let reason):
      """
      no DSU server answers at \(address) (\(reason)): start it, and see that it listens on this network, not on 127.0.0.1 alone, \
      and that no firewall drops UDP at port \(address.port); asking again
      """
    case .noPad(nil, _): "the DSU server has no pad: connect one; asking again"
    case .noPad(let pad?, let connected):
      "the DSU server has no pad \(pad): \(connected.isEmpty ? "none is connected" : "connected: \(connected.list)")"
        + "; asking again"
    case .chosenPad(let pad, let pads):
      "reading pad \(pad) of \(pads.list); another one is chosen by its number, as in dsu://HOST/\(pads.last ?? 1)"
    case .silentPad(let pad):
      """
      no readings of pad \(pad) for 2 s: wake it, and see that the server sends motion; asking again
      """
    case .badPacket(let reason, let count):
      "\(count) \(count == 1 ? "packet" : "packets") of the server cannot be used: \(reason)"
    case .otherSensor(let type):
      "frames of another sensor are left out (\(type))"
    }
  }
}

extension [Int] {
  fileprivate var list: String { map { "\($0)" }.joined(separator: ", ") }
}

extension Double {
  /// With at most one decimal; from 100 on without.
  var short: String {
    guard isFinite, magnitude < 1e15 else { return "\(self)" }
    if magnitude >= 100 { return "\(Int(rounded()))" }
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
