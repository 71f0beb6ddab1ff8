import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// The fields of a line that describes a job; errors name the field.
struct JobFields {
  enum Key: String, CodingKey, CaseIterable {
    case job, effect, set, onlyFaces, input, inputBytes, inputBase64, output, outputBytes, outputBase64, format, mattes,
      existing
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  /// - Throws: ``WorkerJob/Fault`` for an unknown field: a misspelt setting that is ignored would give another picture
  ///   than requested.
  init(_ decoder: any Decoder) throws {
    let known = Key.allCases.map(\.rawValue)
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let other = keys.first(where: { !known.contains($0) }) {
      throw WorkerJob.Fault(description: "a job has no \"\(other)\", only \(known.joined(separator: ", "))")
    }
    container = try decoder.container(keyedBy: Key.self)
  }

  /// A field; nil if it is missing.
  ///
  /// - Parameter what: the required type, for the error.
  func value<Value: Decodable>(_ key: Key, as type: Value.Type, _ what: String) throws(WorkerJob.Fault) -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: key)
    } catch {
      throw fault(key, what)
    }
  }

  /// One of a set of words; nil if it is missing.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: Key, of type: Choice.Type
  ) throws(WorkerJob.Fault) -> Choice? where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard let text = try value(key, as: String.self, "one of \(names)") else { return nil }
    guard let choice = Choice(rawValue: text) else { throw fault(key, "one of \(names), not '\(text)'") }
    return choice
  }

  /// A place, given in one of three fields.
  func place(_ key: Key, bytes: Key, base64: Key) throws(WorkerJob.Fault) -> FilePlace {
    let (inBase64, encoded) = ("a path in Base64, as in reports", "a percent-encoded path, as in reports")
    if let text = try value(base64, as: String.self, inBase64) {
      guard let path = FilePath(base64: text) else { throw fault(base64, inBase64) }
      try check(base64, hasZero: Data(base64Encoded: text)?.contains(0) == true)
      return .path(path)
    }
    if let text = try value(bytes, as: String.self, encoded) {
      guard let path = FilePath(percentEncoded: text) else { throw fault(bytes, encoded) }
      try check(bytes, hasZero: text.contains("%00") || text.utf8.contains(0))
      return .path(path)
    }
    guard let text = try value(key, as: String.self, "a path"), !text.isEmpty else {
      throw WorkerJob.Fault(description: "a job names its \(key.rawValue): \"\(key.rawValue)\": \"PATH\"")
    }
    try check(key, hasZero: text.utf8.contains(0))
    do {
      return try FilePlace(text)
    } catch {
      throw WorkerJob.Fault(description: "\(error)")
    }
  }

  /// Refuses a zero byte, which would truncate a path to another file's.
  func check(_ key: Key, hasZero: Bool) throws(WorkerJob.Fault) {
    if hasZero {
      throw WorkerJob.Fault(description: "\"\(key.rawValue)\" of a job has a zero byte in it; leave it out")
    }
  }

  /// - Parameter what: the required type.
  func fault(_ key: Key, _ what: String) -> WorkerJob.Fault {
    WorkerJob.Fault(description: "\"\(key.rawValue)\" of a job is \(what)")
  }
}
