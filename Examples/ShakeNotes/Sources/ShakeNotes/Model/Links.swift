// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit

/// The URLs of this program: `shakenotes:new?text=Milk` adds a note.
enum Links {
  private static let scheme = "shakenotes"

  /// True if `argument` is such a URL, and no note.
  static func isURL(_ argument: String) -> Bool { argument.hasPrefix("\(scheme):") }

  /// The text of the note that `url` asks for; nil if it asks for none.
  static func note(in url: URL) -> String? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme == scheme,
      // GVfs, where it is installed, hands `shakenotes:///new` over.
      ["new", "/new"].contains(parts.path) || parts.host == "new"
    else { return nil }
    let text = parts.queryItems?.first { $0.name == "text" }?.value ?? ""
    // Anybody can make a URL, which may be as long as they like.
    return text.utf8.count <= 65_536 ? text : nil
  }
}

extension Editor: ApplicationDelegate {
  func application(
    _ application: Application, open url: URL, options: OpenURLOptions
  ) -> Bool {
    guard let text = Links.note(in: url) else { return false }
    notes.add(text, "New Note")
    return true
  }
}
