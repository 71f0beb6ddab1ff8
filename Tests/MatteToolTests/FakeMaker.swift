import Glibc
import MatteKit
import Synchronization

@testable import mattetool

/// Makes a result without any picture: the photo's bytes, turned round. Does what a photo's words ask it for.
final class FakeMaker: PhotoMaker {
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

  func memory(for data: [UInt8], name: String, format: PhotoFormat) throws -> Int {
    name.contains("huge") ? 1 << 40 : 1 << 20
  }

  func make(
    from data: [UInt8], name: String, as format: PhotoFormat, clock: inout StageClock
  ) throws -> MadePhoto {
    state.withLock {
      $0.working += 1
      $0.most = max($0.most, $0.working)
    }
    defer { state.withLock { $0.working -= 1 } }
    begin(name)
    usleep(1_000)
    if name.contains("bad") { throw Failure(description: "\(name): cannot be made") }
    state.withLock { $0.names.append(name) }
    return MadePhoto(bytes: data.reversed(), faces: [], mattes: [.hair], warnings: [])
  }
}
