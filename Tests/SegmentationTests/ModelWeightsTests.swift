import Foundation
import Models
import Support
import Testing

@Suite struct ModelWeightsTests {
  private let folder = ProjectFolder.root.appending(path: ModelWeights.checkoutFolder)

  @Test func `every network has its two files, a line of the hashes for each, and a card`() throws {
    let hashes = try String(contentsOf: folder.appending(path: "SHA256SUMS"), encoding: .utf8)
    for name in ModelWeights.allCases.flatMap(\.fileNames) {
      let stem = name.dropLast(".xml".count)
      for file in ["\(stem).xml", "\(stem).bin"] { #expect(hashes.contains("  \(file)\n")) }
      for file in ["\(stem).xml", "\(stem).bin", "\(stem).md"] {
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: file).path), "\(file)")
      }
    }
  }

  @Test func `all weights together take at most 24 MB`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let bytes = try files.filter { $0.hasSuffix(".bin") || $0.hasSuffix(".xml") }.map { name in
      try #require(FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? UInt64)
    }
    #expect(bytes.count >= 2 * ModelWeights.allCases.count && bytes.reduce(0, +) <= 24_000_000)
  }

  @Test func `convolutions in whole numbers keep weights of seven bits, so that no sum of two products overflows`()
    throws
  {
    var checked = 0
    for name in ModelWeights.allCases.flatMap(\.fileNames) {
      let xml = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      guard xml.contains("type=\"FakeQuantize\"") else { continue }
      let graph = NetworkGraph(xml: xml)
      let weights = try Data(contentsOf: folder.appending(path: name.dropLast(".xml".count) + ".bin"))
      for layer in graph.layers(ofType: "Convolution") {
        guard let scaled = graph.source(ofInput: 1, of: layer), scaled.type == "Multiply",
          let converted = graph.source(ofInput: 0, of: scaled), converted.type == "Convert",
          let bytes = graph.source(ofInput: 0, of: converted)?.bytes
        else { continue }
        let largest = weights[bytes].map { Int8(bitPattern: $0).magnitude }.max() ?? 0
        #expect(largest <= 64, "\(name): \(layer.name)")
        checked += 1
      }
    }
    #expect(checked > 40)
  }
}
