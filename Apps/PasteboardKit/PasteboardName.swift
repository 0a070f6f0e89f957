// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Pasteboard {
  /// The name of a pasteboard, which all processes of a user share.
  ///
  /// Names of an app begin with its domain, such as `"com.example.notes.palette"`. Two names that
  /// are canonically equivalent Unicode are one.
  public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name, in Unicode's composed form.
    public let rawValue: String

    /// The name of the pasteboard for copying and pasting.
    public static let general: Self = "system.general"
    /// The name of the pasteboard that holds the text searched for last.
    public static let find: Self = "system.find"

    /// Creates a name.
    public init(rawValue: String) {
      self.rawValue = rawValue.precomposedStringWithCanonicalMapping
    }

    /// Creates a name.
    public init(_ rawValue: String) {
      self.init(rawValue: rawValue)
    }

    /// Creates a name.
    public init(stringLiteral rawValue: String) {
      self.init(rawValue: rawValue)
    }
  }
}

extension Pasteboard.Name {
  /// A Boolean value that indicates whether the pasteboard always exists.
  var isSystem: Bool {
    self == .general || self == .find
  }

  /// The name of the pasteboard's file; nil if the name is empty or its file's would be too long.
  ///
  /// Slashes, percent signs, control characters and a dot in front are percent-encoded; other bytes
  /// stay.
  var fileName: String? {
    guard !rawValue.isEmpty else { return nil }
    var name = ""
    for scalar in rawValue.unicodeScalars {
      let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "%"
      if isPlain, scalar != "." || !name.isEmpty {
        name.unicodeScalars.append(scalar)
      } else {
        name += "%" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      }
    }
    // A file's name has 255 bytes at most.
    return name.utf8.count <= 255 - Self.suffix.utf8.count ? name + Self.suffix : nil
  }

  /// The ending of the names of pasteboards' files.
  static let suffix = ".pasteboard"
  /// The ending of the names of files that the owners of pasteboards lock; not longer than
  /// ``suffix``.
  static let ownerSuffix = ".owner"
}

/// UIKit's name.
@available(*, unavailable, renamed: "Pasteboard") public typealias UIPasteboard = Pasteboard

extension Pasteboard {
  /// The name before Swift 3.
  @available(*, unavailable, renamed: "general")
  public static func generalPasteboard() -> Pasteboard { general }
}
