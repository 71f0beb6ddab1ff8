import MatteKit

/// How outputs are called: a template over what is known of a photo before it is read.
struct OutputNaming: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text([UInt8])
    case stem, ext, effect, folder
  }

  /// The template cannot be used; says why.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  static let words = ["{stem}", "{ext}", "{effect}", "{folder}"]
  static let standard = "{stem}.{ext}"

  let template: String
  private let parts: [Part]

  init(_ template: String) throws(Fault) {
    self.template = template
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
        throw Fault(
          description: "the name '\(template)' has \(word), but there are only \(Self.words.joined(separator: ", "))")
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(Array(rest.utf8))) }
    self.parts = parts
    let names = SystemPath(template).components
    guard !names.isEmpty, !SystemPath(template).isAbsolute, !names.contains(SystemPath("..")),
      !template.hasSuffix("/"), !template.utf8.contains(0)
    else {
      throw Fault(description: "the name '\(template)' does not name a file below the output's folder")
    }
  }

  /// The output of an input, as a path from the output's folder on.
  ///
  /// - Parameters:
  ///   - relative: where the input lies in the tree that is mirrored.
  ///   - ext: the extension that the output is to have, without a dot.
  ///   - folder: the name of the folder that holds the input.
  func output(of relative: SystemPath, ext: String, effect: String, folder: SystemPath) -> SystemPath {
    var name: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .stem: name += relative.stem
      case .ext: name += Array(ext.utf8)
      // A stack or the path of a preset is no part of a path here.
      case .effect: name += effect.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
      case .folder: name += folder.bytes
      }
    }
    let above = relative.components.dropLast().reduce(SystemPath("")) { $0.appending($1) }
    return above.appending(SystemPath(bytes: name))
  }
}
