// SPDX-License-Identifier: Apache-2.0

import MotionBus
import SystemBus

/// The buses that are asked, with one connection to each, which is made anew once it is lost.
final class Buses {
  let session: BusConnection
  private let motiondAddress: BusAddress
  private var openSystem: BusConnection?
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
  var system: BusConnection? { Self.connection(&openSystem, .system) }

  /// The bus of motiond; nil without one.
  var motiond: BusConnection? {
    switch motiondAddress {
    case .session: session
    case .system: system
    case .address: Self.connection(&openOther, motiondAddress)
    }
  }

  private static func connection(
    _ open: inout BusConnection?, _ address: BusAddress
  ) -> BusConnection? {
    if open == nil || (try? open?.process()) == nil { open = try? BusConnection(address) }
    return open
  }

  /// The connections beside the session's, to wait for.
  var others: [BusConnection] { [openSystem, openOther].compactMap(\.self) }

  /// Sends and receives on these; one that is lost is let go.
  func process() {
    if let bus = openSystem, (try? bus.process()) == nil { openSystem = nil }
    if let bus = openOther, (try? bus.process()) == nil { openOther = nil }
  }
}
