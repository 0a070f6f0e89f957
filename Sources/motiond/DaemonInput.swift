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
    /// The service on the bus reports.
    case bus(BusInput)
    /// This part of the demand is as it says from now on.
    case wanted(Demand, by: DemandPart)
    /// A function to call once the detectors of the claims so far are there.
    case settle(@Sendable () -> Void)
    /// A program that read samples fell behind, and was disconnected.
    case readerFellBehind
    /// The rate of the recording is known; nil if it has too few readings.
    case recordingRate(Hertz?)
    /// The accelerometer reports.
    case source(SourceMachine.Input)
    /// The options were read again.
    case options(Settings)
    /// A simulation is wanted, or ends.
    case simulation(SimulationInput)
    /// The daemon is to end.
    case end
    /// The source is closed, as the daemon ends, and reported all it had.
    case sourceClosed
    /// The source was given its time to close.
    case endDue
  }

  /// Those who want something of the source.
  enum DemandPart: Hashable, Sendable {
    /// The clients that claim motions.
    case clients
    /// Whoever reads the printed events.
    case printing
    /// The programs that read samples.
    case samples
  }

  /// A report of the service on the bus.
  enum BusInput: Sendable {
    /// It runs.
    case connected
    /// The bus cannot be reached, or refuses the name.
    case unreachable(BusError)
    /// The bus is lost, and all claims with it.
    case lost(BusError)
    /// It is time to connect again.
    case retryDue
  }

  /// An event of simulations.
  enum SimulationInput: Sendable {
    /// A client wants a motion simulated, by name or as the text of a recording.
    case wanted(String, caller: String, reply: MotionService.Reply<Void>)
    /// A client that had a motion simulated left the bus.
    case callerLeft(String)
    /// All readings were played.
    case finished
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
    /// Answer a call.
    case reply(MotionService.Reply<Void>, Result<Void, Refusal>)
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
