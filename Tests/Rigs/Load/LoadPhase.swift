// SPDX-License-Identifier: Apache-2.0

/// A phase of the load: something happens to motiond while clients listen.
protocol LoadPhase {
  /// The name of the phase.
  var name: String { get }

  /// Does it.
  ///
  /// - Parameter rig: with whatever the phase before has left
  /// - Returns: what it has shown
  /// - Throws: a ``LoadProblem`` if it cannot go on, such as when motiond has crashed
  func run(on rig: LoadRig) throws -> PhaseReport
}
