// SPDX-License-Identifier: Apache-2.0

/// The names of polkit's authority on the system bus, and its question about a client.
package enum Polkit {
  /// The name of the service.
  package static let name = "org.freedesktop.PolicyKit1"
  /// The path of its object.
  package static let path = "/org/freedesktop/PolicyKit1/Authority"
  /// The interface of that object.
  package static let interface = "org.freedesktop.PolicyKit1.Authority"
  /// The method that tells if a client may do an action.
  package static let check = "CheckAuthorization"

  /// The arguments of ``check``.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client
  ///   - action: the name of the action
  ///   - isInteractive: true to let the user be asked for a password
  ///   - identifier: what takes the question back; empty for none
  /// - Returns: values for the call
  package static func question(
    about client: String, _ action: String, isInteractive: Bool = false, identifier: String = ""
  ) -> [BusValue] {
    [
      .structure([.string("system-bus-name"), .dictionary(["name": .string(client)])]),
      .string(action), .texts([:]), .uint32(isInteractive ? 1 : 0), .string(identifier),
    ]
  }
}
