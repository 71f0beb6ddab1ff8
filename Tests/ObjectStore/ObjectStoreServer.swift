import Foundation
import ObjectStorage
import Support

/// A small store of objects, `object-store.py`, in a process of its own, with the buckets `photos` and `results`.
package final class ObjectStoreServer {
  package let port: Int
  private let folder: TemporaryFolder
  private let process: Subprocess

  package init(pageSize: Int = 1000) throws {
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

  package var endpoint: String { "http://127.0.0.1:\(port)" }

  /// The environment of mattetool.
  package var environment: [String: String] {
    [
      "AWS_ACCESS_KEY_ID": "AKIDTESTEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/of+tests", "AWS_ENDPOINT_URL": endpoint,
      "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    ]
  }

  package func configuration(secret: String = "secret/of+tests", attempts: Int = 8) -> S3Configuration {
    var configuration = S3Configuration(
      endpoint: endpoint, credentials: S3Credentials(accessKeyID: "AKIDTESTEXAMPLE", secretAccessKey: secret))
    // Without waits: the test counts the tries and their outcome.
    configuration.retries = RetryPolicy(maximumAttempts: attempts, firstDelay: 0)
    return configuration
  }

  package func bucket(_ name: String = "photos", secret: String = "secret/of+tests", attempts: Int = 8) -> S3Bucket {
    S3Bucket(name, configuration(secret: secret, attempts: attempts))
  }

  /// Has the next requests of a method go wrong.
  package func fail(_ method: String, _ kind: String, _ count: Int = 1, key: String = "") throws {
    try control(.post, "/-/faults", #"[{"method":"\#(method)","kind":"\#(kind)","count":\#(count),"key":"\#(key)"}]"#)
  }

  /// The requests since the last call.
  package func requests() throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(try control(.get, "/-/log")))
  }

  @discardableResult package func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
  ) throws -> [UInt8] {
    var request = HTTPRequest(method, endpoint + path)
    request.body = Array(body.utf8)
    return try HTTPClient().answer(to: request).body
  }
}
