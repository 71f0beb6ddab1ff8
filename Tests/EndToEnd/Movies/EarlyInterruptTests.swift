import Foundation
import Glibc
import Support
import Testing

/// Commands that a signal ends before the first frame of a stream that stalls.
@Suite struct EarlyInterruptTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let header = "YUV4MPEG2 W64 H48 F25:1 C420jpeg\n"

  /// Runs a command on a pipe with a few bytes that stalls then, sends a signal, and waits for the end.
  ///
  /// - Parameter isReady: whether the signal can be sent, once the bytes are read.
  private func interrupt(
    _ arguments: [String], after text: String, by signal: Int32, when isReady: (RunningTool) -> Bool = { _ in true }
  ) throws -> (status: Int32, output: Data, errors: String) {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let writer = open(pipe, O_RDWR)
    defer { close(writer) }
    #expect(write(writer, text, text.utf8.count) == text.utf8.count)
    let tool = try RunningTool(arguments, inputFile: pipe)
    var waiting: Int32 = -1
    #expect(tool.wait { ioctl(writer, UInt(FIONREAD), &waiting) == 0 && waiting == 0 && isReady(tool) })
    tool.send(signal)
    return try tool.finish()
  }

  @Test(
    arguments: [
      ["track"], ["track", "--timing"], ["capture"], ["capture", "--faces"], ["capture", "--effect", "hide-faces"],
      ["apply-effect", "hide-codes"],
    ], [SIGINT, SIGTERM])
  func `a signal before the first frame leaves nothing behind`(command: [String], signal: Int32) throws {
    let output = folder.file("out.mp4")
    for text in [Self.header, Self.header + "FRAME\nhalf of a frame"] {
      let end = try interrupt(command + ["-", "-o", output], after: text, by: signal) { $0.handles(signal) }
      #expect(end.status == 130, "\(end)")
      // The line of --timing is no message.
      let messages = end.errors.split(separator: "\n").filter { $0.contains("error") || $0.contains("warning") }
      #expect(
        messages == (command[0] == "apply-effect" ? [] : ["mattetool: error: \(output): interrupted, and not written"]))
      #expect(folder.contents == [], "\(folder.contents)")
    }
  }

  @Test(arguments: ["track", "capture"])
  func `a signal before the first frame keeps the movie that was to be replaced`(command: String) throws {
    let output = try folder.file("out.mp4", Array("an older one".utf8)).path
    let arguments = [command, "-", "-o", output, "--overwrite"]
    #expect(try interrupt(arguments, after: Self.header, by: SIGINT) { $0.handles(SIGINT) }.status == 130)
    #expect(try Data(contentsOf: URL(filePath: output)) == Data("an older one".utf8))
  }

  @Test(arguments: [["track", "-"], ["codes", "-"], ["codes", "-", "--json"]])
  func `a signal ends a command without an output too`(command: [String]) throws {
    let end = try interrupt(command, after: Self.header, by: SIGTERM) { $0.handles(SIGTERM) }
    #expect(end.status == 130 && end.errors.isEmpty, "\(end)")
  }

  @Test(
    arguments: [
      (["track", "-"], "YUV"), (["codes", "-"], "YUV"), (["codes", "-"], "GIF89a and the beginning of a picture"),
      (["apply-effect", "hide-codes", "-", "-o", "out.mp4"], "YUV"),
    ])
  func `a signal ends the wait for the rest of a stream's header, or of a photo`(command: [String], text: String) throws
  {
    let end = try interrupt(command, after: text, by: SIGINT)
    // No signal is handled yet.
    #expect([-SIGINT, 130].contains(end.status) && end.errors.isEmpty, "\(end)")
  }
}
