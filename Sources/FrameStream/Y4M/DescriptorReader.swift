import Glibc

/// Reads lines and blocks of bytes from a file descriptor, blocking until it is woken, which ends the input.
struct DescriptorReader: Sendable {
  /// A duplicate of the descriptor, which is closed when the reader is released.
  private final class Descriptor: Sendable {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
  }

  let name: String
  /// Ends the waiting.
  let wakeUp = WakeUp()
  private let descriptor: Descriptor
  private var buffer: [UInt8]
  private var position = 0

  /// - Parameter start: bytes that precede those of the descriptor.
  init(fileDescriptor: Int32, name: String, startingWith start: [UInt8] = []) throws(FrameStreamError) {
    let copy = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .cannotRead(name, errno) }
    self.name = name
    buffer = start
    descriptor = Descriptor(copy)
  }

  /// The bytes up to the next line feed, without it; nil at the end of the input.
  mutating func line(limit: Int) throws(FrameStreamError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if position == buffer.count {
        try fill()
        if buffer.isEmpty {
          guard !line.isEmpty else { return nil }
          throw .malformed(file: name, reason: "it ends within a header")
        }
      }
      let rest = buffer[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(end ?? rest.endIndex)]
      position = end.map { $0 + 1 } ?? rest.endIndex
      guard line.count <= limit else {
        throw .malformed(file: name, reason: "a header of more than \(limit) bytes")
      }
      if end != nil { return line }
    }
  }

  /// Fills `bytes`; returns their number before the end of the input.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(FrameStreamError) -> Int {
    var count = min(bytes.count, buffer.count - position)
    buffer.withUnsafeBytes { buffered in
      bytes.copyBytes(from: buffered[position..<position + count])
    }
    position += count
    while count < bytes.count {
      let done = try readOnce(UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
      if done == 0 { break }
      count += done
    }
    return count
  }

  private mutating func fill() throws(FrameStreamError) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try bytes.withUnsafeMutableBufferPointer { room throws(FrameStreamError) in
      try readOnce(UnsafeMutableRawBufferPointer(room))
    }
    bytes.removeLast(bytes.count - count)
    buffer = bytes
    position = 0
  }

  private func readOnce(_ room: UnsafeMutableRawBufferPointer) throws(FrameStreamError) -> Int {
    while true {
      guard wakeUp.wait(for: descriptor.number) else { return 0 }
      let count = Glibc.read(descriptor.number, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EAGAIN, errno != EINTR {
        throw .cannotRead(name, errno)
      }
    }
  }
}
