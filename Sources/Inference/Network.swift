import Checksums
import FoundationEssentials
import Synchronization

/// A neural network that runs on the CPU with OpenVINO.
///
/// May be shared by threads and run concurrently. It is compiled at first use, once for all dynamic shapes of its file
/// and once for each other shape; the last four of those are cached. ``prepare(shapes:)`` compiles ahead of time.
///
/// ```swift
/// let network = try Network("mattes-research.xml", from: store)
/// let mattes = try network.run(["image": picture])["mattes"]
/// ```
package final class Network: Sendable {
  /// The name of the network's file.
  package let name: String
  /// The number format of the computation.
  package let precision: Precision
  /// The version of the OpenVINO library.
  package var runtimeVersion: String { core.runtime.version }

  private let file: NetworkFile
  private let core: Core
  private let cache: CompiledCache?
  private let fusesElementwise: Bool
  private let compiled = Mutex(Compiled())

  private struct Compiled {
    /// For the shapes in the file, including its dynamic dimensions.
    var asInFile: CompiledNetwork?
    /// For other shapes, the last used one last.
    var reshaped: [(key: String, network: CompiledNetwork)] = []
    static let mostReshaped = 4

    mutating func reshaped(for key: String) -> CompiledNetwork? {
      guard let index = reshaped.lastIndex(where: { $0.key == key }) else { return nil }
      let found = reshaped.remove(at: index)
      reshaped.append(found)
      return found.network
    }
  }

  /// Finds a network and verifies its file; nothing is compiled yet.
  ///
  /// - Parameters:
  ///   - name: name of a file in one of the store's folders: TFLite, ONNX, or an OpenVINO IR's .xml with its .bin
  ///     beside it.
  ///   - store: where the network and OpenVINO are searched for.
  ///   - precision: the number format of the computation.
  ///   - threads: the number of threads that all inferences share; nil for one per core.
  ///   - streams: the number of concurrent inferences, each with its share of the threads; further ones wait. For a
  ///     small network run by many threads, as many streams as threads are fastest.
  ///   - cachedShapes: the number of dynamic shapes whose generated code is cached: some 8 MiB each for a large
  ///     network.
  ///   - fusesElementwise: whether code is generated for each sequence of element-wise operations. Loading it takes
  ///     about a millisecond for each sequence, which does not pay off for a large network that runs a few times.
  /// - Throws: ``InferenceError`` if OpenVINO or the network is missing, or a file is damaged.
  package init(
    _ name: String, from store: NetworkStore = .default, precision: Precision = .f32, threads: Int? = nil,
    streams: Int = 1, cachedShapes: Int = 4, fusesElementwise: Bool = true
  ) throws(InferenceError) {
    file = try NetworkFile(name, in: store)
    self.name = name
    self.precision = precision
    let threads = max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount)
    core = try Core(
      Runtime(from: store), precision: precision, threads: threads, streams: min(max(1, streams), threads),
      cachedShapes: cachedShapes, fusesElementwise: fusesElementwise)
    self.fusesElementwise = fusesElementwise
    cache = store.cacheFolder.map(CompiledCache.init)
  }

  /// Compiles the network for inputs of these shapes. A network compiled for one shape is a little faster than one for
  /// dynamic shapes, which also takes time for each change of shape; but it takes memory of its own.
  ///
  /// - Parameter shapes: the shape of each input whose shape differs from the file's, by name. The name "" denotes the
  ///   only input.
  /// - Throws: ``InferenceError`` if the network cannot be compiled for the shapes, or has no input of a name.
  package func prepare(shapes: [String: [Int]]) throws(InferenceError) {
    guard !shapes.isEmpty else {
      _ = try network(for: [:])
      return
    }
    try compiled.withLock { compiled throws(InferenceError) in
      if compiled.reshaped(for: Self.key(of: shapes)) == nil { _ = try reshaped(for: shapes, in: &compiled) }
    }
  }

  /// Releases the compiled network and its memory; runs in progress end normally. It is compiled or loaded again on
  /// demand.
  package func unload() { compiled.withLock { $0 = Compiled() } }

  /// Runs the network. Blocks until it is done.
  ///
  /// - Parameter inputs: a tensor for every input, by name; the name "" denotes the only input.
  /// - Returns: the outputs by name; an output without a name has its index as name.
  /// - Throws: ``InferenceError/failed(network:reason:)`` if an input is missing or has a wrong shape, or inference
  ///   fails.
  package func run(_ inputs: [String: Tensor]) throws(InferenceError) -> [String: Tensor] {
    let network = try network(for: inputs.mapValues(\.shape))
    return try network.withRequest { request throws(InferenceError) in
      for (index, name) in network.inputNames.enumerated() {
        guard let tensor = inputs[name] ?? (network.inputNames.count == 1 ? inputs[""] : nil) else {
          throw .failed(network: self.name, reason: "no tensor was given for the input \(name)")
        }
        let input = try request.input(index, shape: tensor.shape)
        guard input.shape == tensor.shape else {
          throw .failed(
            network: self.name, reason: "the input \(name) has the shape \(input.shape), not \(tensor.shape)")
        }
        _ = input.samples.update(fromContentsOf: tensor.values)
      }
      try request.run()
      var outputs: [String: Tensor] = [:]
      for (index, name) in network.outputNames.enumerated() {
        let output = try request.output(index)
        outputs[name.isEmpty ? "\(index)" : name] = Tensor(shape: output.shape, values: Array(output.samples))
      }
      return outputs
    }
  }

  /// Runs a network with one input without copying: `write` fills the input in place, `read` reads the outputs in
  /// place.
  ///
  /// - Parameters:
  ///   - shape: the input's shape; nil for the file's.
  ///   - write: fills the whole input, which may contain values of an earlier run.
  ///   - read: reads the outputs, which are invalid after it returns.
  /// - Throws: ``InferenceError/failed(network:reason:)`` if the network has several inputs, does not support the
  ///   shape, or fails.
  package func run<Result>(
    shape: [Int]? = nil, writing write: (UnsafeMutableBufferPointer<Float>) -> Void,
    reading read: (NetworkOutputs) -> Result
  ) throws(InferenceError) -> Result {
    let network = try network(for: shape.map { ["": $0] } ?? [:])
    guard network.inputNames.count == 1 else {
      throw .failed(network: name, reason: "it has \(network.inputNames.count) inputs, not one")
    }
    return try network.withRequest { request throws(InferenceError) in
      write(try request.input(0, shape: shape).samples)
      try request.run()
      var shapes: [[Int]] = []
      var samples: [UnsafeMutableBufferPointer<Float>] = []
      for index in network.outputNames.indices {
        let output = try request.output(index)
        shapes.append(output.shape)
        samples.append(output.samples)
      }
      return read(NetworkOutputs(shapes: shapes, samples: samples, network: network))
    }
  }

  /// The network compiled for these shapes, or for dynamic shapes.
  private func network(for shapes: [String: [Int]]) throws(InferenceError) -> CompiledNetwork {
    try compiled.withLock { compiled throws(InferenceError) in
      if let found = compiled.reshaped(for: Self.key(of: shapes)) { return found }
      let asInFile: CompiledNetwork
      if let made = compiled.asInFile {
        asInFile = made
      } else {
        asInFile = try make([:], key: "")
        compiled.asInFile = asInFile
      }
      try check(shapes, against: asInFile)
      return shapes.isEmpty || asInFile.takes(shapes) ? asInFile : try reshaped(for: shapes, in: &compiled)
    }
  }

  /// The network compiled for these shapes only.
  private func reshaped(
    for shapes: [String: [Int]], in compiled: inout Compiled
  ) throws(InferenceError) -> CompiledNetwork {
    let key = Self.key(of: shapes)
    let network = try make(shapes, key: key)
    try check(shapes, against: network)
    if compiled.reshaped.count >= Compiled.mostReshaped { compiled.reshaped.removeFirst() }
    compiled.reshaped.append((key, network))
    return network
  }

  private static func key(of shapes: [String: [Int]]) -> String {
    shapes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
  }

  private func make(_ shapes: [String: [Int]], key: String) throws(InferenceError) -> CompiledNetwork {
    try AddressSpace.admitNetwork()
    guard let cache else { return try core.compile(file, shapes: shapes) }
    let dependencies =
      [file.digest, core.runtime.version, "\(Core.processorFeatures)", precision.rawValue, key]
      + (fusesElementwise ? [] : ["unfused"])
    let digest = SHA256(Array(dependencies.joined(separator: "\n").utf8))
    if let kept = cache.load(digest, { core.compiled(from: $0, name: file.path) }) { return kept }
    let network = try core.compile(file, shapes: shapes)
    cache.store(digest) { try network.export(to: $0) }
    return network
  }

  private func check(_ shapes: [String: [Int]], against network: CompiledNetwork) throws(InferenceError) {
    for name in shapes.keys where !network.inputNames.contains(name) {
      if name.isEmpty, network.inputNames.count == 1 { continue }
      throw .failed(
        network: self.name, reason: "it has no input \(name); it has \(network.inputNames.joined(separator: ", "))")
    }
  }
}
