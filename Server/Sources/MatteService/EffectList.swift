import FoundationEssentials
import Subprocess
import SystemPackage

/// The effects of a mattetool, with their settings.
public struct EffectList: Sendable {
  /// Why there is no list.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  private struct Document: Decodable {
    struct Effect: Decodable {
      struct Setting: Decodable {
        let name, type: String
      }
      let name: String
      let settings: [Setting]
    }
    let effects: [Effect]
  }

  /// The document that `mattetool effects --json` writes.
  let json: [UInt8]
  let names: Set<String>
  /// Settings that name a file, which a client of a service must not set.
  let fileSettings: Set<String>

  /// - Throws: ``Fault`` if it is not such a document.
  init(json: [UInt8]) throws(Fault) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
      throw Fault(description: "its list of effects cannot be read; are both of one version?")
    }
    self.json = json
    names = Set(document.effects.map(\.name))
    fileSettings = Set(document.effects.flatMap(\.settings).filter { $0.type == "file" }.map(\.name))
  }

  /// Asks a mattetool.
  ///
  /// - Parameter tool: its path.
  /// - Throws: ``Fault`` where it does not run.
  public static func list(of tool: String) async throws(Fault) -> EffectList {
    let json: [UInt8]
    do {
      let result = try await Subprocess.run(
        .path(FilePath(tool)), arguments: ["effects", "--json"], output: .bytes(limit: 1 << 22),
        error: .currentStandardError)
      guard result.terminationStatus.isSuccess else {
        throw Fault(description: "\(tool) effects --json: \(result.terminationStatus)")
      }
      json = result.standardOutput
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(description: "\(tool): \(error)")
    }
    do throws(Fault) {
      return try EffectList(json: json)
    } catch {
      throw Fault(description: "\(tool): \(error)")
    }
  }
}
