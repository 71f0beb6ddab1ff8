import Dispatch
import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

/// Pipes whose writer stops writing and does not go away.
@Suite struct StalledPipeTests {
  private static let movie = SyntheticY4M(
    width: 4, height: 2, tags: "F25:1 C420jpeg",
    frames: [
      SyntheticY4M.flat((81, 90, 240), luma: 8, chroma: 2), SyntheticY4M.flat((145, 54, 34), luma: 8, chroma: 2),
    ])

  /// A stream of which the first bytes are there, and the descriptor that the rest can be written to.
  private func stream(_ count: Int) throws -> (stream: Y4MStream, writer: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    write(Self.movie.bytes.prefix(count), to: ends[1])
    return (try Y4MStream(fileDescriptor: ends[0], name: "pipe"), ends[1])
  }

  private func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) {
    let bytes = Array(bytes)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  private static var headerSize: Int { (movie.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1 }

  @Test func `cancelling while the pipe waits ends at once, and loses no frame`() async throws {
    let (stream, writer) = try stream(Self.headerSize)
    defer { close(writer) }
    let waiting = Task { () throws -> Bool in
      var iterator = stream.frames.makeAsyncIterator()
      return try await iterator.next() == nil
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    waiting.cancel()
    #expect(try await waiting.value)
    // Far more than it takes, as other tests run at the same time; without an end of the waiting it would be forever.
    #expect(ContinuousClock.now - start < .seconds(30))
    write(Self.movie.bytes.dropFirst(Self.headerSize), to: writer)
    var iterator = stream.frames.makeAsyncIterator()
    #expect(try await iterator.next()?.time.seconds == 0)
    #expect(try await iterator.next()?.time.seconds == 0.04)
  }

  @Test func `a wait for frames of a policy ends as well`() async throws {
    for delivery in [FrameDelivery.latest, .everyFrame, .buffered(2)] {
      let (stream, writer) = try stream(Self.movie.bytes.count)
      defer { close(writer) }
      let counting = Task { () throws -> Int in
        var count = 0
        for try await _ in stream.frames.delivered(delivery) { count += 1 }
        return count
      }
      try await Task.sleep(for: .milliseconds(50))
      counting.cancel()
      // What has not been read when the task is cancelled is not counted.
      #expect(try await counting.value <= 2)
    }
  }

  @Test func `a released stream closes its pipe`() async throws {
    let writer: Int32
    do {
      let (stream, end) = try stream(Self.headerSize)
      writer = end
      let waiting = Task { () throws -> Bool in
        var iterator = stream.frames.makeAsyncIterator()
        return try await iterator.next() == nil
      }
      try await Task.sleep(for: .milliseconds(50))
      waiting.cancel()
      _ = try await waiting.value
    }
    defer { close(writer) }
    // A pipe that nobody reads is in error.
    var state = pollfd(fd: writer, events: 0, revents: 0)
    for _ in 0..<500 {
      _ = poll(&state, 1, 0)
      if state.revents & Int16(POLLERR) != 0 { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(state.revents & Int16(POLLERR) != 0)
  }
}
