import Checksums
import FoundationEssentials
@testable import Inference
import Support
import Testing

@Suite struct CompiledCacheTests {
  private func files(of folder: String) throws -> [String: Date] {
    var dates: [String: Date] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      dates[name] = try #require(attributes[.modificationDate] as? Date)
    }
    return dates
  }

  @Test func `the cache contains exactly what was written`() throws {
    let scratch = try TemporaryFolder()
    let cache = CompiledCache(folder: "\(scratch.path)/cache")
    let (key, other) = (SHA256(Array("one".utf8)), SHA256(Array("two".utf8)))
    cache.store(key) { path in try Data("a network".utf8).write(to: URL(filePath: path)) }
    #expect(cache.load(key) { Array($0) } == Array("a network".utf8))
    #expect(cache.load(other) { Array($0) } == nil)
  }

  @Test func `leftovers of a killed process are removed after an hour`() throws {
    let scratch = try TemporaryFolder()
    let folder = "\(scratch.path)/cache"
    let cache = CompiledCache(folder: folder)
    cache.store(SHA256(Array("one".utf8))) { path in try Data("a network".utf8).write(to: URL(filePath: path)) }
    for (name, age) in [("old.part", 4000.0), ("new.part", 60)] {
      try Data("half".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(-age)], ofItemAtPath: "\(folder)/\(name)")
    }
    cache.store(SHA256(Array("two".utf8))) { path in try Data("another".utf8).write(to: URL(filePath: path)) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.filter { $0.hasSuffix(".part") } == ["new.part"] && names.count == 3)
  }

  /// OpenVINO used to parse the data after a network as part of its text, and refused it if they contained a `<`: one
  /// key in eight.
  @Test(.enabled(if: NetworkTests.isInstalled, "needs OpenVINO"))
  func `no key keeps a network from being read back`() throws {
    let scratch = try TemporaryFolder()
    try NetworkTests.doubling(in: scratch)
    let folder = "\(scratch.path)/cache"
    let store = NetworkTests.folder(scratch, keeping: .inFolder(URL(filePath: folder)))
    let widths = 1...CompiledCache.limit
    func prepare() throws {
      let network = try Network("double.xml", from: store)
      for width in widths { try network.prepare(shapes: ["image": [1, 3, 8, width]]) }
    }
    try prepare()
    let made = try files(of: folder)
    #expect(made.count == widths.count)
    try prepare()
    #expect(try files(of: folder) == made)
  }
}
