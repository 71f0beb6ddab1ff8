import Effects
import FilterGraph
import Imaging
import Kernels

/// One moment of a stream: a frame with its faces, codes and mattes.
///
/// May be shared between tasks. Effects change ``image`` alone, so that effects can follow each other.
public struct Scene: Sendable {
  /// The frame as the source gave it.
  public let frame: Frame
  /// The faces in upright coordinates, longest known first, with their identities (``Face/id``). Empty if faces were
  /// not requested.
  public var faces: [Face]
  /// The identities of those of ``faces`` that were not detected in this frame but in nearby frames, and whose places
  /// are interpolated: see ``FaceTracking/lookAhead``.
  public var heldFaces: Set<Int> = []
  /// The codes in upright coordinates, in the order in which they were first seen, with their identities
  /// (``MachineReadableCode/id``). Empty if codes were not requested.
  public var codes: [MachineReadableCode] = []
  /// The identities of those of ``codes`` that were not read in this frame but in nearby frames, and whose places are
  /// interpolated: see ``CodeTracking/lookAhead``.
  public var heldCodes: Set<Int> = []
  /// Mattes of all people in the frame, in the stored frame, of half its size. It has the requested kinds that the
  /// frame shows. A requested portrait matte is always there, black without people, unless the frame is taken as a
  /// photo (``SceneAnalysis/takesOnlyFrameAsPhoto``). Your own mattes may be of any size, stored or upright.
  public var mattes: MatteSet
  /// The picture as stored: the frame's pixels, or the result of effects.
  public var image: Image
  /// The picture before any effect.
  private let original: Image
  /// Whether the frame is the only one of its stream, and is to be analysed as a photo.
  var isOnlyFrame = false
  /// The size of the frame that ``image`` is rendered to, from (0, 0); nil for that of ``frame``.
  public var renderedSize: PixelSize?
  /// Whether ``image`` is opaque wherever the frame is.
  public var isOpaque = true

  /// A frame with its faces, codes and mattes.
  public init(_ frame: Frame, faces: [Face] = [], mattes: MatteSet = []) {
    self.frame = frame
    self.faces = faces
    self.mattes = mattes
    original = Image(frame)
    image = original
  }

  /// What was found in the frame, on another picture of it, before mattes are made and effects are applied.
  func with(_ frame: Frame) -> Scene {
    var result = Scene(frame, faces: faces)
    (result.heldFaces, result.codes, result.heldCodes) = (heldFaces, codes, heldCodes)
    result.isOnlyFrame = isOnlyFrame
    return result
  }

  /// The presentation time of the frame and of everything in the scene.
  public var time: MediaTime { frame.time }

  /// The input of effects.
  public var subject: EffectSubject {
    EffectSubject(
      image: image, size: frame.size, orientation: frame.orientation, mattes: mattes, faces: faces,
      codes: codes)
  }

  /// The scene with an effect on its picture. Where the effect finds nothing to work on, the picture stays as it is.
  public func applying(_ effect: some Effect) -> Scene { applying(EffectStack([effect])) }

  /// The scene with several effects on its picture, one after the other.
  public func applying(_ stack: EffectStack) -> Scene {
    var result = self
    result.image = stack.image(of: subject)
    result.isOpaque = isOpaque && stack.isOpaque
    return result
  }

  /// The picture as a frame with the time and orientation of the scene's own, in its size, format and colour space.
  ///
  /// The frame itself where nothing is drawn, so that not a sample changes. Where ``isOpaque`` is false the result has
  /// straight alpha.
  ///
  /// - Throws: ``RenderError`` if the image cannot be rendered.
  public func rendered(by renderer: Renderer = Renderer()) throws(RenderError) -> Frame {
    var result = frame
    guard renderedSize != nil || image != original else { return result }
    if renderedSize == nil, isOpaque, let planes = frame.picture as? YCbCrPicture, planes.canBePatched {
      result = Frame(
        picture: try drawn(on: planes, by: renderer), orientation: frame.orientation, time: frame.time)
      result.attachments = frame.attachments
      return result
    }
    // Frames whose pixels are made on demand are opaque.
    let alphaType = frame.picture == nil ? frame.pixels.alphaType : .opaque
    result.pixels = try renderer.render(
      image, in: PixelRect(renderedSize ?? frame.size), as: frame.format, colorSpace: frame.colorSpace.renderable,
      alphaType: isOpaque ? alphaType : .straight)
    return result
  }

  /// The picture; only the part that effects may have changed is rendered.
  private func drawn(on planes: YCbCrPicture, by renderer: Renderer) throws(RenderError) -> PatchedPicture {
    let whole = PixelRect(planes.size)
    let parts = image.changes(from: original, in: whole) ?? [whole]
    var patches: [PatchedPicture.Patch] = []
    for place in PatchedPicture.places(for: parts, in: planes.size) {
      let pixels = try renderer.render(
        image, in: place, as: planes.format, colorSpace: planes.colorSpace, alphaType: .opaque)
      patches.append(PatchedPicture.Patch(place, pixels: pixels))
    }
    return PatchedPicture(planes, patches: patches)
  }
}
