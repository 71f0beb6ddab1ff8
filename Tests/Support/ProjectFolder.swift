import FoundationEssentials

/// Folders beside the sources that tests read.
public enum ProjectFolder {
  /// The root of the checkout.
  public static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The shared data beside the checkout; nil in a clone without them. Tests that need them are skipped by name.
  public static var sharedData: URL? {
    let folder = root.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The folder into which set-up unpacks networks and the OpenVINO library.
  public static var dependencies: URL { root.appending(path: ".dependencies") }
}
