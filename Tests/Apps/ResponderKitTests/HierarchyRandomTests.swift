// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import ResponderKit
import Testing

/// Views, texts in them and their delegates, which move, remove and resign at random, also while
/// they hear of it.
@MainActor
private final class House: TextDelegate {
  private let application = Application()
  private var random: SeededGenerator
  private let windows: [Window]
  private var views: [View] = []
  private var texts: [Resigning] = []
  /// What may still be done while somebody hears of something.
  private var left = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    windows = [Window(application: application), Window(application: application)]
    application.keyWindow = windows[0]
    views = (0..<6).map { _ in View() }
    texts = views.map { Resigning("", next: $0) }
    for text in texts {
      text.delegate = self
      text.resigns = { [unowned self] in react() }
    }
  }

  func step() {
    left = 4
    act()
    check()
  }

  func textDidEndEditing(_ text: TextResponder) {
    let neighbors = texts.filter { $0 !== text && $0.house === text.house }
    if Bool.random(using: &random) {
      neighbors.randomElement(using: &random)?.becomeFirstResponder()
    }
    react()
  }
  func textDidBeginEditing(_ text: TextResponder) { react() }

  private func react() {
    guard left > 0, Bool.random(using: &random) else { return }
    left -= 1
    act()
  }

  private func act() {
    guard let view = views.randomElement(using: &random),
      let parent = (views + windows).randomElement(using: &random),
      let text = texts.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<7, using: &random) {
    case 0...2 where !parent.isDescendant(of: view) && !parent.follows(view):
      parent.insertSubview(view, at: Int.random(in: 0...3, using: &random))
    case 3: view.removeFromSuperview()
    case 4: application.keyWindow = windows.randomElement(using: &random)
    case 5: text.resignFirstResponder()
    default: text.becomeFirstResponder()
    }
  }

  private func check() {
    for view in views {
      let parents = (views + windows).filter { $0.subviews.contains { $0 === view } }
      #expect(parents.count == (view.superview == nil ? 0 : 1) && parents.first === view.superview)
      #expect(parents.allSatisfy { $0.subviews.count { $0 === view } == 1 })
      #expect(view.next === view.superview && !view.subviews.contains { view.isDescendant(of: $0) })
    }
    for text in texts {
      #expect(text.isFirstResponder == (text.house?.firstResponder === text))
      #expect(text.isEditing == text.isFirstResponder)
    }
  }
}

/// A text that says when it resigns, before it has.
private final class Resigning: TextResponder {
  var resigns: () -> Void = {}

  @discardableResult
  override func resignFirstResponder() -> Bool {
    resigns()
    return super.resignFirstResponder()
  }
}

extension Responder {
  fileprivate var house: Window? {
    sequence(first: self) { $0.next }.lazy.compactMap { $0 as? Window }.first
  }

  fileprivate func follows(_ other: Responder) -> Bool {
    sequence(first: self) { $0.next }.contains { $0 === other }
  }
}

@MainActor @Suite struct HierarchyRandomTests {
  @Test("a view is in one place, and its superview knows it, whoever moves it meanwhile")
  func walk() {
    for seed in 0..<60 as Range<UInt64> {
      let house = House(seed: seed)
      for _ in 0..<60 { house.step() }
    }
  }
}
