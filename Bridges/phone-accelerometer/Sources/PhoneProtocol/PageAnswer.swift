// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An answer to a browser.
package struct PageAnswer: Hashable, Sendable {
  /// The status of HTTP.
  package var status: Int
  /// The headers, without the connection's headers.
  package var headers: [[String]] = []
  /// The content.
  package var body: [UInt8] = []
  /// True if the connection ends with it, so that a stranger keeps no place.
  package private(set) var isRefusal = false

  /// An answer that tells a stranger nothing: without content, but for 404, whose content is the
  /// same for every wrong request.
  package static func refusal(_ status: Int) -> PageAnswer {
    guard status == 404 else { return PageAnswer(status: status, isRefusal: true) }
    return PageAnswer(
      status: 404,
      headers: common + [
        ["Content-Type", "text/html; charset=utf-8"],
        ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
      ],
      body: Array(oldLink.utf8), isRefusal: true)
  }

  private static let oldLink = """
    <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
    <meta name="color-scheme" content="light dark"><title>motiond</title>\
    <p>This link is not valid: scan the code that the computer shows now.\
    <p lang="de">Dieser Link gilt nicht: Scannen Sie den Code, den der Rechner jetzt zeigt.</html>

    """

  /// The page.
  ///
  /// It may run its own script, speak to its own address and nothing else, and no other page may
  /// show it in a frame. The script and style carry the nonce.
  ///
  /// - Parameter nonce: 128 random bits as text, other ones for each answer
  /// - Returns: the answer
  package static func page(nonce: String) -> PageAnswer {
    let policy = """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    return PageAnswer(
      status: 200,
      headers: common + [
        ["Content-Type", "text/html; charset=utf-8"], ["Content-Security-Policy", policy],
        ["Cross-Origin-Opener-Policy", "same-origin"],
      ],
      body: Array(text.joined(separator: nonce).utf8))
  }

  /// The answer to a batch, as ``Accepted`` has it.
  static func accepted(_ content: Accepted) -> PageAnswer { json(200, content) }

  /// Another phone is connected.
  static let busy = json(409, ["busy": true])

  /// The content cannot be used.
  static func problem(_ problem: String) -> PageAnswer { json(400, ["problem": problem]) }

  /// The content of the answer to a batch.
  struct Accepted: Encodable {
    /// The number of the next reading: those before it are taken.
    var next: Int
    /// The time when the batch came, in ms of `CLOCK_BOOTTIME`.
    var time: Double
    /// True if an app tells what it recognizes.
    var tells: Bool
    /// The events that the page has not shown.
    var events: [PageEvent]
  }

  // No Strict-Transport-Security: with it a browser lets nobody pass its warning.
  private static let common = [
    ["Cache-Control", "no-store"], ["Referrer-Policy", "no-referrer"],
    ["X-Content-Type-Options", "nosniff"], ["Cross-Origin-Resource-Policy", "same-origin"],
  ]

  /// The page with its modules, each in a function, cut where a nonce belongs.
  private static let text = [
    ("SENSOR_JS", PackageResources.sensor_js), ("OUTCOMES_JS", PackageResources.outcomes_js),
    ("WORDS_JS", PackageResources.words_js),
  ].reduce(String(decoding: PackageResources.page_html, as: UTF8.self)) { page, module in
    let script = String(decoding: module.1, as: UTF8.self).replacing("\nexport ", with: "\n")
    return page.replacing(module.0, with: script)
  }.split(separator: "NONCE", omittingEmptySubsequences: false)

  private static func json(_ status: Int, _ content: some Encodable) -> PageAnswer {
    // Numbers, words and texts always have a form in JSON.
    let body = (try? JSONEncoder().encode(content)) ?? Data()
    return PageAnswer(
      status: status, headers: common + [["Content-Type", "application/json"]], body: Array(body))
  }
}
