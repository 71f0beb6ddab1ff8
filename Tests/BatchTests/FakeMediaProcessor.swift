import MatteKit
import SystemPackage

@testable import Batch

/// ``FakeProcessor`` as the processor of a batch.
final class FakeMediaProcessor: MediaProcessor {
  let name = "reversed"
  let product = PhotoProduct.photo
  let companions: [MatteKind]
  let containers = ContainerChoice()
  let recipe: String
  let readFiles: [FilePath]
  let fake: FakeProcessor

  /// - Parameters:
  ///   - companions: the mattes that each photo has as files beside it.
  ///   - readFiles: the files that are declared as read beside the photos.
  init(
    recipe: String = "1f", companions: [MatteKind] = [], readFiles: [FilePath] = [],
    _ begin: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.recipe, self.readFiles) = (recipe, readFiles)
    self.companions = companions
    fake = FakeProcessor(companions: companions, begin)
  }

  let networkMemory = 0
  var movieProcessor: any MovieFileProcessor { fake }
  func prepare() {}

  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    try fake.requiredMemory(for: data, name: name, as: format)
  }

  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    try fake.process(data, name: name, as: format, measuring: &clock)
  }
}
