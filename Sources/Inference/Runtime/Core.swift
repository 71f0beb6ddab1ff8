import COpenVINO
import FoundationEssentials

/// OpenVINO with the settings of one network. May be shared by threads: OpenVINO's core may be.
final class Core: @unchecked Sendable {
  let runtime: Runtime
  private let handle: OpaquePointer

  init(
    _ runtime: Runtime, precision: Precision, threads: Int, streams: Int, cachedShapes: Int, fusesElementwise: Bool
  ) throws(InferenceError) {
    var handle: OpaquePointer?
    let message = messageOfFailure { mk_core_create(runtime.handle, &handle, $0, $1) }
    guard message == nil, let handle else {
      throw AddressSpace.failureOfRuntime(message) ?? .runtimeMissing(searched: [], reason: message)
    }
    self.runtime = runtime
    self.handle = handle
    let settings = [
      ("INFERENCE_PRECISION_HINT", precision.rawValue),
      ("INFERENCE_NUM_THREADS", "\(threads)"),
      ("NUM_STREAMS", "\(streams)"),
      // Threads bound to cores would share the same ones when several networks or processes run.
      ("ENABLE_CPU_PINNING", "NO"),
      // The cache of OpenVINO for each shape of inputs has 5000 entries by default: some MiB for each shape, which add
      // up over photos of many shapes. A shape of the largest network takes about 50.
      ("CPU_RUNTIME_CACHE_CAPACITY", "\(50 * cachedShapes)"),
    ]
    for (key, value) in settings {
      if let message = messageOfFailure({ mk_core_set(handle, key, value, $0, $1) }) {
        throw .runtimeMissing(searched: [], reason: "\(key) = \(value) was refused: \(message)")
      }
    }
    if !fusesElementwise { disableElementwiseFusion() }
  }

  /// The property is not a public one of OpenVINO: a version without it keeps the fusion.
  private func disableElementwiseFusion() {
    _ = messageOfFailure { mk_core_set(handle, "SNIPPETS_MODE", "DISABLE", $0, $1) }
  }

  /// A number that identifies the instruction sets of compiled networks.
  static var processorFeatures: UInt64 { mk_processor_features() }

  deinit { mk_core_free(handle) }

  /// Reads a network and compiles it with its inputs fixed at `shapes`; the name "" denotes the only input.
  func compile(_ file: NetworkFile, shapes: [String: [Int]]) throws(InferenceError) -> CompiledNetwork {
    var model: OpaquePointer?
    if let message = messageOfFailure({ mk_model_read(handle, file.path, file.weightsPath, &model, $0, $1) }) {
      // Its checksum was right.
      throw AddressSpace.failure(of: file.path, message) ?? .damaged(file: file.path, reason: message)
    }
    defer { mk_model_free(model) }
    var ports = [MKPort](repeating: MKPort(), count: 16)
    var count = ports.count
    if let message = messageOfFailure({ mk_model_inputs(model, &ports, &count, $0, $1) }) {
      throw .openVINO(network: file.path, message)
    }
    var changed = false
    ports.removeLast(ports.count - min(count, ports.count))
    for index in ports.indices {
      guard let shape = shapes[ports[index].title] ?? (ports.count == 1 ? shapes[""] : nil) else { continue }
      guard shape.count <= Int(MKMaximumRank) else {
        throw .failed(network: file.path, reason: "an input of shape \(shape) has too many dimensions")
      }
      if ports[index].shape != shape {
        changed = true
        ports[index].shape = shape
      }
    }
    if let message = changed ? messageOfFailure({ mk_model_reshape(model, ports, ports.count, $0, $1) }) : nil {
      throw .openVINO(network: file.path, message)
    }
    var compiled: OpaquePointer?
    let message = messageOfFailure { mk_compile(handle, model, &compiled, $0, $1) }
    guard message == nil, let compiled else { throw .openVINO(network: file.path, message ?? "nothing was made") }
    return try CompiledNetwork(compiled, of: self, name: file.path)
  }

  /// The network written by `CompiledNetwork.export`; nil if these bytes are not one for this machine.
  func compiled(from bytes: Data, name: String) -> CompiledNetwork? {
    var compiled: OpaquePointer?
    let message = bytes.withUnsafeBytes { bytes in
      messageOfFailure { mk_compiled_import(handle, bytes.baseAddress, bytes.count, &compiled, $0, $1) }
    }
    guard message == nil, let compiled else { return nil }
    return try? CompiledNetwork(compiled, of: self, name: name, bytes: bytes)
  }
}
