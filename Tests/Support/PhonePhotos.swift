import FoundationEssentials

/// Photos of iPhones: the same five files, reduced and original.
public enum PhonePhotos: Sendable, CaseIterable {
  /// Cut down to some 40 kB each, with a drawn picture and the box structure, segments and metadata of the original:
  /// Tests/Fixtures/Phones.
  case fixtures
  /// The original photos, in the shared data.
  case originals

  /// The fixtures; with ``TestScale/isFull`` the originals too, if the shared data exist. For slow tests.
  public static var quick: [PhonePhotos] { TestScale.isFull ? available : [.fixtures] }

  /// The fixtures, and the originals if the shared data exist.
  public static var available: [PhonePhotos] { ProjectFolder.sharedData == nil ? [.fixtures] : allCases }

  /// The names of all files, the same in both folders.
  public static let names = [
    "fidmaa_heic_depth_data.heic", "fidmaa_heic_face_data.heic", "pillow_pug.heic", "fidmaa_jpeg_depth_data.jpg",
    "shu223_image-with-matte.jpg",
  ]

  /// The file of a name. Without the shared data an original's does not exist.
  public func url(_ name: String) -> URL {
    switch self {
    case .fixtures: ProjectFolder.root.appending(path: "Tests/Fixtures/Phones").appending(path: name)
    case .originals:
      (ProjectFolder.sharedData ?? ProjectFolder.root).appending(path: "apple").appending(path: name)
    }
  }
}
