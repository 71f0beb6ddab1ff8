import FoundationEssentials
import Inference
import Segmentation
import Support

/// The portrait that set-up installs: the astronaut Eileen Collins, 512 x 512, NASA, public domain.
enum SamplePortrait {
  static let file = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")

  /// Whether it is there, and the network too.
  static let isReady =
    FileManager.default.fileExists(atPath: file.path)
    && MatteGenerator.networkNames.allSatisfy(NetworkStore.default.canFind)
}
