// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import PasteboardKit

@MainActor
@Suite("13 Pasteboard: files that are not as they should be", .waits)
final class FileTests: PasteboardTest {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("P053 folders are 0700 and files 0600")
  func permissions() throws {
    pasteboard.setItems([["a": "1"]], options: [.concealed])
    registry.pasteboard("one", create: true)?.string = "a"
    for folder in ["lasting", "memory"] {
      let path = "\(folders.path)/\(folder)"
      #expect(try mode(path) == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(names.contains(".lock"))
      for name in names { #expect(try mode("\(path)/\(name)") == 0o600, "\(name)") }
    }
  }

  @Test(
    "P053 a folder that others may write to, or own, is not used", arguments: ["mode", "owner"])
  func foreignFolder(fault: String) throws {
    pasteboard.string = "a"
    let path = folders.places.lasting ?? ""
    if fault == "mode" {
      try setMode(0o770, path)
    } else {
      guard chown(path, 12_345, 12_345) == 0 else { return }
    }
    let reason =
      fault == "mode" ? "others may write to it (chmod 700 it)" : "it belongs to another user"
    #expect(pasteboard.string == nil)
    #expect(pasteboard.error == .unusableFolder(path: path, reason: reason))
    pasteboard.string = "b"
    #expect(pasteboard.string == "b")
    #expect(folders.registry().system(.general).string == nil)
    try setMode(0o700, path)
    chown(path, geteuid(), getegid())
    #expect(folders.registry().system(.general).string == "a")
  }

  @Test("P053 a folder that is a link is not used")
  func linkedFolder() throws {
    let path = folders.places.lasting ?? ""
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path + "2", withIntermediateDirectories: true)
    try setMode(0o700, path + "2")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "2")
    pasteboard.string = "a"
    #expect(
      pasteboard.error == .unusableFolder(path: path, reason: "it is a link, or no folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "2").isEmpty)
  }

  @Test(
    "P053 a file that is a link, a pipe, a folder, or another user's is not read, and left alone",
    arguments: ["link", "pipe", "folder", "owner", "mode"])
  func unusableFile(fault: String) throws {
    pasteboard.string = "a"
    let file = try folders.file(.general)
    let other = folders.path + "/other"
    let reason: String
    switch fault {
    case "link":
      try FileManager.default.moveItem(atPath: file, toPath: other)
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
      reason = "it is a link"
    case "pipe":
      try FileManager.default.removeItem(atPath: file)
      #expect(mkfifo(file, 0o600) == 0)
      reason = "it is no regular file"
    case "folder":
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
      reason = "it is no regular file"
    case "owner":
      guard chown(file, 12_345, 12_345) == 0 else { return }
      reason = "it belongs to another user"
    default:
      try setMode(0o620, file)
      reason = "others may write to it"
    }
    let before = try FileManager.default.attributesOfItem(atPath: file)
    #expect(pasteboard.string == nil)
    #expect(pasteboard.error == .unusableFile(path: file, reason: reason))
    pasteboard.string = "b"
    #expect(pasteboard.error == .unusableFile(path: file, reason: reason))
    let after = try FileManager.default.attributesOfItem(atPath: file)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    if fault == "link" { #expect(try Data(contentsOf: URL(fileURLWithPath: other)).count > 0) }
  }

  @Test("P053 a link in place of the lock is not followed")
  func linkedLock() throws {
    let lock = "\(folders.path)/lasting/.lock"
    let other = folders.path + "/other"
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: other)
    pasteboard.string = "a"
    #expect(pasteboard.error == .unusableFile(path: lock, reason: "it is a link"))
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test("P053 the modes do not depend on the process's mask")
  func mask() async throws {
    let folders = try TestFolders()
    #expect(try await Host.run("mask a", in: folders).isEmpty)
    #expect(try mode("\(folders.path)/lasting") == 0o700)
    #expect(try mode(folders.file(.general)) == 0o600)
    #expect(folders.registry().system(.general).string == "a")
    #expect(try await Host.run("mask b", in: folders).isEmpty)
    #expect(folders.registry().system(.general).string == "b")
  }

  @Test(
    "P054 names of any script, and with slashes, are files in the folder",
    arguments: [
      "../x", "/", ".", "..", ".lock", ".new", "a/b", "100%", "%2e", "ä", "名前", "a\nb", "\u{0}",
      "🎈", " ", "general", String(repeating: "n", count: 244),
    ])
  func names(name: String) throws {
    let pasteboard = try #require(registry.pasteboard(.init(name), create: true))
    pasteboard.string = name
    #expect(pasteboard.error == nil)
    #expect(folders.registry().pasteboard(.init(name), create: false)?.string == name)
    #expect(registry.system(.general).string == nil)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folders.path)) == [
        "lasting", "memory",
      ])
    let files = try FileManager.default.contentsOfDirectory(atPath: folders.path + "/memory")
    #expect(files.count == 3)
    registry.remove(.init(name))
    #expect(folders.registry().pasteboard(.init(name), create: false) == nil)
  }

  @Test("P054 canonically equivalent names are one; different ones stay apart")
  func equivalentNames() {
    #expect(Pasteboard.Name("e\u{301}").fileName == Pasteboard.Name("é").fileName)
    let names = ["a", "A", "%2e", ".", "%", "%25", "a/b", "a%2fb"].map { Pasteboard.Name($0) }
    #expect(Set(names.map(\.fileName)).count == names.count)
  }

  @Test("P054 empty names and too long ones are refused", arguments: [0, 245, 300])
  func refusedNames(length: Int) {
    let name = Pasteboard.Name(String(repeating: "n", count: length))
    #expect(registry.pasteboard(name, create: true) == nil)
    registry.remove(name)
  }

  @Test("P055 a damaged file: empty, reported once, refused, and not overwritten")
  func damaged() throws {
    pasteboard.string = "a"
    let file = try folders.file(.general)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let half = whole.prefix(whole.count / 2)
    try folders.write(half, to: file)
    #expect(pasteboard.string == nil)
    #expect(pasteboard.items.isEmpty)
    #expect(pasteboard.changeCount == 1)
    #expect(pasteboard.error == .damaged(path: file))
    #expect(log.entries == ["changed +public.utf8-plain-text", "failed"])
    pasteboard.string = "b"
    #expect(pasteboard.error == .damaged(path: file))
    #expect(log.entries == ["changed +public.utf8-plain-text", "failed", "failed"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == half)
    try FileManager.default.removeItem(atPath: file)
    pasteboard.string = "b"
    #expect(pasteboard.error == nil)
    #expect(pasteboard.string == "b")
    // What replaces all items reads the header alone; what adds to them does not.
    var torn = try Data(contentsOf: URL(fileURLWithPath: file))
    torn[torn.count - 1] ^= 1
    try folders.write(torn, to: file)
    #expect(pasteboard.string == nil && !pasteboard.addItems([["a": "1"]]))
    pasteboard.string = "c"
    #expect(pasteboard.string == "c")
  }

  @Test("P055 another program's file, and one too big, are neither read nor overwritten")
  func foreign() throws {
    pasteboard.string = "a"
    let file = try folders.file(.general)
    try folders.write(Data("#!/bin/sh\n".utf8), to: file)
    #expect(pasteboard.string == nil)
    #expect(pasteboard.error == .foreign(path: file))
    #expect(truncate(file, 64 << 20 + 1) == 0)
    pasteboard.string = "b"
    #expect(pasteboard.error == .tooBig(path: file, bytes: 64 << 20 + 1, limit: 64 << 20))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == 64 << 20 + 1)
  }

  @Test("P055 no damage traps: every length, and every byte replaced")
  func everyDamage() throws {
    var contents = PasteboardContents()
    contents.changeCount = 7
    contents.expirationDate = Date(timeIntervalSinceReferenceDate: 1)
    contents.items = [["a": "text", "b": Data([1, 2])], ["c": ["d": 1.5]]]
    let whole = try contents.bytes(limit: 1 << 20, path: "file")
    #expect(try PasteboardContents(bytes: whole, path: "file") == contents)
    var (read, refused) = (0, 0)
    func tryReading(_ bytes: Data) {
      do {
        // What can be read can be used.
        let contents = try PasteboardContents(bytes: bytes, path: "file")
        _ = contents.items.map { item in item.types.map { item[$0] } }
        _ = try contents.changed { _ in }
        read += 1
      } catch {
        refused += 1
      }
    }
    for length in 0..<whole.count { tryReading(whole.prefix(length)) }
    for index in whole.indices {
      for byte: UInt8 in [0x00, 0x01, 0x0F, 0x10, 0x13, 0x1F, 0x5F, 0xA0, 0xAF, 0xD3, 0xFF] {
        var bytes = whole
        guard bytes[index] != byte else { continue }
        bytes[index] = byte
        tryReading(bytes)
      }
    }
    // The checksum shows every change of a byte.
    #expect(read == 0 && refused > 0)
  }

  @Test("P056 a later format reads as empty, and is not overwritten")
  func laterFormat() throws {
    let file = try folders.file(.general)
    _ = pasteboard.items
    let later = PasteboardHeader.file(
      of: try PropertyListSerialization.data(
        fromPropertyList: ["format": 2, "more": "things"], format: .binary, options: 0))
    try folders.write(later, to: file)
    #expect(pasteboard.items.isEmpty)
    #expect(pasteboard.error == .otherFormat(path: file, format: 2))
    pasteboard.string = "a"
    #expect(pasteboard.error == .otherFormat(path: file, format: 2))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == later)
  }

  @Test("P057 P060 with nowhere to write nothing is refused: it is kept here, reported once")
  func nowhere() throws {
    // A folder cannot be made below a device, not even by root.
    let places = PasteboardPlaces(lasting: "/dev/null/a", memory: "/dev/null/b")
    let registry = PasteboardRegistry(store: PasteboardStore(places: places), isWatching: false)
    let general = registry.system(.general)
    let log = Log(general)
    general.string = "a"
    #expect(general.addItems([["b": "2"]]))
    #expect(general.items == [[Pasteboard.StandardType.text: "a"], ["b": "2"]])
    #expect(general.changeCount == 2)
    #expect(general.isPersistent)
    #expect(log.entries == ["changed +public.utf8-plain-text", "changed +b"])
    #expect(general.error != nil)
    let named = try #require(registry.pasteboard("one", create: true))
    named.string = "c"
    #expect(registry.pasteboard("one", create: false)?.string == "c")
    #expect(registry.pasteboard("two", create: false) == nil)
    registry.remove("one")
    #expect(named.string == nil)
    #expect(registry.pasteboard("one", create: false) == nil)
  }

  @Test("P057 what could not be stored is stored as soon as there is a folder")
  func nowhereAtFirst() throws {
    let lasting = folders.places.lasting ?? ""
    pasteboard.string = "shared"
    try FileManager.default.moveItem(atPath: lasting, toPath: lasting + "2")
    try Data().write(to: URL(fileURLWithPath: lasting))
    pasteboard.string = "a"
    pasteboard.addItems([["b": "2"]])
    #expect(
      log.entries == [
        "changed +public.utf8-plain-text", "failed", "changed +public.utf8-plain-text",
        "changed +b",
      ])
    try FileManager.default.removeItem(atPath: lasting)
    try FileManager.default.moveItem(atPath: lasting + "2", toPath: lasting)
    pasteboard.addItems([["c": "3"]])
    let items: [Pasteboard.Item] = [[Pasteboard.StandardType.text: "a"], ["b": "2"], ["c": "3"]]
    #expect(folders.registry().system(.general).items == items)
    #expect(pasteboard.error == nil)
    #expect(pasteboard.changeCount == 4)
  }

  @Test("every error says what was being done to what, and what to do")
  func descriptions() {
    let errors: [PasteboardError] = [
      .unusableFolder(path: "/p", reason: "r"), .notInMemory(path: "/p"),
      .unusableFile(path: "/p", reason: "r"), .foreign(path: "/p"), .damaged(path: "/p"),
      .otherFormat(path: "/p", format: 2), .tooBig(path: "/p", bytes: 2, limit: 1),
      .busy(path: "/p"), .failed(action: "write", path: "/p", number: ENOSPC),
    ]
    for error in errors {
      #expect("\(error)".hasPrefix("cannot "))
      #expect("\(error)".contains("/p"))
    }
  }
}
