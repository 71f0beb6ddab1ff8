import Batch
import FoundationEssentials
import MatteKit

/// A photo to work on, as a line of JSON names it to `mattetool worker`.
struct WorkerJob: Decodable, Sendable {
  /// Why a line is no job.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// A name or number of the client's, which the answer repeats.
  enum Name: Codable, Sendable, Hashable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  private enum Key: String, CodingKey, CaseIterable {
    case job, effect, set, onlyFaces, input, inputBytes, inputBase64, output, outputBytes, outputBase64, format, mattes,
      existing
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let job: Name?
  /// An effect, several joined by `+`, or the path of a preset.
  let effect: String
  /// `key=value`.
  let settings: [String]
  let onlyFaces: Set<Int>
  let input: FilePlace
  let output: FilePlace
  /// Nil for that of the output's extension.
  let format: OutputFormat?
  /// Where the mattes go; nil for the worker's own.
  let mattes: MatteDestination?
  /// What happens where the output exists; nil for the worker's own.
  let existing: ExistingPolicy?

  init(from decoder: any Decoder) throws {
    let known = Key.allCases.map(\.rawValue)
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    // A misspelt setting that is ignored would give another picture than was asked for.
    if let other = keys.first(where: { !known.contains($0) }) {
      throw Fault(description: "a job has no \"\(other)\", only \(known.joined(separator: ", "))")
    }
    let container = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: Key, _ type: Value.Type, _ what: String) throws(Fault) -> Value? {
      do {
        return try container.decodeIfPresent(Value.self, forKey: key)
      } catch {
        throw Fault(description: "\"\(key.rawValue)\" of a job is \(what)")
      }
    }
    // A path ends at a zero byte: what is left of it would be another file's.
    func check(_ key: Key, hasZero: Bool) throws(Fault) {
      guard hasZero else { return }
      throw Fault(description: "\"\(key.rawValue)\" of a job has a zero byte in it, which no path has")
    }
    func path(_ key: Key, bytes: Key, base64: Key) throws(Fault) -> FilePlace {
      if let text = try value(base64, String.self, "a path in Base64, as in reports") {
        guard let path = FilePath(base64: text) else {
          throw Fault(description: "\"\(base64.rawValue)\" of a job is a path in Base64, as in reports")
        }
        try check(base64, hasZero: Data(base64Encoded: text)?.contains(0) == true)
        return .path(path)
      }
      if let text = try value(bytes, String.self, "a percent-encoded path, as in reports") {
        guard let path = FilePath(percentEncoded: text) else {
          throw Fault(description: "\"\(bytes.rawValue)\" of a job is a percent-encoded path, as in reports")
        }
        try check(bytes, hasZero: text.contains("%00") || text.utf8.contains(0))
        return .path(path)
      }
      guard let text = try value(key, String.self, "a path"), !text.isEmpty else {
        throw Fault(description: "a job names its \(key.rawValue): \"\(key.rawValue)\": \"PATH\"")
      }
      try check(key, hasZero: text.utf8.contains(0))
      do {
        return try FilePlace(text)
      } catch {
        throw Fault(description: "\(error)")
      }
    }
    job = try value(.job, Name.self, "a text or a whole number")
    guard let effect = try value(.effect, String.self, "the name of an effect") else {
      throw Fault(description: "a job names its effect: \"effect\": \"blur-background\"")
    }
    try check(.effect, hasZero: effect.utf8.contains(0))
    self.effect = effect
    settings = try value(.set, [String].self, "a list of texts, \"key=value\"") ?? []
    try check(.set, hasZero: settings.contains { $0.utf8.contains(0) })
    onlyFaces = Set(try value(.onlyFaces, [Int].self, "a list of the indices of faces") ?? [])
    guard onlyFaces.allSatisfy({ $0 >= 0 }) else {
      throw Fault(description: "\"onlyFaces\" of a job is a list of the indices of faces, from 0")
    }
    input = try path(.input, bytes: .inputBytes, base64: .inputBase64)
    output = try path(.output, bytes: .outputBytes, base64: .outputBase64)
    if case .web(let address) = output {
      throw Fault(description: "\(address): the web is only read; write to a file, or to s3://bucket/key")
    }
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: Key, _ type: Choice.Type) throws(Fault) -> Choice?
    where Choice.RawValue == String {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      guard let text = try value(key, String.self, "one of \(names)") else { return nil }
      guard let choice = Choice(rawValue: text) else {
        throw Fault(description: "\"\(key.rawValue)\" of a job is one of \(names), not '\(text)'")
      }
      return choice
    }
    format = try choice(.format, OutputFormat.self)
    mattes = try choice(.mattes, MatteDestination.self)
    existing = try choice(.existing, ExistingPolicy.self)
  }

  /// - Throws: ``Fault``.
  init(line: [UInt8]) throws(Fault) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(line))
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(description: "the line is no JSON object that describes a job")
    }
  }

  /// The name in a line that is no job otherwise, so that its answer can be told from others; nil if there is none.
  static func name(in line: [UInt8]) -> Name? {
    struct Named: Decodable {
      let job: Name?
    }
    return (try? JSONDecoder().decode(Named.self, from: Data(line)))?.job
  }

  /// What the result is coded as.
  ///
  /// - Throws: ``Fault`` where the extension contradicts the format or says nothing.
  func outputFormat(of data: [UInt8]) throws(Fault) -> PhotoFormat {
    let named = PhotoFormat(pathExtension: output.name.extension ?? "")
    let wanted = format.flatMap { $0.format ?? PhotoFormat(signature: data)?.writtenFormat } ?? named
    guard let wanted else {
      throw Fault(
        description:
          "\(output): the output's name must end in \(PhotoFormat.writtenExtensions), or \"format\" name its format")
    }
    guard wanted.isWritable else {
      throw Fault(
        description: "\(output): \(wanted.name) is only read; name the output with \(PhotoFormat.writtenExtensions)")
    }
    guard named == nil || named == wanted else {
      throw Fault(description: "\(output): the extension contradicts the format, which is \(wanted.name)")
    }
    return wanted
  }
}
