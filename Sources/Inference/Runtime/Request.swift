import COpenVINO

/// The memory of one inference. For one thread at a time; ``CompiledNetwork`` ensures that.
final class Request: @unchecked Sendable {
  private let handle: OpaquePointer
  // OpenVINO's objects may be freed in any order, but its plugin is unloaded with the last core.
  private let core: Core
  private let name: String

  init(_ handle: OpaquePointer, of core: Core, name: String) {
    self.handle = handle
    self.core = core
    self.name = name
  }

  deinit { mk_request_free(handle) }

  /// The samples of an input, to be written before a run, with the shape.
  ///
  /// - Parameter wanted: the requested shape, if the network's is dynamic; nil leaves it unchanged.
  func input(
    _ index: Int, shape wanted: [Int]? = nil
  ) throws(InferenceError) -> (samples: UnsafeMutableBufferPointer<Float>, shape: [Int]) {
    let found = try samples(index, outputs: false)
    guard let wanted, wanted != found.shape else { return found }
    var port = MKPort()
    port.shape = wanted
    if let message = messageOfFailure({ mk_request_set_shape(handle, index, &port, $0, $1) }) {
      throw .openVINO(network: name, message)
    }
    return try samples(index, outputs: false)
  }

  /// The samples of an output, to be read after a run, with the shape.
  func output(_ index: Int) throws(InferenceError) -> (samples: UnsafeMutableBufferPointer<Float>, shape: [Int]) {
    try samples(index, outputs: true)
  }

  func run() throws(InferenceError) {
    if let message = messageOfFailure({ mk_request_run(handle, $0, $1) }) {
      throw .openVINO(network: name, message)
    }
  }

  private func samples(
    _ index: Int, outputs: Bool
  ) throws(InferenceError) -> (samples: UnsafeMutableBufferPointer<Float>, shape: [Int]) {
    var start: UnsafeMutablePointer<Float>?
    var port = MKPort()
    if let message = messageOfFailure({ mk_request_samples(handle, outputs ? 1 : 0, index, &start, &port, $0, $1) }) {
      throw .openVINO(network: name, message)
    }
    let shape = port.shape
    return (UnsafeMutableBufferPointer(start: start, count: shape.reduce(1, *)), shape)
  }
}
