import Batch
import MatteKit
import SystemPackage

/// A report that is read line by line, and whose lines can be read again.
enum ReportSource {
  case bytes([UInt8], name: String)
  case file(FilePath)
  /// A copy, in a temporary file, of an input that cannot be read twice, such as a pipe.
  case copy(TemporaryFile, name: String)

  var name: String {
    switch self {
    case .bytes(_, let name), .copy(_, let name): name
    case .file(let path): path.shown
    }
  }

  /// Reads the lines of an argument's file, `-` for standard input, and keeps the means to read them again.
  ///
  /// - Parameter body: receives each nonempty line, its position, and whether a line feed ends it.
  static func reading(
    _ argument: String, _ body: (_ line: ArraySlice<UInt8>, _ offset: Int64, _ isComplete: Bool) throws -> Void
  ) throws -> ReportSource {
    guard argument != "-" else { return try copying(.standardInput, name: "standard input", body) }
    guard !FilePlace.isRemote(argument) else {
      throw PhotoFileError.unreadable(file: argument, reason: "only files are read here; copy it to a file first")
    }
    let path = CommandLinePath.path(argument)
    let file = try FileDescriptor.reading(path)
    defer { try? file.close() }
    guard (try? path.stat())?.type == .regular else { return try copying(file, name: path.shown, body) }
    try lines(of: file, name: path.shown, body)
    return .file(path)
  }

  private static func copying(
    _ file: FileDescriptor, name: String, _ body: (ArraySlice<UInt8>, Int64, Bool) throws -> Void
  ) throws -> ReportSource {
    let copy = try TemporaryFile()
    try lines(of: file, name: name, copyingTo: copy, body)
    return .copy(copy, name: name)
  }

  private static func lines(
    of file: FileDescriptor, name: String, copyingTo copy: TemporaryFile? = nil,
    _ body: (ArraySlice<UInt8>, Int64, Bool) throws -> Void
  ) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    // The bytes that were read but not passed on, and their offset.
    var (rest, offset) = ([UInt8](), Int64(0))
    while true {
      let count: Int
      do {
        count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
      } catch {
        throw PhotoFileError.cannotRead(name, error)
      }
      try copy.map { copy in
        try piece.withUnsafeBytes { try copy.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
      guard count > 0 else { break }
      rest += piece[..<count]
      let used = try Self.lines(in: rest, at: offset, body)
      rest.removeFirst(used)
      offset += Int64(used)
    }
    if !rest.isEmpty { try body(rest[...], offset, false) }
  }

  /// Hands out the lines that are whole.
  ///
  /// - Returns: how many bytes they have.
  static func lines(
    in bytes: [UInt8], at offset: Int64 = 0, _ body: (ArraySlice<UInt8>, Int64, Bool) throws -> Void
  ) rethrows -> Int {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if end > start { try body(bytes[start..<end], offset + Int64(start), true) }
      start = end + 1
    }
    return start
  }
}
