// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import TouchCore

/// A random house of views with recognizers, who wait for each other and allow each other.
///
/// Views are nested: a finger that falls on one falls on those around it. Which view a finger falls
/// on follows from its number.
struct RandomHouse {
  private let views: [View]
  private let waits: [(Name, Name)]
  private let allowed: [(Name, Name)]
  private let sociable: Set<Name>
  private let refused: Set<Name>

  struct View {
    let depth: Int
    let fingers: Set<Int32>
    let kinds: [GestureKind]
  }

  /// A recognizer, by its view and its place there: the same however views are ordered.
  struct Name: Hashable {
    let view: Int
    let place: Int
  }

  init(_ random: inout SeededGenerator) {
    // A view, two beside each other in it, and one in the first of them.
    let places: [(depth: Int, fingers: Set<Int32>)] = [
      (0, [0, 1, 2, 3]), (1, [0, 1]), (1, [2, 3]), (2, [0]),
    ]
    let views = (0..<Int.random(in: 1...4, using: &random)).map { index in
      View(
        depth: places[index].depth, fingers: places[index].fingers,
        kinds: (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.kind(&random) })
    }
    self.views = views
    let names = views.indices.flatMap { view in
      views[view].kinds.indices.map { Name(view: view, place: $0) }
    }
    func pairs(_ count: Int, _ random: inout SeededGenerator) -> [(Name, Name)] {
      guard names.count > 1 else { return [] }
      return (0..<count).map { _ in
        let first = Int.random(in: 0..<names.count - 1, using: &random)
        let second = Int.random(in: first + 1..<names.count, using: &random)
        return (names[first], names[second])
      }
    }
    // Always the one that comes first waits, so that there is no circle; or always the other.
    let isInnerFirst = Bool.random(using: &random)
    waits = pairs(Int.random(in: 0...3, using: &random), &random).map {
      isInnerFirst ? ($0.1, $0.0) : $0
    }
    allowed = pairs(Int.random(in: 0...2, using: &random), &random)
    sociable = Set(names.filter { _ in Int.random(in: 0..<12, using: &random) == 0 })
    refused = Set(names.filter { _ in Int.random(in: 0..<20, using: &random) == 0 })
  }

  private static func kind(_ random: inout SeededGenerator) -> GestureKind {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .tap()
    case 1: .tap(taps: 2)
    case 2: .tap(taps: Int.random(in: 1...3, using: &random), fingers: 2)
    case 3: .press()
    case 4: .press(taps: 1, fingers: Int.random(in: 1...2, using: &random))
    case 5: .swipe([.right, .up], fingers: Int.random(in: 1...2, using: &random))
    case 6: .pan()
    case 7: .pan(fingers: 2...Int.random(in: 2...3, using: &random))
    case 8: .pinch
    default: .rotation
    }
  }

  /// The recognizers on a panel, the views added from `rotation` on.
  func scene(rotation: Int = 0) -> (Scene, Relations) {
    var scene = Scene()
    var ids: [Name: GestureID] = [:]
    for offset in views.indices {
      let index = (offset + rotation) % views.count
      let view = views[index]
      let fingers = String(
        view.fingers.sorted().map {
          Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0)))
        })
      for (place, kind) in view.kinds.enumerated() {
        ids[Name(view: index, place: place)] = scene.add(
          "\(index)/\(place)", kind, on: fingers, depth: view.depth)
      }
    }
    func pairs(_ names: [(Name, Name)]) -> [(GestureID, GestureID)] {
      names.compactMap { pair in
        ids[pair.0].flatMap { first in ids[pair.1].map { (first, $0) } }
      }
    }
    for (first, second) in pairs(waits) { scene.bank.require(first, toFail: second) }
    for (first, second) in pairs(allowed) { scene.bank.allow(first, with: second) }
    for name in sociable { if let id = ids[name] { scene.makeSociable(id) } }
    for name in refused { if let id = ids[name] { scene.refuse(id) } }
    return (
      scene,
      Relations(
        waits: pairs(waits), allowed: pairs(allowed),
        sociable: Set(sociable.compactMap { ids[$0] }),
        kinds: Dictionary(
          uniqueKeysWithValues: ids.map { ($0.value, views[$0.key.view].kinds[$0.key.place]) }))
    )
  }

  /// What the verifier must know of the recognizers.
  struct Relations {
    let waits: [(GestureID, GestureID)]
    let allowed: [(GestureID, GestureID)]
    let sociable: Set<GestureID>
    let kinds: [GestureID: GestureKind]

    func mayMeet(_ one: GestureID, _ other: GestureID) -> Bool {
      sociable.contains(one) || sociable.contains(other)
        || allowed.contains { $0 == (one, other) || $0 == (other, one) }
    }
  }
}
