import Foundation
import Testing

/// What becomes of a command whose output cannot be written.
@Suite struct OutputTests {
  @Test(
    "a closed pipe ends it quietly",
    arguments: [
      ["motionctl", "replay", "samples/short-shake.csv"],
      ["motion-demo", "samples/short-shake.csv"],
      ["motiond", "--bus", "none", "--source", "samples/short-shake.csv"],
    ])
  func closedPipe(_ words: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let command = try RunningCommand(
      words[0], Array(words.dropFirst()), output: pipe.fileHandleForWriting)
    let result = try command.finish()
    #expect(result.status == 0)
    // Only the daemon's log of its start.
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("info motiond") })
  }

  @Test("a signal ends it though nobody reads its output")
  func stalledReader() throws {
    let pipe = Pipe()
    // Full to the brim: 64 KiB, as pipes have it.
    let end = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let page = [UInt8](repeating: 0, count: 4096)
    while write(end, page, page.count) > 0 {}
    _ = fcntl(end, F_SETFL, 0)
    let command = try RunningCommand(
      "motiond", ["--bus", "none", "--source", "samples/short-shake.csv"],
      output: pipe.fileHandleForWriting)
    // A file is always ready, so the one thing it can wait for is room in the pipe.
    #expect(command.waitUntilPolling())
    command.send(SIGTERM)
    #expect(try command.finish().status == 0)
    try pipe.fileHandleForReading.close()
  }

  @Test("a full disk is an error")
  func full() throws {
    let device = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let command = try RunningCommand(
      "motionctl", ["replay", "samples/short-shake.csv"], output: device)
    let result = try command.finish()
    #expect(result.status == 1)
    #expect(
      result.errors
        == "motionctl replay: cannot write to standard output: No space left on device\n")
  }

  @Test("help and version", arguments: ["motiond", "motionctl"])
  func help(_ name: String) throws {
    let help = try RunningCommand.run(name, "--help")
    #expect(help.status == 0)
    #expect(help.output.contains { $0.contains("Exit status: 0 done; 64 wrong usage") })
    let version = try RunningCommand.run(name, "--version")
    #expect(version.status == 0)
    #expect(version.output.first?.hasPrefix("\(name) 0.1.0-dev (libiio ") == true)
  }
}
