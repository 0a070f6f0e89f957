import Foundation

/// A rectangle with a colour: what is copied, pasted and undone.
struct Tile: Codable, Hashable {
  /// Its number, which no other tile of its board has.
  var number: Int
  /// Its place on the board, in points.
  var frame: CGRect
  /// The index of its colour in ``Colour/tiles``.
  var colour: Int
}
