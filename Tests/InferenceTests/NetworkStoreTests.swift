import FoundationEssentials
@testable import Inference
import Support
import Testing

@Suite struct NetworkStoreTests {
  @Test func `the first folder that contains a file is used`() throws {
    let scratch = try TemporaryFolder()
    try scratch.file("one/a", [1])
    try scratch.file("two/a", [2])
    try scratch.file("two/b", [2])
    let store = NetworkStore(
      networks: nil, openVINO: nil, compiledNetworks: .notKept,
      environment: ["MATTEKIT_NETWORKS": "\(scratch.path)/one:\(scratch.path)/two"], executable: nil)
    #expect(store.path(of: "a") == "\(scratch.path)/one/a")
    #expect(store.path(of: "b") == "\(scratch.path)/two/b")
    #expect(store.cacheFolder == nil)
  }

  @Test func `the cache follows XDG`() {
    func cache(_ environment: [String: String]) -> String? {
      NetworkStore(
        networks: nil, openVINO: nil, compiledNetworks: .inUserCache, environment: environment, executable: nil
      ).cacheFolder
    }
    #expect(cache(["XDG_CACHE_HOME": "/xdg", "HOME": "/home/x"]) == "/xdg/mattekit")
    #expect(cache(["XDG_CACHE_HOME": "relative", "HOME": "/home/x"]) == "/home/x/.cache/mattekit")
    #expect(cache([:]) == nil)
  }

  @Test func `a missing network's error names the searched folders`() {
    let store = NetworkStore(
      networks: "/nowhere/a", openVINO: nil, compiledNetworks: .notKept,
      environment: ["MATTEKIT_NETWORKS": "/nowhere/b"], executable: nil)
    let folders = ["/nowhere/a", "/nowhere/b", "/usr/local/share/mattekit/networks", "/usr/share/mattekit/networks"]
    #expect(throws: InferenceError.networkMissing(name: "x.tflite", searched: folders)) {
      _ = try Network("x.tflite", from: store)
    }
  }

  @Test func `a pinned network with other bytes is damaged`() throws {
    let scratch = try TemporaryFolder()
    try scratch.file("face_landmark.tflite", [1, 2, 3])
    let store = NetworkStore(networks: URL(filePath: scratch.path), compiledNetworks: .notKept)
    let error = #expect(throws: InferenceError.self) { _ = try NetworkFile("face_landmark.tflite", in: store) }
    guard case .damaged(let file, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(file == "\(scratch.path)/face_landmark.tflite")
  }

  @Test func `a listed network is checked with its weights`() throws {
    let scratch = try TemporaryFolder()
    let store = NetworkStore(networks: URL(filePath: scratch.path), compiledNetworks: .notKept)
    func isIntact() -> Bool { (try? NetworkFile("own.xml", in: store)) != nil }
    try scratch.file("own.xml", Array("abc".utf8))
    #expect(!isIntact(), "the weights are missing")
    try scratch.file("own.bin", [])
    #expect(isIntact(), "no list, no check")
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    try scratch.file("SHA256SUMS", Array("\(abc)  own.xml\n\(empty) *own.bin\n".utf8))
    #expect(isIntact())
    try scratch.file("SHA256SUMS", Array("\(abc)  own.xml\n".utf8))
    #expect(!isIntact(), "the weights are not listed")
    try scratch.file("SHA256SUMS", Array("\(abc)  own.xml\n\(abc)  own.bin\n".utf8))
    #expect(!isIntact(), "the weights have another hash")
  }
}
