// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Pasteboard {
  /// A color as desktops exchange it: sRGB, each component from 0 to 1.
  public struct Color: Hashable, Sendable {
    /// The components.
    public var red, green, blue, alpha: Double

    /// Creates a color; components beyond 0 to 1 are the nearest when it is written.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Creates a color of the bytes of `application/x-color`, four numbers of 16 bits in the
    /// processor's order; nil if they are not eight.
    public init?(data: Data) {
      guard data.count == 8 else { return nil }
      let numbers = data.withUnsafeBytes { bytes in
        (0..<4).map { Double(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) / 65535 }
      }
      self.init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    }

    /// The bytes of `application/x-color`.
    public var data: Data {
      var data = Data()
      for component in [red, green, blue, alpha] {
        let number = component > 0 ? UInt16((min(component, 1) * 65535).rounded()) : 0
        withUnsafeBytes(of: number) { data += $0 }
      }
      return data
    }
  }
}
