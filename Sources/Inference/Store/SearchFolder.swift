import FoundationEssentials

/// A folder in which networks, OpenVINO or zxing-cpp are searched for, and why.
public struct SearchFolder: Sendable, Hashable {
  /// Why a folder is searched. The order of the cases is the order of the search.
  public enum Origin: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The program names it: ``NetworkStore/init(networks:openVINO:compiledNetworks:)``.
    case program
    /// `MATTEKIT_NETWORKS`, `MATTEKIT_OPENVINO` or `MATTEKIT_ZXING` names it; several are separated by colons.
    case environment
    /// An installation or a build put it beside the executable: `../share/mattekit/networks`,
    /// `../lib/mattekit/openvino`, and the package's resources, which hold its own weights.
    case executable
    /// It belongs to the checkout of MatteKit that the executable lies in: `.dependencies` and `Models/Weights`. It comes
    /// before what is installed, so that tests see what their own checkout pins.
    case checkout
    /// It belongs to the user: `$XDG_DATA_HOME/mattekit` (`~/.local/share/mattekit`), and `~/.local/lib/mattekit`, which
    /// `make install PREFIX=~/.local` writes.
    case user
    /// `make install` put it there for all users: `/usr/local/share/mattekit`, `/usr/local/lib/mattekit`.
    case local
    /// The Debian package put it there: `/usr/share/mattekit`, `/usr/lib/mattekit`.
    case system

    /// A few words, as `mattetool doctor` prints them.
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

  /// Whether there is a folder of that name now.
  public var exists: Bool { Self.isFolder(path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
