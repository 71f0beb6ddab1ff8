import FoundationEssentials

/// The answer of `mattetool worker` to a job.
struct WorkerAnswer: Decodable, Sendable {
  /// Why there is no output; nil if there is one.
  var error: String?
  /// The exit code of an equivalent command; nil if there is an output.
  var code: Int?
  /// Whether the same job may succeed later.
  var retry: Bool?
  var report: [String: JSONValue]?

  /// - Throws: `DecodingError`.
  init(line: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(line.utf8)) }

  init(error: String, code: Int, retry: Bool) { (self.error, self.code, self.retry) = (error, code, retry) }

  /// The report without the names of the service's own files.
  ///
  /// - Parameter withFaces: whether each face is listed, or only their number.
  func report(withFaces: Bool) -> JSONValue {
    let hidden = Set(["input", "inputBytes", "output", "outputBytes", "residentMemory", "peakMemory"])
    return .object((report ?? [:]).filter { key, _ in !hidden.contains(key) && (withFaces || key != "faces") })
  }
}
