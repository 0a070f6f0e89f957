// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import PhoneProtocol

/// Serves the page on the addresses that this machine has, and moves with them: a laptop changes
/// its network while a phone is connected.
///
/// The token stays the same, and so do open connections.
actor PageHost {
  /// The line that the user has to know.
  enum News: Sendable {
    /// The page is at a place; false if it is the first.
    case opened(PagePlace, path: String, port: Int, isMove: Bool)
    /// The page is back where the user knows it.
    case back(on: [String])
    /// The page is nowhere, for this reason.
    case nowhere(String)
  }

  private enum State {
    case listening(PageListener, on: Set<IPAddress>)
    case nowhere(why: String)
  }

  /// The time from one look to the next.
  static let pause = Duration.seconds(2)

  private let server: PageServer
  private let find: @Sendable () throws -> [IPAddress]
  private let place: @Sendable ([IPAddress]) throws -> PagePlace
  private let token = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private let connections = PageConnections()
  private var port: Int
  private var state = State.nowhere(why: "")
  /// The hosts that the user knows.
  private var shown: [String]?
  /// The addresses at the last look.
  private var last: Set<IPAddress>?

  /// A host that listens nowhere; `find` finds the addresses that this machine has now, and `place`
  /// makes a place of them.
  init(
    _ server: PageServer, port: Int, find: @escaping @Sendable () throws -> [IPAddress],
    place: @escaping @Sendable ([IPAddress]) throws -> PagePlace
  ) {
    (self.server, self.port, self.find, self.place) = (server, port, find, place)
  }

  /// Listens for the first time.
  ///
  /// - Throws: a ``Failure`` if that is not possible
  func open() async throws -> News { try await move(to: try find()) }

  /// Looks at the addresses of this machine, and moves if they are others at two looks in a row: a
  /// network brings its addresses one by one.
  ///
  /// - Returns: the news; nil if there is none
  func look() async -> News? {
    let found = Result { try find() }
    let addresses = Set((try? found.get()) ?? [])
    defer { last = addresses }
    guard addresses == last else { return nil }
    if case .listening(_, addresses) = state { return nil }
    await close()
    do { return try await move(to: found.get()) } catch {
      let reason = "\(error)"
      if case .nowhere(reason) = state { return nil }
      state = .nowhere(why: reason)
      return .nowhere(reason)
    }
  }

  /// Ends listening.
  func close() async {
    if case .listening(let listener, _) = state {
      state = .nowhere(why: "")
      await listener.close()
    }
  }

  private func move(to addresses: [IPAddress]) async throws -> News {
    let place = try place(addresses)
    let listener = try await PageListener(
      place.addresses, port: port, try place.context(), connections, server)
    port = listener.port
    state = .listening(listener, on: Set(addresses))
    let gate = PageGate(
      token: token, scheme: place.scheme,
      authorities: ListenAddresses.authorities(of: place.hosts, place.scheme, port))
    await server.open(gate)
    defer { shown = place.hosts }
    guard place.hosts != shown || place.isNew else { return .back(on: place.addresses) }
    return .opened(place, path: gate.path, port: port, isMove: shown != nil)
  }
}

extension PageHost.News {
  /// Tells the user.
  func show(_ output: PhoneOutput) {
    switch self {
    case .opened(let place, let path, let port, let isMove):
      if isMove { output.report("this machine has other addresses, and the page moved to them") }
      place.show(path, port, output)
    case .back(let addresses):
      output.report("phones can reach the page again, on \(addresses.joined(separator: ", "))")
    case .nowhere(let reason):
      output.report("no phone can reach the page: \(reason); it goes on by itself once one can")
    }
  }
}
