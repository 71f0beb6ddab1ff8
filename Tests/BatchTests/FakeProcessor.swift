import Glibc
import MatteKit
import Synchronization

@testable import Batch

/// Makes a result without any picture: the photo's bytes, reversed. Does what a photo's name asks for.
final class FakeProcessor: PhotoProcessor {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let state = Mutex((names: [String](), working: 0, most: 0))
  /// Is called with the name of each photo when work on it begins.
  let begin: @Sendable (String) -> Void

  init(_ begin: @escaping @Sendable (String) -> Void = { _ in }) { self.begin = begin }

  /// The photos that were made, by name, in their order.
  var made: [String] { state.withLock { $0.names } }
  /// How many were in work at once.
  var mostAtOnce: Int { state.withLock { $0.most } }

  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    name.contains("huge") ? 1 << 40 : 1 << 20
  }

  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    state.withLock {
      $0.working += 1
      $0.most = max($0.most, $0.working)
    }
    defer { state.withLock { $0.working -= 1 } }
    begin(name)
    usleep(1_000)
    if name.contains("bad") { throw Failure(description: "\(name): cannot be made") }
    state.withLock { $0.names.append(name) }
    return ProcessedPhoto(bytes: data.reversed(), faces: [], mattes: [.hair], warnings: [])
  }
}
