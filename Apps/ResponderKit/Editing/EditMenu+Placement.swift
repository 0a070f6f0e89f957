// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EditMenu {
  /// The side that the menu's arrow points to, which is toward the target rectangle.
  public enum ArrowDirection: Hashable, Sendable, CaseIterable {
    /// Down if there is room above the target, else up.
    case `default`
    /// The menu is below the target.
    case up
    /// The menu is above the target.
    case down
    /// The menu is to the right of the target.
    case left
    /// The menu is to the left of the target.
    case right
  }

  /// A place for a menu.
  public struct Placement: Hashable, Sendable {
    /// The menu's frame, in the coordinates of the window.
    public let frame: CGRect
    /// The side that its arrow points to, never ``ArrowDirection/default``.
    public let arrow: ArrowDirection
  }

  /// Finds the place of a menu of `size` beside `target`.
  ///
  /// By default it is above the target, and below if there is too little room above. If there is
  /// too little on either side, the larger side counts. It is centered on the target, but moved
  /// and, if it must be, laid over the target so that it stays within the bounds; one that is too
  /// large for them begins at their top left. A direction that is forced is kept.
  ///
  /// - Parameters:
  ///   - size: the menu's, with its arrow
  ///   - target: the rectangle that the menu is about, in the coordinates of the window
  ///   - bounds: the part of the window that can be used
  ///   - arrow: the side that the arrow is to point to
  /// - Returns: frame and direction; the same for the same parameters
  /// - Units: the window's, with y downward
  public nonisolated static func place(
    _ size: CGSize, beside target: CGRect, in bounds: CGRect, arrow: ArrowDirection = .default
  ) -> Placement {
    let arrow = direction(arrow, size, target, bounds)
    var (x, y) = (target.midX - size.width / 2, target.midY - size.height / 2)
    switch arrow {
    case .up: y = target.maxY
    case .down, .default: y = target.minY - size.height
    case .left: x = target.maxX
    case .right: x = target.minX - size.width
    }
    let origin = CGPoint(
      x: max(bounds.minX, min(x, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)))
    return Placement(frame: CGRect(origin: origin, size: size), arrow: arrow)
  }

  private nonisolated static func direction(
    _ wanted: ArrowDirection, _ size: CGSize, _ target: CGRect, _ bounds: CGRect
  ) -> ArrowDirection {
    guard wanted == .default else { return wanted }
    let (above, below) = (target.minY - bounds.minY, bounds.maxY - target.maxY)
    return size.height <= above || (size.height > below && above >= below) ? .down : .up
  }
}
