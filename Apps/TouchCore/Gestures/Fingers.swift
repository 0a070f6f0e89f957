// SPDX-License-Identifier: Apache-2.0

/// The fingers of one recognizer that are down.
struct Fingers: Sendable {
  private var all: [Finger] = []
  /// The middle of the fingers when one last began or moved.
  private(set) var location = Point.zero
  /// The mean of how far the fingers moved in the last frame.
  private(set) var step = Point.zero
  /// True if any moved in the last frame.
  private(set) var haveMoved = false

  struct Finger: Sendable {
    let id: Contact.ID
    let start: Point
    var location: Point
  }

  var count: Int { all.count }
  var isEmpty: Bool { all.isEmpty }

  func contains(_ id: Contact.ID) -> Bool {
    all.contains { $0.id == id }
  }

  /// The middle of where the fingers began.
  var start: Point {
    all.reduce(.zero) { $0 + $1.start } / Double(max(1, all.count))
  }

  /// From the first finger to the second, if there are two.
  var span: Point? {
    all.count >= 2 ? all[1].location - all[0].location : nil
  }

  /// True if a finger is more than `slop` points from where it began.
  func strayed(beyond slop: Double) -> Bool {
    all.contains { $0.location.distance(to: $0.start) > slop }
  }

  /// Adds a contact that begins.
  mutating func add(_ contact: Contact) {
    all.append(Finger(id: contact.id, start: contact.location, location: contact.location))
    updateLocation()
  }

  /// Moves the fingers as the `contacts` of a frame say.
  mutating func move(_ contacts: [Contact]) {
    step = .zero
    haveMoved = false
    guard !all.isEmpty else { return }
    for contact in contacts where contact.phase == .moved {
      for index in all.indices where all[index].id == contact.id {
        step = step + (contact.location - all[index].location)
        all[index].location = contact.location
        haveMoved = true
      }
    }
    guard haveMoved else { return }
    step = step / Double(all.count)
    updateLocation()
  }

  /// Removes a finger; the location stays until another moves.
  mutating func remove(_ id: Contact.ID) {
    all.removeAll { $0.id == id }
  }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
  }

  private mutating func updateLocation() {
    location = all.reduce(.zero) { $0 + $1.location } / Double(all.count)
  }
}
