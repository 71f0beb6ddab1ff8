import FoundationEssentials
import Models

/// The folders in which networks, OpenVINO and zxing-cpp are searched for, in order. This is the only place that
/// defines them.
package struct SearchOrder: Sendable {
  package let networks: [SearchFolder]
  package let openVINO: [SearchFolder]
  /// The folders in which zxing-cpp's library is searched for.
  package let codeReader: [SearchFolder]

  /// The folders given by the environment, the executable's path and the machine.
  package static var ofProcess: SearchOrder {
    SearchOrder(
      namedNetworks: nil, namedOpenVINO: nil, environment: ProcessInfo.processInfo.environment,
      executable: NetworkStore.executable)
  }

  /// - Parameters:
  ///   - namedNetworks: the folder of networks given by the program.
  ///   - namedOpenVINO: the folder of OpenVINO given by the program.
  ///   - environment: the variables of the process.
  ///   - executable: the absolute path of the executable; nil if unknown.
  ///   - machine: the folder of installations for all users; tests use another.
  init(
    namedNetworks: String?, namedOpenVINO: String?, environment: [String: String], executable: String?,
    machine: String = "/usr"
  ) {
    let build = executable.map(Self.parent)
    let prefix = build.map(Self.parent)
    let checkout = build.map(Self.ancestors)?.first {
      SearchFolder.isFolder("\($0)/.dependencies") || SearchFolder.isFolder("\($0)/Models/Weights")
    }
    let home = Self.absolute(environment["HOME"])
    let userData = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.map { "\($0)/.local/share" }
    func named(_ variable: String) -> [String] {
      (environment[variable] ?? "").split(separator: ":").map(String.init)
    }

    networks = Self.ordered { origin in
      switch origin {
      case .program: [namedNetworks]
      case .environment: named("MATTEKIT_NETWORKS")
      case .executable:
        [Self.path(prefix, "share/mattekit/networks"), Self.path(build, ModelWeights.resourceFolder)]
      case .checkout: [Self.path(checkout, ".dependencies/networks"), Self.path(checkout, ModelWeights.checkoutFolder)]
      case .user: [Self.path(userData, "mattekit/networks")]
      case .local: ["\(machine)/local/share/mattekit/networks"]
      case .system: ["\(machine)/share/mattekit/networks"]
      }
    }
    func libraries(_ name: String, in variable: String, named folder: String? = nil) -> [SearchFolder] {
      Self.ordered { origin in
        switch origin {
        case .program: [folder]
        case .environment: named(variable)
        case .executable: [Self.path(prefix, "lib/mattekit/\(name)")]
        case .checkout: [Self.path(checkout, ".dependencies/\(name)")]
        case .user: [Self.path(userData, "mattekit/\(name)"), Self.path(home, ".local/lib/mattekit/\(name)")]
        case .local: ["\(machine)/local/lib/mattekit/\(name)"]
        case .system: ["\(machine)/lib/mattekit/\(name)"]
        }
      }
    }
    openVINO = libraries("openvino", in: "MATTEKIT_OPENVINO", named: namedOpenVINO)
    codeReader = libraries("zxing", in: "MATTEKIT_ZXING")
  }

  /// The folders of all origins, each once.
  private static func ordered(_ paths: (SearchFolder.Origin) -> [String?]) -> [SearchFolder] {
    var known: Set<String> = []
    return SearchFolder.Origin.allCases.flatMap { origin in
      paths(origin).compactMap(\.self).filter { known.insert($0).inserted }
        .map { SearchFolder(path: $0, origin: origin) }
    }
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }

  private static func path(_ folder: String?, _ name: String) -> String? {
    folder.map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder itself, then its parents, without the root.
  private static func ancestors(of folder: String) -> [String] {
    var all: [String] = []
    var folder = folder
    while folder.count > 1, all.count < 64 {
      all.append(folder)
      folder = parent(of: folder)
    }
    return all
  }
}
