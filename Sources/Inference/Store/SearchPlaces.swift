import Models

/// The folders above those that are searched, and the paths in them.
struct SearchPlaces {
  private let environment: [String: String]
  /// The executable's folder.
  private let build: String?
  /// The folder above it: the prefix of an installation.
  private let prefix: String?
  /// The checkout of MatteKit that contains the executable.
  private let checkout: String?
  private let home: String?
  private let userData: String?
  private let machine: String

  /// - Parameters:
  ///   - executable: the absolute path of the executable; nil if unknown.
  ///   - machine: the folder of installations for all users, `/usr`.
  init(environment: [String: String], executable: String?, machine: String) {
    self.environment = environment
    self.machine = machine
    build = executable.map(Self.parent)
    prefix = build.map(Self.parent)
    checkout = build.map(Self.ancestors)?.first {
      SearchFolder.isFolder("\($0)/.dependencies") || SearchFolder.isFolder("\($0)/Models/Weights")
    }
    home = Self.absolute(environment["HOME"])
    userData = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.map { "\($0)/.local/share" }
  }

  /// The folders of networks.
  ///
  /// - Parameter named: the folder given by the program.
  func networks(named: String?) -> [SearchFolder] {
    Self.ordered { origin in
      switch origin {
      case .program: [named]
      case .environment: folders(in: "MATTEKIT_NETWORKS")
      case .executable:
        [Self.path(prefix, "share/mattekit/networks"), Self.path(build, ModelWeights.resourceFolder)]
      case .checkout: [Self.path(checkout, ".dependencies/networks"), Self.path(checkout, ModelWeights.checkoutFolder)]
      case .user: [Self.path(userData, "mattekit/networks")]
      case .local: ["\(machine)/local/share/mattekit/networks"]
      case .system: ["\(machine)/share/mattekit/networks"]
      }
    }
  }

  /// The folders of a library that is loaded at run time.
  ///
  /// - Parameters:
  ///   - name: its folder in an installation.
  ///   - variable: the variable of the environment that names folders.
  ///   - named: the folder given by the program.
  func libraries(_ name: String, variable: String, named: String?) -> [SearchFolder] {
    Self.ordered { origin in
      switch origin {
      case .program: [named]
      case .environment: folders(in: variable)
      case .executable: [Self.path(prefix, "lib/mattekit/\(name)")]
      case .checkout: [Self.path(checkout, ".dependencies/\(name)")]
      case .user: [Self.path(userData, "mattekit/\(name)"), Self.path(home, ".local/lib/mattekit/\(name)")]
      case .local: ["\(machine)/local/lib/mattekit/\(name)"]
      case .system: ["\(machine)/lib/mattekit/\(name)"]
      }
    }
  }

  /// The folders in a variable of the environment, separated by colons.
  private func folders(in variable: String) -> [String] {
    (environment[variable] ?? "").split(separator: ":").map(String.init)
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
