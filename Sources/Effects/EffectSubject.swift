import FilterGraph
import Imaging

/// What an effect works on: a photo's picture with what was found in it.
public struct EffectSubject: Sendable {
  /// The picture as stored, of finite extent from (0, 0).
  public var image: Image
  /// The size of the picture as stored, in pixels.
  public var size: PixelSize
  /// How the picture is to be turned to stand upright.
  public var orientation: Orientation
  /// In the stored frame.
  public var mattes: MatteSet
  /// In upright coordinates.
  public var faces: [Face]
  /// In upright coordinates.
  public var codes: [MachineReadableCode]

  /// A picture with what was found in it.
  public init(
    image: Image, size: PixelSize, orientation: Orientation = .up, mattes: MatteSet = [], faces: [Face] = [],
    codes: [MachineReadableCode] = []
  ) {
    self.image = image
    self.size = size
    self.orientation = orientation
    self.mattes = mattes
    self.faces = faces
    self.codes = codes
  }

  /// The subject with an effect on its picture. Mattes and faces stay as they were found, so that effects can follow each
  /// other: `subject.applying(.smoothSkin()).applying(.blurBackground())`.
  public func applying(_ effect: some Effect) -> EffectSubject {
    var result = self
    result.image = effect.image(of: self)
    return result
  }

  /// The subject with its picture made opaque, each pixel in its own colour: for recipes that put the picture's alpha back
  /// when they are done.
  var opaque: EffectSubject {
    var result = self
    result.image = image.opaque
    return result
  }

  /// The size of the picture when it stands upright.
  public var uprightSize: PixelSize { orientation.apply(to: size) }

  /// Where a place of the upright picture, in its pixels, is in the stored one.
  func stored(_ point: Point) -> Point {
    let upright = uprightSize
    let place = orientation.inverse.apply(
      to: NormalizedPoint(x: point.x / Double(upright.width), y: point.y / Double(upright.height)))
    return Point(x: place.x * Double(size.width), y: place.y * Double(size.height))
  }

  /// Where a place of the upright picture, in its pixels, is in the stored one when that has another size.
  func stored(_ point: Point, scaledTo area: PixelRect) -> Point {
    let place = stored(point)
    return Point(
      x: place.x * Double(area.width) / Double(size.width), y: place.y * Double(area.height) / Double(size.height))
  }

  /// A matte over the whole picture; nil if there is none.
  func mask(_ kind: MatteKind) -> Image? { mattes[kind].map { Image.matte($0, fitting: PixelRect(size)) } }

  /// The number by which a selection means a face: its identity in a stream, its index in a photo.
  func number(of index: Int) -> Int { faces[index].id ?? index }

  /// The faces that a selection means.
  func shapes(of selection: FaceSelection) -> [FaceShape] {
    faces.indices.filter { selection.contains(number(of: $0)) }.map { FaceShape(faces[$0], in: uprightSize) }
  }

  /// The width of the largest face in pixels, by which the sizes of what is done to skin and hair go; a sixth of the
  /// picture where no face is known.
  var faceWidth: Double {
    let widths = shapes(of: .all).map(\.seenWidth)
    return widths.max() ?? Double(max(size.width, size.height)) / 6
  }
}
