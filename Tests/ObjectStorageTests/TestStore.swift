import Foundation
import ObjectStorage
import Support

/// The small store of `Tests/ObjectStore`, with a process of its own.
final class TestStore {
  let port: Int
  private let folder: TemporaryFolder
  private let process: Subprocess

  init(pageSize: Int = 1000) throws {
    folder = try TemporaryFolder()
    process = try Subprocess(
      URL(filePath: "/usr/bin/env"),
      ["python3", ProjectFolder.root.appending(path: "Tests/ObjectStore/object-store.py").path, folder.file("port")],
      environment: ["PAGE_SIZE": "\(pageSize)"], errors: folder.file("errors"))
    var text: String?
    while text == nil, process.isRunning {
      usleep(5000)
      text = try? String(contentsOfFile: folder.file("port"), encoding: .utf8)
    }
    guard let port = text.flatMap(Int.init) else {
      throw Subprocess.Failure.notStarted("object-store.py", 1)
    }
    self.port = port
  }

  var endpoint: String { "http://127.0.0.1:\(port)" }

  func configuration(secret: String = "secret/of+tests", attempts: Int = 8) -> S3Configuration {
    var configuration = S3Configuration(
      endpoint: endpoint, credentials: S3Credentials(accessKeyID: "AKIDTESTEXAMPLE", secretAccessKey: secret))
    // Without waits: what is tested is how often, and what then.
    configuration.retries = RetryPolicy(maximumAttempts: attempts, firstDelay: 0)
    return configuration
  }

  func bucket(_ name: String = "photos", secret: String = "secret/of+tests", attempts: Int = 8) -> S3Bucket {
    S3Bucket(name, configuration(secret: secret, attempts: attempts))
  }

  /// Has the next requests of a method go wrong.
  func fail(_ method: String, _ kind: String, _ count: Int = 1, key: String = "") throws {
    try control(.post, "/-/faults", #"[{"method":"\#(method)","kind":"\#(kind)","count":\#(count),"key":"\#(key)"}]"#)
  }

  /// The requests since this was asked last.
  func requests() throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(try control(.get, "/-/log")))
  }

  @discardableResult func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
  ) throws -> [UInt8] {
    var request = HTTPRequest(method, endpoint + path)
    request.body = Array(body.utf8)
    return try HTTPClient().answer(to: request).body
  }
}
