import MatteKit
import SystemPackage

/// Processes the photos and movies of a batch.
package protocol MediaProcessor: PhotoProcessor {
  /// The effects as named, or the name of another product.
  var name: String { get }
  /// The product of a photo.
  var product: PhotoProduct { get }
  /// The mattes that a photo's result may have as files beside it; empty for none.
  var companions: [MatteKind] { get }
  /// The kinds of files that movies become.
  var containers: ContainerChoice { get }
  /// The digest of everything that results depend on besides their inputs.
  var recipe: String { get }
  /// The files that are read besides the inputs, such as pictures that settings name; none of them is replaced.
  var readFiles: [FilePath] { get }
  /// Makes the movies.
  var movieProcessor: any MovieFileProcessor { get }

  /// The memory of the networks, which all photos share, in bytes; 0 if the processor needs no network.
  var networkMemory: Int { get }

  /// Loads the networks for photos now, rather than for the first photo.
  func prepare() throws
}
