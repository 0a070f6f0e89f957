// SPDX-License-Identifier: Apache-2.0

extension Pasteboard {
  /// Types that all apps know, as uniform type identifiers, and what desktops call them.
  ///
  /// A type is a string. An app's own begin with its domain, such as `"com.example.tile"`.
  public enum StandardType {
    /// Text without styles, in UTF-8.
    public static let text = "public.utf8-plain-text"
    /// A URL, as UTF-8.
    public static let url = "public.url"
    /// The URL of a file, as UTF-8.
    public static let fileURL = "public.file-url"
    /// Text as HTML.
    public static let html = "public.html"
    /// Text in the Rich Text Format.
    public static let rtf = "public.rtf"
    /// An image as PNG.
    public static let png = "public.png"
    /// An image as JPEG.
    public static let jpeg = "public.jpeg"
    /// An image of any format, to ask for; items have the type of their format.
    public static let image = "public.image"
    /// A color, as ``Pasteboard/Color/data``.
    public static let color = "org.motiond.color"
    /// The type that password managers mark a concealed item with; its value has no meaning.
    public static let concealed = "org.nspasteboard.ConcealedType"

    /// The MIME types of a type, the preferred one first; for toolkits and desktops.
    ///
    /// Types that are MIME types already stay what they are. Others that the table lacks become
    /// `application/x.` and the type, so that ``named(_:)`` finds them again.
    public static func mimeTypes(of type: String) -> [String] {
      if let known = table.first(where: { $0.type == type }) { return known.mimeTypes }
      return [type.contains("/") ? type : ownPrefix + type]
    }

    /// The type with that MIME type, whose case does not matter; the MIME type itself if the table
    /// lacks it.
    public static func named(_ mimeType: String) -> String {
      let lowercase = mimeType.lowercased()
      if let known = table.first(where: { $0.mimeTypes.contains(lowercase) }) { return known.type }
      return lowercase.hasPrefix(ownPrefix) ? String(mimeType.dropFirst(ownPrefix.count)) : mimeType
    }

    private static let ownPrefix = "application/x."

    private static let table: [(type: String, mimeTypes: [String])] = [
      (text, ["text/plain;charset=utf-8", "text/plain"]),
      (url, ["text/uri-list"]),
      (html, ["text/html"]),
      (rtf, ["text/rtf", "application/rtf"]),
      (png, ["image/png"]),
      (jpeg, ["image/jpeg"]),
      ("com.compuserve.gif", ["image/gif"]),
      ("public.tiff", ["image/tiff"]),
      ("public.svg-image", ["image/svg+xml"]),
      (color, ["application/x-color"]),
      ("com.adobe.pdf", ["application/pdf"]),
      ("public.json", ["application/json"]),
      ("public.comma-separated-values-text", ["text/csv"]),
    ]
  }
}

extension Pasteboard.StandardType {
  /// Types that are plain text, the preferred one first.
  static let plainTexts = [text, "public.plain-text", "public.text"]
  /// Types that are images, the preferred one first.
  static let images = [png, jpeg, "public.tiff", "com.compuserve.gif", "public.svg-image"]
  /// Types that are URLs, the preferred one first.
  static let urls = [url, fileURL]
  /// Types that password managers mark a secret item with.
  static let secrets = [concealed, "x-kde-passwordManagerHint"]

  /// The types that may represent a requested `type`, that one first.
  static func satisfying(_ type: String) -> [String] {
    switch type {
    case "public.plain-text": [type, text]
    case "public.text": [type, text, "public.plain-text", html, rtf]
    case url: [type, fileURL]
    case image: [type] + images
    default: [type]
    }
  }
}
