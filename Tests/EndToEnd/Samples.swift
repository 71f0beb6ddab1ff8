import Foundation
import Support

/// Pictures that set-up installs.
enum Samples {
  /// The astronaut Eileen Collins, 512x512, NASA, public domain; in PyPI's scikit-image.
  static var astronaut: String { ProjectFolder.dependencies.appending(path: "samples/astronaut.png").path }
}
