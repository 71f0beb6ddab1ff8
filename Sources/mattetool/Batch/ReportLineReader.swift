import MatteKit
import SystemPackage

/// Reads lines of reports again, by their positions. For one thread at a time.
struct ReportLineReader: ~Copyable {
  private let sources: [ReportSource]
  /// Files that are open, by the number of their source; all are closed when there are too many.
  private var open: [Int: FileDescriptor] = [:]
  private static let maximumOpen = 64

  init(_ sources: [ReportSource]) { self.sources = sources }

  deinit { for file in open.values { try? file.close() } }

  /// - Throws: `unreadable`.
  mutating func line(at offset: Int64, length: Int, of source: Int) throws(PhotoFileError) -> [UInt8] {
    let file: FileDescriptor
    switch sources[source] {
    case .bytes(let bytes, _): return Array(bytes[Int(offset)..<Int(offset) + length])
    case .copy(let copy, _):
      return try Self.bytes(length) { buffer throws(PhotoFileError) in try copy.read(at: offset, into: buffer) }
    case .file(let path): file = try descriptor(path, of: source)
    }
    let name = sources[source].name
    return try Self.bytes(length) { buffer throws(PhotoFileError) in
      try file.readExactly(at: offset, into: buffer, name: name)
    }
  }

  private mutating func descriptor(_ path: FilePath, of source: Int) throws(PhotoFileError) -> FileDescriptor {
    if let file = open[source] { return file }
    if open.count >= Self.maximumOpen {
      for file in open.values { try? file.close() }
      open = [:]
    }
    let file = try FileDescriptor.reading(path)
    open[source] = file
    return file
  }

  private static func bytes(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(PhotoFileError) -> Void
  ) throws(PhotoFileError) -> [UInt8] {
    var failure: PhotoFileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(PhotoFileError) {
        try fill(UnsafeMutableRawBufferPointer(buffer))
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
