// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The buses that the agent asks, with one connection to each; it replaces a lost connection.
final class Buses {
  let session: BusConnection
  private let motiondAddress: BusAddress
  private var openSystem: BusConnection? {
    didSet { if let openSystem, openSystem !== oldValue { onSystem(openSystem) } }
  }
  /// Called with each further connection to the system's bus.
  var onSystem: (BusConnection) -> Void = { _ in }
  /// The bus of motiond, where it is neither of the two.
  private var openOther: BusConnection?

  /// The buses of a session.
  ///
  /// - Parameters:
  ///   - session: the session's own
  ///   - motiond: the one with motiond
  init(_ session: BusConnection, motiond: BusAddress) {
    (self.session, motiondAddress) = (session, motiond)
  }

  /// The system's bus; nil without one.
  var system: BusConnection? { try? Self.connection(&openSystem, .system) }

  /// The bus of motiond; nil without one.
  var motiond: BusConnection? { try? connectionToMotiond() }

  /// The bus of motiond.
  ///
  /// - Throws: a ``BusError`` without one
  func connectionToMotiond() throws(BusError) -> BusConnection {
    switch motiondAddress {
    case .session: session
    case .system: try Self.connection(&openSystem, .system)
    case .address: try Self.connection(&openOther, motiondAddress)
    }
  }

  private static func connection(
    _ open: inout BusConnection?, _ address: BusAddress
  ) throws(BusError) -> BusConnection {
    if let present = open, (try? present.process()) != nil { return present }
    open = nil
    let connection = try BusConnection(address)
    open = connection
    return connection
  }

  /// The connections beside the session's, to wait for.
  var others: [BusConnection] { [openSystem, openOther].compactMap(\.self) }

  /// Sends and receives on these connections, and lets go of a lost one.
  func process() {
    if let bus = openSystem, (try? bus.process()) == nil { openSystem = nil }
    if let bus = openOther, (try? bus.process()) == nil { openOther = nil }
  }
}
