// SPDX-License-Identifier: Apache-2.0

import Logging
import MotionBus
import MotionCore
import MotionSensors

extension DaemonMachine {
  /// Something that happened.
  enum Input: Sendable {
    /// The daemon begins.
    case begin
    /// The connection to the bus is made, or is not.
    case bus(BusInput)
    /// The service on the bus requests something.
    case request(MotionService.Request)
    /// The programs that read samples want this from now on.
    case samples(Demand)
    /// A program that read samples fell behind, and was disconnected.
    case readerFellBehind
    /// The rate of the recording is known; nil if it has too few readings.
    case recordingRate(Hertz?)
    /// The accelerometer reports.
    case source(SourceMachine.Input)
    /// The options were read again.
    case options(Settings)
    /// All readings of the simulation were played.
    case simulationFinished
    /// The daemon is to end.
    case end
    /// The source is closed, as the daemon ends, and reported all it had.
    case sourceClosed
    /// The source was given its time to close.
    case endDue
  }

  /// A part of the daemon that wants something of the source.
  enum DemandPart: Hashable, Sendable {
    /// The clients that claim motions.
    case clients
    /// Whoever reads the printed events.
    case printing
    /// The programs that read samples.
    case samples
  }

  /// A change of the connection to the bus.
  enum BusInput: Sendable {
    /// It is made, and the service runs.
    case connected
    /// The bus cannot be reached, or refuses the name.
    case unreachable(BusError)
    /// It is time to connect again.
    case retryDue
  }

  /// Something to do.
  enum Action {
    /// Print events in this style from now on; nil for none.
    case print(EventPrinter.Style?)
    /// Keep the latest readings, or do not.
    case keepReadings(Bool)
    /// Make the source of these settings, which does nothing yet.
    case openSource(Settings)
    /// Connect to the bus, with the accelerometer that there is, if that answers in time.
    case connect
    /// Leave the bus.
    case disconnect
    /// Connect again after this delay.
    case retry(after: Duration)
    /// Tell the service manager that the daemon serves, and let a recording begin.
    case serve
    /// Have claims use these settings.
    case updateClients(Settings)
    /// Detect this from the next reading on.
    case detect(Demand)
    /// Call this once the stage has done everything so far.
    case settle(@Sendable () -> Void)
    /// Play the recording.
    case play
    /// Start the accelerometer for this; if it is not there, wait for it or report that.
    case start(SamplingDemand, waiting: Bool)
    /// Have the accelerometer, which was started, serve this.
    case sample(SamplingDemand)
    /// Stop the accelerometer, and cancel open motions.
    case stopSampling
    /// Show clients this accelerometer; nil for none.
    case show(ShownDevice?)
    /// Look for the accelerometer, show it to clients, and log it if asked to.
    case lookForDevice(isLogged: Bool)
    /// Write a line to the log.
    case log(Logger.Level, String, Logger.Metadata = [:])
    /// Give memory back that only starting needed, after this time.
    case releaseMemory(after: Duration = .zero)
    /// Play these readings as a simulation.
    case simulate([Reading])
    /// Stop the simulation, and cancel its open motions.
    case endSimulation
    /// Carry out a call that takes no decision, and answer it.
    case carryOut(GrantedCall)
    /// Answer a call.
    case reply(GrantedCall, Result<GrantedCall.Answer, Refusal>)
    /// End the daemon because of this error.
    case fail(any Error)
    /// Refuse claims from now on.
    case refuseClaims
    /// Stop the source for good, and report when it is closed.
    case closeSource
    /// Report when the source has had this time to close.
    case limitEnd(Duration)
    /// The daemon is over.
    case over
  }
}

extension Demand {
  /// The demand of all who want one of `parts`.
  init(uniting parts: some Sequence<Demand>) {
    self.init()
    for part in parts {
      motions.formUnion(part.motions)
      rateOfReadings = [rateOfReadings, part.rateOfReadings].compactMap(\.self).max()
    }
  }
}
