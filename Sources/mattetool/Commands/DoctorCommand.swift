import ArgumentParser
import MatteKit
import ObjectStorage

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check networks, codecs, the code reader and the processor, and say how to get what is missing.",
    discussion: "Folders are listed in the order in which they are searched."
      + " The exit code is 69 if something is missing that other commands need.")

  @Flag(help: "Write a JSON document.") var json = false

  struct Finding: Encodable {
    let part: String
    let name: String
    let found: Bool
    /// A version, a place, or what to do.
    let detail: String
    /// Whether the other commands work without it.
    let isOptional: Bool
  }

  struct Report: Encodable {
    let version: String
    let findings: [Finding]
  }

  func run() throws {
    try Failure.reporting {
      let findings =
        Self.folders() + Self.networks() + Self.codecs() + [Self.codeReader, Self.httpLibrary] + Self.processor()
      if json {
        try Console.print(json: Report(version: MatteTool.configuration.version, findings: findings))
      } else {
        for finding in findings {
          let mark = finding.found ? "found  " : finding.isOptional ? "absent " : "MISSING"
          Console.print("\(mark)  \(finding.part): \(finding.name): \(finding.detail)")
        }
      }
      if findings.contains(where: { !$0.found && !$0.isOptional }) { throw Failure.unavailable }
    }
  }

  /// The folders of networks, of OpenVINO and of zxing-cpp in the order in which they are searched.
  private static func folders() -> [Finding] {
    let store = NetworkStore.default
    let searches = [
      ("networks folder", store.networkSearch), ("OpenVINO folder", store.openVINOSearch),
      ("zxing-cpp folder", CodeDetector.librarySearch),
    ]
    return searches.flatMap { part, folders in
      folders.map { folder in
        Finding(
          part: part, name: folder.path, found: folder.exists, detail: folder.origin.description, isOptional: true)
      }
    }
  }

  private static func networks() -> [Finding] {
    let names: [String] = FaceDetector.networkNames + MatteGenerator.networkNames
    return names.map(network)
  }

  private static func network(_ name: String) -> Finding {
    do {
      let network = try Network(name)
      return Finding(
        part: "network", name: name, found: true,
        detail: "intact, from \(NetworkStore.default.path(of: name) ?? "memory"); OpenVINO \(network.runtimeVersion)",
        isOptional: false)
    } catch {
      return Finding(part: "network", name: name, found: false, detail: error.description, isOptional: false)
    }
  }

  private static func codecs() -> [Finding] {
    PhotoCodec.all.map { codec in
      Finding(part: "codec", name: codec.name, found: codec.isAvailable, detail: codec.detail, isOptional: false)
    }
  }

  /// The library for `codes`; otherwise only `track --codes` and hide-codes need it.
  private static var codeReader: Finding {
    do {
      let version = try CodeDetector.libraryVersion()
      return Finding(part: "codes", name: "zxing-cpp", found: true, detail: version, isOptional: true)
    } catch {
      return Finding(part: "codes", name: "zxing-cpp", found: false, detail: error.description, isOptional: true)
    }
  }

  /// The library for object storage and the web; nothing else needs it.
  private static var httpLibrary: Finding {
    let name = "libcurl"
    switch HTTPClient.library() {
    case .success(let version):
      return Finding(part: "object storage", name: name, found: true, detail: version, isOptional: true)
    case .failure(let failure):
      return Finding(part: "object storage", name: name, found: false, detail: failure.reason, isOptional: true)
    }
  }

  private static func processor() -> [Finding] {
    ProcessorFeature.allCases.map { feature in
      Finding(
        part: "processor", name: feature.rawValue, found: feature.isAvailable, detail: feature.purpose,
        isOptional: true)
    }
  }
}
