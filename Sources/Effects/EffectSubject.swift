import FilterGraph
import Imaging

/// What an effect works on: a photo's picture with what was found in it.
public struct EffectSubject: Sendable {
  /// The picture as stored, of finite extent from (0, 0).
  public var image: Image
  public var size: PixelSize
  /// How the picture is to be turned to stand upright.
  public var orientation: Orientation
  /// In the stored frame.
  public var mattes: MatteSet
  /// In upright coordinates.
  public var faces: [Face]

  public init(
    image: Image, size: PixelSize, orientation: Orientation = .up, mattes: MatteSet = [], faces: [Face] = []
  ) {
    self.image = image
    self.size = size
    self.orientation = orientation
    self.mattes = mattes
    self.faces = faces
  }
}
