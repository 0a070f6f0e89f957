// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing

@Suite("Place of the edit menu")
struct EditMenuPlacementTests {
  private let size = CGSize(width: 40, height: 10)
  private let window = CGRect(x: 0, y: 0, width: 200, height: 100)

  private func place(_ target: CGRect, _ arrow: EditMenu.ArrowDirection = .default)
    -> EditMenu.Placement
  { EditMenu.place(size, beside: target, in: window, arrow: arrow) }

  @Test(
    "M008 M009 above if there is room, else below; the larger side with too little; as it is forced",
    arguments: [
      (10, 5, .default, 0, .down), (9, 5, .default, 14, .up), (8, 90, .default, 0, .down),
      (2, 90, .default, 90, .up), (2, 5, .down, 0, .down),
    ] as [(CGFloat, CGFloat, EditMenu.ArrowDirection, CGFloat, EditMenu.ArrowDirection)])
  func aboveOrBelow(
    y: CGFloat, height: CGFloat, forced: EditMenu.ArrowDirection, top: CGFloat,
    arrow: EditMenu.ArrowDirection
  ) {
    let placement = place(CGRect(x: 90, y: y, width: 20, height: height), forced)
    #expect(placement.frame == CGRect(x: 80, y: top, width: 40, height: 10))
    #expect(placement.arrow == arrow)
  }

  @Test(
    "M008 not beyond the sides of the window",
    arguments: [(0, 0), (195, 160)] as [(CGFloat, CGFloat)])
  func sides(x: CGFloat, expected: CGFloat) {
    #expect(place(CGRect(x: x, y: 50, width: 5, height: 5)).frame.minX == expected)
  }

  @Test("M008 a menu larger than the window begins at its top left")
  func tooLarge() {
    let place = EditMenu.place(
      CGSize(width: 300, height: 300), beside: CGRect(x: 50, y: 50, width: 1, height: 1), in: window
    )
    #expect(place.frame.origin == .zero)
  }

  @Test(
    "M009 a direction that is forced is kept",
    arguments: [
      (EditMenu.ArrowDirection.up, CGPoint(x: 80, y: 55), .up),
      (.down, CGPoint(x: 80, y: 40), .down),
      (.left, CGPoint(x: 110, y: 47.5), .left), (.right, CGPoint(x: 50, y: 47.5), .right),
      (.default, CGPoint(x: 80, y: 40), .down),
    ] as [(EditMenu.ArrowDirection, CGPoint, EditMenu.ArrowDirection)])
  func forced(
    arrow: EditMenu.ArrowDirection, origin: CGPoint, expected: EditMenu.ArrowDirection
  ) {
    let placement = place(CGRect(x: 90, y: 50, width: 20, height: 5), arrow)
    #expect(placement.frame == CGRect(origin: origin, size: size))
    #expect(placement.arrow == expected)
  }
}
