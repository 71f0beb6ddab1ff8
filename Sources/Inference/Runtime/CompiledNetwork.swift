import COpenVINO
import FoundationEssentials
import Synchronization

/// A network compiled for one shape of its inputs, or for the dynamic shapes of its file. May be shared by threads:
/// each inference takes a request from a pool, which a lock guards.
final class CompiledNetwork: @unchecked Sendable {
  let inputNames: [String]
  let outputNames: [String]
  /// The shape of each input, in the order of their names; -1 for a dynamic dimension.
  private let inputShapes: [[Int]]
  private let handle: OpaquePointer
  private let core: Core
  private let name: String
  private let bytes: Data?
  private let idle = Mutex<[Request]>([])

  /// - Parameter bytes: the data that it was imported from: OpenVINO reads weights in place, as long as it runs.
  init(_ handle: OpaquePointer, of core: Core, name: String, bytes: Data? = nil) throws(InferenceError) {
    self.handle = handle
    self.bytes = bytes
    self.core = core
    self.name = name
    var all: [[MKPort]] = []
    for outputs in [Int32(0), 1] {
      var ports = [MKPort](repeating: MKPort(), count: 32)
      var count = ports.count
      if let message = messageOfFailure({ mk_compiled_ports(handle, outputs, &ports, &count, $0, $1) }) {
        mk_compiled_free(handle)
        throw .openVINO(network: name, message)
      }
      all.append(Array(ports.prefix(count)))
    }
    inputNames = all[0].map(\.title)
    inputShapes = all[0].map(\.shape)
    outputNames = all[1].map(\.title)
  }

  deinit {
    // Requests are released before the network they were made from.
    idle.withLock { $0.removeAll() }
    mk_compiled_free(handle)
  }

  /// Whether it runs inputs of these shapes; inputs that are not named have the compiled shape.
  func takes(_ shapes: [String: [Int]]) -> Bool {
    zip(inputNames, inputShapes).allSatisfy { name, taken in
      guard let shape = shapes[name] ?? (inputNames.count == 1 ? shapes[""] : nil) else { return !taken.contains(-1) }
      return shape.count == taken.count && zip(shape, taken).allSatisfy { $0 == $1 || ($1 == -1 && $0 > 0) }
    }
  }

  /// The index of the output with a name; nil if there is none. An output may have other names than that in
  /// ``outputNames``.
  func outputIndex(of name: String) -> Int? {
    if let index = outputNames.firstIndex(of: name) { return index }
    var index = 0
    return messageOfFailure { mk_compiled_output_index(handle, name, &index, $0, $1) } == nil ? index : nil
  }

  /// Writes the format that ``Core/compiled(from:name:)`` reads.
  func export(to path: String) throws(InferenceError) {
    if let message = messageOfFailure({ mk_compiled_export(handle, path, $0, $1) }) {
      throw .openVINO(network: name, message)
    }
  }

  /// Lends a request to `body`.
  func withRequest<Result>(_ body: (Request) throws(InferenceError) -> Result) throws(InferenceError) -> Result {
    let request: Request
    if let lent = idle.withLock({ $0.popLast() }) {
      request = lent
    } else {
      request = try makeRequest()
    }
    defer { idle.withLock { $0.append(request) } }
    return try body(request)
  }

  private func makeRequest() throws(InferenceError) -> Request {
    var request: OpaquePointer?
    let message = messageOfFailure { mk_request_create(handle, &request, $0, $1) }
    guard message == nil, let request else { throw .openVINO(network: name, message ?? "nothing was made") }
    return Request(request, of: core, name: name)
  }
}
