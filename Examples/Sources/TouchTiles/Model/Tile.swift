// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A rectangle with a color: what is copied, pasted and undone.
struct Tile: Codable, Hashable {
  /// Its number, which no other tile of its board has.
  var number: Int
  /// Its place on the board, in points.
  var frame: CGRect
  /// The index of its color in ``Color/tiles``.
  var color: Int
}
