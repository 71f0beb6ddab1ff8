import FoundationEssentials

/// A file of the repository whose text the code generates. Tests compare it; with `MATTEKIT_WRITE_GOLDENS=1` they write
/// it.
public struct GeneratedFile {
  /// Whether tests write generated texts and goldens.
  public static var isWriting: Bool { ProcessInfo.processInfo.environment["MATTEKIT_WRITE_GOLDENS"] == "1" }

  private let url: URL
  private let path: String

  /// - Parameter path: from the root of the checkout.
  public init(_ path: String) {
    self.path = path
    url = ProjectFolder.root.appending(path: path)
  }

  /// Why the file is not as it should be, with the command that writes it; nil if it is.
  public func staleness(_ text: String) throws -> String? {
    if Self.isWriting { try Data(text.utf8).write(to: url) }
    let isCurrent = (try? Data(contentsOf: url)) == Data(text.utf8)
    return isCurrent
      ? nil
      : "\(path) is not what the code says: write it with MATTEKIT_WRITE_GOLDENS=1 swift test --filter ReferenceTests"
  }
}
