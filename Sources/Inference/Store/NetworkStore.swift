import FoundationEssentials

/// Where networks and OpenVINO are searched for, and whether compiled networks are kept between runs.
///
/// The folders and their order are those of ``SearchFolder/Origin``. The first folder that holds the file counts.
public struct NetworkStore: Sendable, Hashable {
  /// Whether networks that were compiled are kept for the next run, which then starts in a fraction of the time.
  public enum CompiledNetworks: Sendable, Hashable {
    /// In `$XDG_CACHE_HOME/mattekit`, or `~/.cache/mattekit`. If that cannot be written, nothing is kept.
    case inUserCache
    /// In this folder.
    case inFolder(URL)
    /// Nowhere: networks are compiled in every process.
    case notKept
  }

  /// Where networks are searched for, in order.
  public let networkSearch: [SearchFolder]
  /// Where OpenVINO's libraries are searched for, in order.
  public let openVINOSearch: [SearchFolder]
  /// Where compiled networks are kept; nil if they are not.
  public let cacheFolder: String?

  /// The folders that the environment, the executable's own place and the machine give.
  public static let `default` = NetworkStore()

  /// - Parameters:
  ///   - networks: a folder to search before all others.
  ///   - openVINO: a folder with `libopenvino_c.so*` to search before all others.
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
    executable: String?, machine: String = "/usr"
  ) {
    let order = SearchOrder(
      namedNetworks: networks, namedOpenVINO: openVINO, environment: environment, executable: executable,
      machine: machine)
    networkSearch = order.networks
    openVINOSearch = order.openVINO
    cacheFolder =
      switch compiledNetworks {
      case .inUserCache: Self.userCache(environment)
      case .inFolder(let folder): folder.path
      case .notKept: nil
      }
  }

  /// The paths of ``networkSearch``.
  public var networkFolders: [String] { networkSearch.map(\.path) }
  /// The paths of ``openVINOSearch``.
  public var openVINOFolders: [String] { openVINOSearch.map(\.path) }

  /// Whether OpenVINO and a network can be found; says nothing about whether they are intact.
  public func canFind(_ name: String) -> Bool { path(of: name) != nil && runtimePath != nil }

  /// Finds OpenVINO and networks without loading any.
  ///
  /// - Throws: ``InferenceError`` for the first that is missing.
  public func require(_ names: [String]) throws(InferenceError) {
    if runtimePath == nil { throw .runtimeMissing(searched: openVINOFolders, reason: nil) }
    for name in names where path(of: name) == nil { throw .networkMissing(name: name, searched: networkFolders) }
  }

  /// The file of a network in the first folder that has it.
  package func path(of name: String) -> String? {
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

  static var executable: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  private static func userCache(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return "\(folder)/mattekit" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.cache/mattekit" }
    return nil
  }
}
