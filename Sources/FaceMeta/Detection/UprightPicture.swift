import Imaging
import Kernels

/// A stored picture in upright coordinates. Only the parts that are needed are turned and converted.
struct UprightPicture: Sendable {
  private enum Stored: Sendable {
    case pixels(PixelBuffer)
    /// The picture of a movie's frame, converted to pixels by parts.
    case planes(YCbCrPicture)
  }

  private let content: Stored
  let orientation: Orientation
  /// The upright size, in pixels.
  let size: PixelSize
  /// Whether its mirror image is searched in its place: see ``MirrorNormalization``.
  private(set) var isMirrorImage = false
  private let storedSize: PixelSize
  private let toStored: AffineTransform2D

  init(_ stored: PixelBuffer, orientation: Orientation) {
    self.init(.pixels(stored.inStandardRange), stored.size, orientation)
  }

  init(_ frame: Frame) {
    guard let picture = frame.picture as? YCbCrPicture, picture.hasParts, picture.madePixels == nil else {
      self.init(frame.pixels, orientation: frame.orientation)
      return
    }
    self.init(.planes(picture), picture.size, frame.orientation)
  }

  private init(_ content: Stored, _ storedSize: PixelSize, _ orientation: Orientation) {
    self.content = content
    self.storedSize = storedSize
    self.orientation = orientation
    size = orientation.apply(to: storedSize)
    toStored = orientation.inverseTransform(of: storedSize)
  }

  /// This picture, turned. It must not mirror.
  func turned(by turn: Orientation) -> UprightPicture {
    var picture = UprightPicture(content, storedSize, orientation.then(turn))
    picture.isMirrorImage = isMirrorImage
    return picture
  }

  /// The mirror image, to be searched in the place of this picture.
  var mirrorImage: UprightPicture {
    var picture = UprightPicture(content, storedSize, orientation.then(.upMirrored))
    picture.isMirrorImage = !isMirrorImage
    return picture
  }

  /// The pixels as stored.
  var stored: PixelBuffer {
    switch content {
    case .pixels(let pixels): pixels
    case .planes(let picture): picture.pixels
    }
  }

  /// The whole picture, upright, at another size, as `rgba8`.
  func scaled(to newSize: PixelSize) throws(KernelError) -> PixelBuffer {
    let size = orientation.inverse.apply(to: newSize)
    let scaled =
      switch content {
      case .pixels(let pixels): try pixels.resized(to: size)
      case .planes(let picture): try picture.reduced(to: size)
      }
    return scaled.displayEncoded().oriented(by: orientation)
  }

  /// A part of the upright picture as `rgba8` of `size`.
  ///
  /// - Parameter map: from the part's pixels to the upright picture's.
  func part(_ map: AffineTransform2D, size: PixelSize) throws(KernelError) -> PixelBuffer {
    let map = map.then(toStored)
    guard case .planes(let picture) = content else { return try stored.warped(by: map, to: size).displayEncoded() }
    // The part that a warp reads gives the same pixels as the whole picture.
    let part = map.isFinite ? PixelBuffer.covered(by: map, in: storedSize, to: size) : PixelRect(storedSize)
    let moved = map.then(.translation(x: -Double(part.x), y: -Double(part.y)))
    return try picture.pixels(in: part).warped(by: moved, to: size).displayEncoded()
  }

  /// Faces of this picture in the coordinates of the same picture with another orientation.
  func faces(_ faces: [Face], seenIn other: Orientation) -> [Face] {
    let change = other.inverse.then(orientation)
    guard change != .up else { return faces }
    let wanted = FrameGeometry(uprightSize: other.apply(to: storedSize))
    return faces.map { face in
      var face = face.transformed(to: wanted, from: wanted.turned(by: change))
      if change.isMirrored { face.landmarks = face.landmarks?.mirrorImage }
      return face
    }
  }
}

extension FaceLandmarks {
  /// The landmarks of a face measured in the mirror image, which exchanges the subject's right and left eye.
  fileprivate var mirrorImage: FaceLandmarks {
    FaceLandmarks(points: points.indices.map { points[MeshTopology.mirrored[$0]] })
  }
}
