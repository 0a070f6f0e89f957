// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing
import UndoKit

/// URLs to other programs, and from them.
@Suite("Links")
@MainActor
struct LinkTests {
  private final class App: Application {
    var reports: [ResponderDiagnostic] = []
    override func report(_ diagnostic: ResponderDiagnostic) { reports.append(diagnostic) }
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// A command that stands for the desktop's; a script that the test wrote could be busy.
  private let opener = DesktopURLOpener(
    command: "open-it",
    path: "/nowhere:" + URL(fileURLWithPath: #filePath).deletingLastPathComponent().path)

  @Test("L001 L002 the command of the desktop gets the URL alone, whatever is in it")
  func open() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "LinkTests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let application = App()
    application.urlOpener = opener
    let link = "told:\(file.path)?b=$(touch%20x);'c&d=%22--help"
    #expect(await application.open(try url(link)))
    #expect(try String(contentsOf: file, encoding: .utf8) == "1\n\(link)\n")
    #expect(application.reports == [])
    let answer = await withCheckedContinuation { continuation in
      application.open(URL(fileURLWithPath: "/")) { continuation.resume(returning: $0) }
    }
    #expect(answer)
  }

  @Test("L001 L002 a failure is reported with its reason", arguments: [1, 2, 3, 4])
  func failure(status: Int) async throws {
    let application = App()
    application.urlOpener = opener
    let link = try url("exit:\(status)")
    #expect(await application.open(link) == false)
    guard case .urlNotOpened(.refused(link, let reason)) = application.reports.first else {
      Issue.record("\(application.reports)")
      return
    }
    #expect(status != 3 || reason == "no program is for it")
    #expect("\(application.reports[0])".hasPrefix("opening \(link): "))
  }

  @Test("L003 L004 what has no scheme is not handed on; a command that is missing has a package")
  func impossible() async throws {
    let opener = DesktopURLOpener(path: "/nowhere")
    await #expect(throws: URLOpenError.noScheme(try url("--help"))) {
      try await opener.open(try url("--help"))
    }
    await #expect(throws: URLOpenError.noCommand("xdg-open", try url("a:b"))) {
      try await opener.open(try url("a:b"))
    }
    #expect("\(URLOpenError.noCommand("xdg-open", try url("a:b")))".contains("xdg-utils"))
  }

  /// Writes a line for each URL whose host is "note".
  private final class Delegate: ApplicationDelegate {
    let text: TextResponder
    var options: [OpenURLOptions] = []
    init(_ text: TextResponder) { self.text = text }

    func application(_ application: Application, open url: URL, options: OpenURLOptions) -> Bool {
      self.options.append(options)
      guard url.host == "note" else { return false }
      text.insertText(url.path)
      text.moveCaret(by: 0)
      return true
    }
  }

  @Test("L005 L006 the delegate opens what it can, each in a step of undo, and others come back")
  func receive() throws {
    let stand = TextStand()
    let application = stand.application
    let urls = try ["app://note/one", "app://other/two", "app://note/three"].map(url)
    #expect(application.receive(urls) == urls)
    let delegate = Delegate(stand.text)
    application.delegate = delegate
    let options = OpenURLOptions(sourceApplication: "org.example", activationToken: "x")
    #expect(application.receive(urls, options: options) == [urls[1]])
    #expect(stand.text.text == "/one/three")
    #expect(delegate.options == [options, options, options])
  }
}
