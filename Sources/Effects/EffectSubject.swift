import FilterGraph
import Imaging
import Kernels

/// The input of an effect: a photo's picture with its faces, codes and mattes.
public struct EffectSubject: Sendable {
  /// The picture as stored, of finite extent from (0, 0).
  public var image: Image
  /// The size of the picture as stored, in pixels.
  public var size: PixelSize
  /// The orientation that turns the picture upright.
  public var orientation: Orientation
  /// In the stored frame. Mattes that lie upright are turned by ``orientation`` when they are given.
  public var mattes: MatteSet {
    didSet { mattes = mattes.transformed(to: .stored, orientation: orientation) }
  }
  /// In upright coordinates.
  public var faces: [Face]
  /// In upright coordinates.
  public var codes: [MachineReadableCode]

  /// A picture with its faces, codes and mattes.
  public init(
    image: Image, size: PixelSize, orientation: Orientation = .up, mattes: MatteSet = [], faces: [Face] = [],
    codes: [MachineReadableCode] = []
  ) {
    self.image = image
    self.size = size
    self.orientation = orientation
    self.mattes = mattes.transformed(to: .stored, orientation: orientation)
    self.faces = faces
    self.codes = codes
  }

  /// The subject with an effect on its picture. Mattes and faces are unchanged, so that effects can follow each other:
  /// `subject.applying(.smoothSkin()).applying(.blurBackground())`.
  public func applying(_ effect: some Effect) -> EffectSubject {
    var result = self
    result.image = effect.image(of: self)
    return result
  }

  /// The subject with its picture made opaque, each pixel in its own colour: for recipes that restore the picture's
  /// alpha at the end.
  var opaque: EffectSubject {
    var result = self
    result.image = image.opaque
    return result
  }

  /// The size of the upright picture.
  public var uprightSize: PixelSize { orientation.apply(to: size) }

  /// The place in the stored picture of a place of the upright one, in its pixels.
  func stored(_ point: Point) -> Point {
    let upright = uprightSize
    let place = orientation.inverse.apply(
      to: NormalizedPoint(x: point.x / Double(upright.width), y: point.y / Double(upright.height)))
    return Point(x: place.x * Double(size.width), y: place.y * Double(size.height))
  }

  /// The place in a stored picture of another size of a place of the upright one, in its pixels.
  func stored(_ point: Point, scaledTo area: PixelRect) -> Point {
    let place = stored(point)
    return Point(
      x: place.x * Double(area.width) / Double(size.width), y: place.y * Double(area.height) / Double(size.height))
  }

  /// A matte over the whole picture; nil if there is none.
  func mask(_ kind: MatteKind) -> Image? { mattes[kind].map { Image.matte($0, fitting: PixelRect(size)) } }

  /// The number of a face in selections: its identity in a stream, its index in a photo.
  func number(of index: Int) -> Int { faces[index].id ?? index }

  /// The faces that a selection means.
  func shapes(of selection: FaceSelection) -> [FaceShape] {
    faces.indices.filter { selection.contains(number(of: $0)) }.map { FaceShape(faces[$0], in: uprightSize) }
  }

  /// The width of the largest face in pixels, by which effects on skin and hair are scaled; a sixth of the picture if
  /// no face is known.
  var faceWidth: Double {
    let widths = shapes(of: .all).map(\.seenWidth)
    return widths.max() ?? Double(max(size.width, size.height)) / 6
  }
}
