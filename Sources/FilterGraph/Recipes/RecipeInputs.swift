import Imaging

/// The images, mattes and tables that a recipe uses.
public struct RecipeInputs: Sendable {
  /// The images by name.
  public var images: [String: Image]
  /// The mattes of the images that have some, in the frame of the image, by the image's name.
  public var mattes: [String: MatteSet]
  /// Colour cubes by the names of their files.
  public var cubes: [String: ColorCubeTable]

  public init(images: [String: Image], mattes: [String: MatteSet] = [:], cubes: [String: ColorCubeTable] = [:]) {
    self.images = images
    self.mattes = mattes
    self.cubes = cubes
  }
}
