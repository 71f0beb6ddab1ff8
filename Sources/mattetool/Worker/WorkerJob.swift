import Batch
import FoundationEssentials
import MatteKit

/// A photo to process, as a line of JSON for `mattetool worker`.
struct WorkerJob: Decodable, Sendable {
  /// Why a line is not a job.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// A name or number of the client, which the answer repeats.
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
  /// The destination of the mattes; nil for the worker's setting.
  let mattes: MatteDestination?
  /// The policy for an existing output; nil for the worker's setting.
  let existing: ExistingPolicy?

  init(from decoder: any Decoder) throws {
    let fields = try JobFields(decoder)
    job = try fields.value(.job, as: Name.self, "a text or a whole number")
    guard let effect = try fields.value(.effect, as: String.self, "the name of an effect") else {
      throw Fault(description: "a job names its effect: \"effect\": \"blur-background\"")
    }
    try fields.check(.effect, hasZero: effect.utf8.contains(0))
    self.effect = effect
    settings = try fields.value(.set, as: [String].self, "a list of texts, \"key=value\"") ?? []
    try fields.check(.set, hasZero: settings.contains { $0.utf8.contains(0) })
    onlyFaces = Set(try fields.value(.onlyFaces, as: [Int].self, "a list of the indices of faces") ?? [])
    guard onlyFaces.allSatisfy({ $0 >= 0 }) else {
      throw fields.fault(.onlyFaces, "a list of the indices of faces, from 0")
    }
    input = try fields.place(.input, bytes: .inputBytes, base64: .inputBase64)
    output = try fields.place(.output, bytes: .outputBytes, base64: .outputBase64)
    if case .web(let address) = output {
      throw Fault(description: "\(address): the web is only read; write to a file, or to s3://bucket/key")
    }
    format = try fields.choice(.format, of: OutputFormat.self)
    mattes = try fields.choice(.mattes, of: MatteDestination.self)
    existing = try fields.choice(.existing, of: ExistingPolicy.self)
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

  /// The name in an otherwise invalid line, so that its answer can be identified; nil if there is none.
  static func name(in line: [UInt8]) -> Name? {
    struct Named: Decodable {
      let job: Name?
    }
    return (try? JSONDecoder().decode(Named.self, from: Data(line)))?.job
  }

  /// The format of the result.
  ///
  /// - Throws: ``Fault`` if the extension contradicts the format or is missing.
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
