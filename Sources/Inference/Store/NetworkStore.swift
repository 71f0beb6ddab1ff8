import FoundationEssentials
import Models

/// Where networks and OpenVINO are looked for, and whether compiled networks are kept between runs.
///
/// Folders are tried in this order: those that are given; those that the environment names (MATTEKIT_NETWORKS,
/// MATTEKIT_OPENVINO; several are separated by colons); those of an installation beside the executable
/// (`../share/mattekit/networks`, `../lib/mattekit/openvino`, and the package's resources, which hold its own weights);
/// those of a checkout above the executable (`.dependencies/networks`, `.dependencies/openvino`, `Models/Weights`).
/// The first folder that holds the file counts.
public struct NetworkStore: Sendable, Hashable {
  /// Whether networks that were compiled are kept for the next run, which then starts in a fraction of the time.
  public enum CompiledNetworks: Sendable, Hashable {
    /// In `$XDG_CACHE_HOME/mattekit`, or `~/.cache/mattekit`. Where that cannot be written nothing is kept.
    case inUserCache
    /// In this folder.
    case inFolder(URL)
    /// Nowhere: networks are compiled in every process.
    case notKept
  }

  /// The folders of networks, first the one that is looked into first.
  public let networkFolders: [String]
  /// The folders of OpenVINO's libraries, first the one that is looked into first.
  public let openVINOFolders: [String]
  /// Where compiled networks are kept; nil if they are not.
  public let cacheFolder: String?

  /// The places that the environment and the executable's own place give.
  public static let `default` = NetworkStore()

  /// - Parameters:
  ///   - networks: a folder to look into before all others.
  ///   - openVINO: a folder with `libopenvino_c.so*` to look into before all others.
  ///   - compiledNetworks: whether compiled networks are kept.
  public init(
    networks: URL? = nil, openVINO: URL? = nil, compiledNetworks: CompiledNetworks = .inUserCache
  ) {
    self.init(
      networks: networks?.path, openVINO: openVINO?.path, compiledNetworks: compiledNetworks,
      environment: ProcessInfo.processInfo.environment, executable: Self.executable)
  }

  init(
    networks: String?, openVINO: String?, compiledNetworks: CompiledNetworks, environment: [String: String],
    executable: String?
  ) {
    let beside = executable.map { Self.parent(of: $0) }
    let above = beside.map(Self.ancestors) ?? []
    func named(_ variable: String) -> [String] {
      (environment[variable] ?? "").split(separator: ":").map(String.init)
    }
    func installed(_ path: String) -> [String] { beside.map { ["\($0)/\(path)"] } ?? [] }
    let checkout = above.first { Self.isFolder("\($0)/.dependencies") || Self.isFolder("\($0)/Models/Weights") }
    func checkedOut(_ path: String) -> [String] { checkout.map { ["\($0)/\(path)"] } ?? [] }

    networkFolders =
      [networks].compactMap(\.self) + named("MATTEKIT_NETWORKS") + installed("../share/mattekit/networks")
      + installed(ModelWeights.resourceFolder) + checkedOut(".dependencies/networks")
      + checkedOut(ModelWeights.checkoutFolder)
    openVINOFolders =
      [openVINO].compactMap(\.self) + named("MATTEKIT_OPENVINO") + installed("../lib/mattekit/openvino")
      + checkedOut(".dependencies/openvino")
    cacheFolder =
      switch compiledNetworks {
      case .inUserCache: Self.userCache(environment)
      case .inFolder(let folder): folder.path
      case .notKept: nil
      }
  }

  /// Whether OpenVINO and a network can be found; says nothing about whether they are intact.
  public func canFind(_ name: String) -> Bool { path(of: name) != nil && runtimePath != nil }

  /// Finds OpenVINO and networks without loading any.
  ///
  /// - Throws: ``InferenceError`` for the first that is missing.
  public func require(_ names: [String]) throws(InferenceError) {
    if runtimePath == nil { throw .runtimeMissing(lookedIn: openVINOFolders, reason: nil) }
    for name in names where path(of: name) == nil { throw .networkMissing(name: name, lookedIn: networkFolders) }
  }

  /// The file of a network in the first folder that has it.
  func path(of name: String) -> String? {
    networkFolders.lazy.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// OpenVINO's C library in the first folder that has it.
  var runtimePath: String? {
    for folder in openVINOFolders {
      // The wheel has a library named for its version alone, a distribution's package the plain name too.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if let name = names.filter({ $0.hasPrefix("libopenvino_c.so") }).min() { return "\(folder)/\(name)" }
    }
    return nil
  }

  private static var executable: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  private static func userCache(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return "\(folder)/mattekit" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.cache/mattekit" }
    return nil
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder itself, then those above it, without the root.
  private static func ancestors(of folder: String) -> [String] {
    var all: [String] = []
    var folder = folder
    while folder.count > 1, all.count < 64 {
      all.append(folder)
      folder = parent(of: folder)
    }
    return all
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
