import ArgumentParser
import CommandSupport
import MotionBus
import MotionCore
import MotionIIO

/// Where clients listen.
enum BusChoice: String, ExpressibleByArgument, CaseIterable {
  case system, session, none

  /// The bus; nil for none.
  var address: BusAddress? { DaemonBus(rawValue: rawValue)?.address }
}

/// What the daemon was told to do: the command line, behind it the file of options.
struct Settings: Sendable, Equatable {
  var source: String
  var bus: BusChoice
  /// How events are printed; nil if they are not.
  var format: EventFormat?
  /// What the printed events count as a shake.
  var shake: ShakeConfiguration
  var sampling: SamplingOptions
  var isWaiting: Bool
  var scheduling: Scheduling
  var showsStatistics: Bool

  /// What of `other` cannot be had without a restart, as options; empty if there is nothing.
  func fixedOptions(changedIn other: Settings) -> [String] {
    var changed: [String] = []
    if bus != other.bus { changed.append("--bus") }
    if scheduling != other.scheduling { changed.append("--scheduling") }
    if Self.isRecording(source) || Self.isRecording(other.source), source != other.source {
      changed.append("--source")
    }
    return changed
  }

  private static func isRecording(_ source: String) -> Bool {
    if case .recording = Source(source) { true } else { false }
  }
}
