import FoundationEssentials

/// The search for networks and OpenVINO, and the cache of compiled networks.
///
/// The folders and their order are those of ``SearchFolder/Origin``. The first folder with the file is used.
public struct NetworkStore: Sendable, Hashable {
  /// Whether compiled networks are cached for the next run, which then starts in a fraction of the time.
  public enum CompiledNetworks: Sendable, Hashable {
    /// In `$XDG_CACHE_HOME/mattekit`, or `~/.cache/mattekit`. If that cannot be written, nothing is cached.
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
  /// The folder of compiled networks; nil if they are not cached.
  public let cacheFolder: String?

  /// The folders given by the environment, the executable's path and the machine.
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

  /// Whether OpenVINO and a network can be found, without verifying them.
  public func canFind(_ name: String) -> Bool { path(of: name) != nil && runtimePath != nil }

  /// Finds OpenVINO and networks without loading any.
  ///
  /// - Throws: ``InferenceError`` for the first that is missing.
  public func require(_ names: [String]) throws(InferenceError) {
    if runtimePath == nil { throw .runtimeMissing(searched: openVINOFolders, reason: nil) }
    for name in names where path(of: name) == nil { throw .networkMissing(name: name, searched: networkFolders) }
  }

  /// The file of a network in the first folder that contains it.
  package func path(of name: String) -> String? {
    networkFolders.lazy.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// OpenVINO's C library in the first folder that contains it.
  var runtimePath: String? {
    for folder in openVINOFolders {
      // The wheel's library is named by its version only, a distribution's package also has the plain name.
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
