import Batch
import MatteKit

/// The mattes that a recipe uses, from photos' files or made.
struct RecipeMattes {
  let source: MatteSource
  let options: MatteOptions
  let quality: MatteQuality?

  /// The upright mattes of each photo. A warning names those that are missing.
  ///
  /// - Parameter names: the names of all inputs of the recipe.
  func mattes(
    for recipe: Recipe, _ photos: [(name: String, photo: Photo)], among names: [String]
  ) throws -> [String: MatteSet] {
    var result: [String: MatteSet] = [:]
    var networks: (detector: FaceDetector, generator: MatteGenerator)?
    for (name, photo) in photos {
      let wanted = recipe.matteKinds(of: name, among: names)
      guard !wanted.isEmpty else { continue }
      var found = MatteSet(source == .make ? [] : uprightMattes(wanted, of: photo))
      let missing = wanted.intersection(MatteKind.generated).subtracting(found.kinds)
      if source != .file, !missing.isEmpty {
        let (detector, generator) =
          try networks ?? (
            FaceDetector(maximumFaces: MatteGenerator.maximumCloseUps), options.generator(quality: quality)
          )
        networks = (detector, generator)
        let made = try generator.mattes(missing, for: photo, faces: detector.faces(in: photo), in: .upright)
        for matte in made { found.insert(matte) }
      }
      for kind in wanted.sorted(by: { $0.rawValue < $1.rawValue }) where found[kind] == nil {
        Console.warning("\(name): there is no \(kind.rawValue) matte; it counts as black")
      }
      result[name] = found
    }
    return result
  }

  /// The mattes in a photo's file.
  private func uprightMattes(_ kinds: Set<MatteKind>, of photo: Photo) -> [Matte] {
    photo.mattes.filter { kinds.contains($0.kind) }
      .map { $0.transformed(to: .upright, orientation: photo.orientation) }
  }
}
