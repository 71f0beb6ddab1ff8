import FoundationEssentials

/// A folder in which networks, OpenVINO or zxing-cpp are searched for, with the reason.
public struct SearchFolder: Sendable, Hashable {
  /// Why a folder is searched. The order of the cases is the order of the search.
  public enum Origin: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The program names it: ``NetworkStore/init(networks:openVINO:compiledNetworks:)``.
    case program
    /// Named by `MATTEKIT_NETWORKS`, `MATTEKIT_OPENVINO` or `MATTEKIT_ZXING`; several are separated by colons.
    case environment
    /// Beside the executable, by an installation or a build: `../share/mattekit/networks`, `../lib/mattekit/openvino`,
    /// and the package's resources with its own weights.
    case executable
    /// In the checkout of MatteKit that contains the executable: `.dependencies` and `Models/Weights`. It precedes
    /// installed ones, so that tests use what their own checkout pins.
    case checkout
    /// The user's: `$XDG_DATA_HOME/mattekit` (`~/.local/share/mattekit`), and `~/.local/lib/mattekit`, which `make
    /// install PREFIX=~/.local` writes.
    case user
    /// Installed by `make install` for all users: `/usr/local/share/mattekit`, `/usr/local/lib/mattekit`.
    case local
    /// Installed by the Debian package: `/usr/share/mattekit`, `/usr/lib/mattekit`.
    case system

    /// A short description, as `mattetool doctor` prints it.
    public var description: String {
      switch self {
      case .program: "named by the program"
      case .environment: "named by MATTEKIT_NETWORKS or MATTEKIT_OPENVINO"
      case .executable: "beside the executable"
      case .checkout: "in the checkout above the executable"
      case .user: "in the user's data folder"
      case .local: "installed in /usr/local"
      case .system: "installed in /usr"
      }
    }
  }

  /// The absolute path of the folder.
  public let path: String
  /// Why the folder is searched.
  public let origin: Origin

  /// Whether the folder exists now.
  public var exists: Bool { Self.isFolder(path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
