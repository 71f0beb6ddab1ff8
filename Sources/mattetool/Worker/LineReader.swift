import Glibc

/// The lines from a descriptor. For one thread at a time.
struct LineReader {
  enum Line: Equatable {
    case line([UInt8])
    /// A line longer than the limit; it was skipped.
    case tooLong
    /// The end of the input.
    case end
    /// No line came in time.
    case nothing
  }

  let descriptor: Int32
  /// In bytes, without the line feed.
  let limit: Int
  private var buffer: [UInt8] = []
  private var hasEnded = false
  private var isPassingOver = false

  init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line, without its line feed. The last one need not have one.
  ///
  /// - Parameter milliseconds: how long to wait for bytes.
  mutating func next(milliseconds: Int32) -> Line {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        if isPassingOver || line.count > limit {
          isPassingOver = false
          return .tooLong
        }
        return .line(line)
      }
      if buffer.count > limit {
        buffer = []
        isPassingOver = true
      }
      if hasEnded {
        defer { (buffer, isPassingOver) = ([], false) }
        if isPassingOver { return .tooLong }
        return buffer.isEmpty ? .end : .line(buffer)
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) > 0 else { return .nothing }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &piece, piece.count)
      if count > 0 {
        buffer += piece[..<count]
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        hasEnded = true
      }
    }
  }
}
