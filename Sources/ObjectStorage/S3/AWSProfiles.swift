import FoundationEssentials

/// The profiles in AWS's files, `~/.aws/credentials` and `~/.aws/config`.
struct AWSProfiles {
  let credentialsPath: String
  let configPath: String
  private var profiles: [String: [String: String]] = [:]

  init(_ environment: [String: String]) {
    let home = environment["HOME"]?.nonEmpty ?? "~"
    credentialsPath = environment["AWS_SHARED_CREDENTIALS_FILE"]?.nonEmpty ?? "\(home)/.aws/credentials"
    configPath = environment["AWS_CONFIG_FILE"]?.nonEmpty ?? "\(home)/.aws/config"
    add(Self.text(of: configPath), hasPrefix: true)
    add(Self.text(of: credentialsPath), hasPrefix: false)
  }

  /// The settings of a profile; nil if no file contains it.
  subscript(name: String) -> [String: String]? { profiles[name] }

  private static func text(of path: String) -> String {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Parameter hasPrefix: whether profiles are called `profile NAME`, except the default one.
  private mutating func add(_ text: String, hasPrefix: Bool) {
    var name: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let trimmed = Self.trimmed(line)
      if trimmed.first == "[", let end = trimmed.firstIndex(of: "]") {
        let section = Self.trimmed(trimmed[trimmed.index(after: trimmed.startIndex)..<end])
        if !hasPrefix || section == "default" {
          name = section
        } else {
          name = section.hasPrefix("profile ") ? Self.trimmed(section.dropFirst("profile ".count)[...]) : nil
        }
        if let name { profiles[name] = profiles[name] ?? [:] }
      } else if let name, let sign = trimmed.firstIndex(of: "="), !"#;".contains(trimmed.first ?? "#"),
        line.first?.isWhitespace == false
      {
        // Lines that are indented belong to a setting of a service.
        let value = Self.trimmed(trimmed[trimmed.index(after: sign)...])
        profiles[name, default: [:]][Self.trimmed(trimmed[..<sign]).lowercased()] = value.nonEmpty
      }
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
