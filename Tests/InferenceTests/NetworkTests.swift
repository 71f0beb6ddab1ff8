import FoundationEssentials
import Imaging
@testable import Inference
import Support
import Testing

@Suite struct NetworkTests {
  static let store = NetworkStore(compiledNetworks: .notKept)
  static let isInstalled = store.canFind("face_detection_short_range.tflite")

  /// An IR with an input of any size that doubles it and adds 1: [1, 3, H, W] in, the same out.
  static let intermediateRepresentation = """
    <?xml version="1.0"?>
    <net name="double" version="11"><layers>
    <layer id="0" name="image" type="Parameter" version="opset1"><data shape="1,3,?,?" element_type="f32"/>
    <output><port id="0" precision="FP32" names="image"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></output>
    </layer>
    <layer id="1" name="two" type="Const" version="opset1"><data element_type="f32" shape="1" offset="0" size="4"/>
    <output><port id="0" precision="FP32"><dim>1</dim></port></output></layer>
    <layer id="2" name="one" type="Const" version="opset1"><data element_type="f32" shape="1" offset="4" size="4"/>
    <output><port id="0" precision="FP32"><dim>1</dim></port></output></layer>
    <layer id="3" name="times" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
    <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port>
    <port id="1" precision="FP32"><dim>1</dim></port></input>
    <output><port id="2" precision="FP32"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></output></layer>
    <layer id="4" name="plus" type="Add" version="opset1"><data auto_broadcast="numpy"/>
    <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port>
    <port id="1" precision="FP32"><dim>1</dim></port></input>
    <output><port id="2" precision="FP32" names="mattes"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></output>
    </layer>
    <layer id="5" name="result" type="Result" version="opset1">
    <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></input></layer>
    </layers><edges>
    <edge from-layer="0" from-port="0" to-layer="3" to-port="0"/><edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
    <edge from-layer="3" from-port="2" to-layer="4" to-port="0"/><edge from-layer="2" from-port="0" to-layer="4" to-port="1"/>
    <edge from-layer="4" from-port="2" to-layer="5" to-port="0"/>
    </edges></net>
    """

  static func doubling(in scratch: TemporaryFolder) throws {
    try scratch.file("double.xml", Array(intermediateRepresentation.utf8))
    try scratch.file("double.bin", [Float(2), 1].withUnsafeBytes(Array.init))
  }

  static func folder(_ scratch: TemporaryFolder, keeping: NetworkStore.CompiledNetworks = .notKept) -> NetworkStore {
    NetworkStore(networks: URL(filePath: scratch.path), compiledNetworks: keeping)
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a network runs at any size, by name or with preallocated tensors`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let network = try Network("double.xml", from: Self.folder(scratch))
    var random = RepeatableRandomNumberGenerator(seed: 3)
    for (height, width) in [(2, 3), (32, 64), (2, 3), (1, 1)] {
      let shape = [1, 3, height, width]
      let values = (0..<3 * height * width).map { _ in Float.random(in: -1...1, using: &random) }
      let output = try #require(try network.run(["image": Tensor(shape: shape, values: values)])["mattes"])
      #expect(output.shape == shape)
      #expect(output.values == values.map { $0 * 2 + 1 })
      let inPlace = try network.run(shape: shape) { input in
        _ = input.update(fromContentsOf: values)
      } reading: { outputs in
        outputs["mattes"].map(Array.init)
      }
      #expect(inPlace == output.values)
    }
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a network whose file leaves the size open is compiled once for all sizes`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let cache = URL(filePath: "\(scratch.path)/cache")
    let network = try Network("double.xml", from: Self.folder(scratch, keeping: .inFolder(cache)))
    for (height, width) in [(7, 5), (1, 64), (640, 33), (7, 5)] {
      let output = try network.run(["image": Tensor(shape: [1, 3, height, width], repeating: 4)])["mattes"]
      #expect(output == Tensor(shape: [1, 3, height, width], repeating: 9))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).count == 1)
    let shape = [1, 3, -1, 8]
    #expect(throws: InferenceError.self) { _ = try network.run(shape: shape, writing: { _ in }, reading: { _ in }) }
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a prepared size has a network of its own, which other sizes do not use`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let cache = URL(filePath: "\(scratch.path)/cache")
    let network = try Network("double.xml", from: Self.folder(scratch, keeping: .inFolder(cache)), cachedShapes: 1)
    func compiledCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: cache.path).count }
    try network.prepare(shapes: ["": [1, 3, 7, 5]])
    #expect(try compiledCount() == 1)
    for (height, width) in [(7, 5), (1, 64), (7, 5), (640, 33)] {
      let values = try network.run(shape: [1, 3, height, width]) { input in
        input.update(repeating: 4)
      } reading: { outputs in
        outputs["mattes"].map(Array.init)
      }
      #expect(values == [Float](repeating: 9, count: 3 * height * width))
    }
    #expect(try compiledCount() == 2)
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `wrong inputs are named`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let network = try Network("double.xml", from: Self.folder(scratch))
    let tensor = Tensor(shape: [1, 3, 2, 2])
    let error = #expect(throws: InferenceError.self) { _ = try network.run(["picture": tensor]) }
    #expect(error?.description.contains("image") == true)
    #expect(throws: InferenceError.self) { _ = try network.run([:]) }
    #expect(try network.run(["": tensor])["mattes"]?.values == [Float](repeating: 1, count: 12))
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a shape that the network does not support is refused`() throws {
    let network = try Network("face_detection_short_range.tflite", from: Self.store)
    #expect(throws: InferenceError.self) { _ = try network.run(["": Tensor(shape: [1, 128, 128, 4])]) }
    #expect(throws: InferenceError.self) { try network.prepare(shapes: ["": [1, 1, 1, 1, 1, 1, 1, 1, 1]]) }
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `threads may share a network`() async throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let network = try Network("double.xml", from: Self.folder(scratch))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<24 {
        group.addTask {
          let tensor = Tensor(shape: [1, 3, 16, 16 + index % 3], repeating: Float(index))
          return try network.run(["image": tensor])["mattes"]?.values.allSatisfy { $0 == Float(index) * 2 + 1 } == true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a file that is no network is reported as damaged`() throws {
    let scratch = try TemporaryFolder()
    try scratch.file("junk.tflite", Array("this is not a network".utf8))
    let network = try Network("junk.tflite", from: Self.folder(scratch))
    let error = #expect(throws: InferenceError.self) { try network.prepare(shapes: [:]) }
    guard case .damaged(let file, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(file.hasSuffix("junk.tflite"))
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a released network is loaded again`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let network = try Network("double.xml", from: Self.folder(scratch))
    network.unload()
    for _ in 0..<2 {
      let input = Tensor(shape: [1, 3, 1, 1], values: [0, 1, 2])
      #expect(try network.run(["image": input])["mattes"]?.values == [1, 3, 5])
      network.unload()
    }
  }

  @Test func `without OpenVINO the folders are named`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    let store = NetworkStore(
      networks: scratch.path, openVINO: "/nowhere", compiledNetworks: .notKept, environment: [:], executable: nil,
      machine: "/nowhere/usr")
    let folders = ["/nowhere", "/nowhere/usr/local/lib/mattekit/openvino", "/nowhere/usr/lib/mattekit/openvino"]
    #expect(throws: InferenceError.runtimeMissing(searched: folders, reason: nil)) {
      _ = try Network("double.xml", from: store)
    }
    try scratch.file("broken/libopenvino_c.so", [1, 2, 3])
    let broken = NetworkStore(
      networks: scratch.path, openVINO: "\(scratch.path)/broken", compiledNetworks: .notKept, environment: [:],
      executable: nil)
    let error = #expect(throws: InferenceError.self) { _ = try Network("double.xml", from: broken) }
    #expect(error?.description.contains("broken/libopenvino_c.so") == true, "\(error as Any)")
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"), arguments: Precision.allCases)
  func `a cached network gives the same results, and a corrupt one is compiled again`(precision: Precision) throws {
    let scratch = try TemporaryFolder()
    let cache = NetworkStore.CompiledNetworks.inFolder(URL(filePath: "\(scratch.path)/cache"))
    let store = NetworkStore(compiledNetworks: cache)
    let shape = [1, 128, 128, 3]
    var random = RepeatableRandomNumberGenerator(seed: 5)
    let picture = Tensor(
      shape: shape, values: (0..<128 * 128 * 3).map { _ in Float.random(in: -1...1, using: &random) })
    func answer(_ store: NetworkStore) throws -> [String: Tensor] {
      try Network("face_detection_short_range.tflite", from: store, precision: precision).run(["": picture])
    }
    func kept() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/cache")) ?? [] }
    let fresh = try answer(Self.store)
    #expect(try answer(store) == fresh)
    #expect(kept().count == 1)
    #expect(try answer(store) == fresh)
    let file = URL(filePath: "\(scratch.path)/cache/\(try #require(kept().first))")
    let bytes = try Data(contentsOf: file)
    try bytes.prefix(bytes.count / 2).write(to: file)
    #expect(try answer(store) == fresh)
    // OpenVINO's export is not the same to the byte each time.
    #expect(try Data(contentsOf: file).count > bytes.count * 3 / 4)
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `a cached network runs on several streams at once`() async throws {
    let scratch = try TemporaryFolder()
    let store = NetworkStore(compiledNetworks: .inFolder(URL(filePath: "\(scratch.path)/cache")))
    let picture = Tensor(shape: [1, 192, 192, 3], repeating: 0.25)
    let name = "face_detection_full_range_sparse.tflite"
    let expected = try Network(name, from: store).run(["": picture])
    let kept = try Network(name, from: store, threads: 2, streams: 2)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<30 {
        group.addTask {
          let answer = try kept.run(["": picture])
          return expected.allSatisfy { name, tensor in
            zip(answer[name]?.values ?? [], tensor.values).allSatisfy { abs($0 - $1) < 1e-3 * max(1, abs($1)) }
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test(.enabled(if: isInstalled, "needs OpenVINO"))
  func `without a writable cache networks still run`() throws {
    let scratch = try TemporaryFolder()
    try Self.doubling(in: scratch)
    try scratch.file("file", [])
    let store = Self.folder(scratch, keeping: .inFolder(URL(filePath: "\(scratch.path)/file/cache")))
    let output = try Network("double.xml", from: store).run(["image": Tensor(shape: [1, 3, 1, 1], repeating: 3)])
    #expect(output["mattes"]?.values == [7, 7, 7])
  }
}
