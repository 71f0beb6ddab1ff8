import FoundationEssentials
import MatteKit
import SystemPackage

/// The names of outputs, by a template with placeholders. A value.
///
/// `{stem}` is the input's name without extension, `{ext}` the extension of the output's format, `{effect}` the
/// effect's name and `{folder}` the name of the folder that holds the input. A template may contain slashes; it is a
/// path relative to the folder that mirrors the input's folder.
public struct OutputNaming: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text([UInt8])
    case stem, ext, effect, folder
  }

  /// The template cannot be used, with the reason.
  public struct Fault: LocalizedError, CustomStringConvertible {
    public let description: String

    /// The text that Foundation shows as `localizedDescription`: ``description``.
    public var errorDescription: String? { description }
  }

  private static let placeholders = ["{stem}", "{ext}", "{effect}", "{folder}"]
  /// `{stem}.{ext}`.
  public static let standard = OutputNaming(parts: [.stem, .text([UInt8(ascii: ".")]), .ext], template: "{stem}.{ext}")

  /// The template as it was given.
  public let template: String
  private let parts: [Part]

  private init(parts: [Part], template: String) {
    self.parts = parts
    self.template = template
  }

  /// - Throws: ``Fault`` if a placeholder is unknown, or the template does not name a file below the folder.
  public init(_ template: String) throws(Fault) {
    var parts: [Part] = []
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      if start > rest.startIndex { parts.append(.text(Array(rest[..<start].utf8))) }
      guard let end = rest[start...].firstIndex(of: "}") else {
        throw Fault(description: "the name '\(template)' has a { without a }")
      }
      switch rest[start...end] {
      case "{stem}": parts.append(.stem)
      case "{ext}": parts.append(.ext)
      case "{effect}": parts.append(.effect)
      case "{folder}": parts.append(.folder)
      case let word:
        let known = Self.placeholders.joined(separator: ", ")
        throw Fault(description: "the name '\(template)' has \(word), but there are only \(known)")
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(Array(rest.utf8))) }
    let path = FilePath(bytes: template.utf8)
    guard !path.names.isEmpty, !path.isAbsolute, path.names.allSatisfy({ $0.kind != .parentDirectory }),
      !template.hasSuffix("/"), !template.utf8.contains(0)
    else {
      throw Fault(description: "the name '\(template)' does not name a file below the output's folder")
    }
    self.init(parts: parts, template: template)
  }

  /// The output of an input, relative to the folder of outputs.
  ///
  /// - Parameters:
  ///   - relative: the input's path in the mirrored tree.
  ///   - ext: the extension of the output, without a dot.
  ///   - folder: the name of the folder that holds the input; nil for the root, and for a folder known only as `..`,
  ///     which would leave the output folder.
  func output(of relative: FilePath, ext: String, effect: String, folder: FilePath.Component?) -> FilePath {
    var name: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .stem: name += relative.stemBytes
      case .ext: name += Array(ext.utf8)
      // A stack or the path of a preset is not a path component here.
      case .effect: name += effect.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
      case .folder: if let folder, folder.kind == .regular { name += folder.bytes }
      }
    }
    return FilePath(root: nil, relative.names.dropLast()).appending(FilePath(bytes: name))
  }
}
