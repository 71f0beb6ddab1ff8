import Effects
import FilterGraph
import Imaging
import PhotoFile

extension EffectSubject {
  /// A photo with its faces, codes and mattes. Mattes may lie in the stored frame or upright.
  public init(_ photo: Photo, mattes: MatteSet, faces: [Face] = [], codes: [MachineReadableCode] = []) {
    self.init(
      image: photo.image, size: photo.pixels.size, orientation: photo.orientation, mattes: mattes, faces: faces,
      codes: codes)
  }
}

extension Photo {
  /// The photo with an effect on it, which records the mattes and faces that the effect used.
  ///
  /// ```swift
  /// let smooth = try photo.applying(.smoothSkin(strength: 0.6), mattes: mattes, faces: faces)
  /// ```
  /// - Parameters:
  ///   - effect: the effect. With strength 0, or if it finds nothing to work on, the pixels do not change.
  ///   - mattes: in the stored frame or upright.
  ///   - faces: in upright coordinates.
  ///   - codes: in upright coordinates.
  /// - Throws: ``RenderError`` if the result cannot be rendered.
  public func applying(
    _ effect: some Effect, mattes: MatteSet, faces: [Face] = [], codes: [MachineReadableCode] = []
  ) throws(RenderError) -> Photo {
    try applying(EffectStack([effect]), mattes: mattes, faces: faces, codes: codes)
  }

  /// The photo with several effects on it, one after the other, which records the mattes and faces. Effects that change
  /// nothing leave the pixels bit for bit the same. Those that are not ``Effect/isOpaque`` make the photo transparent.
  /// After an effect that hides (``Effect/hidesOriginal``) nothing in the photo shows the original any more:
  /// ``Photo/withoutOriginalPictures()``. A gain map is recomputed: the effects also process the picture of high
  /// dynamic range that it gives, at the map's size, and the new map leads from one result to the other.
  public func applying(
    _ stack: EffectStack, mattes: MatteSet, faces: [Face] = [], codes: [MachineReadableCode] = []
  ) throws(RenderError) -> Photo {
    let subject = EffectSubject(self, mattes: mattes, faces: faces, codes: codes)
    let image = stack.image(of: subject)
    let isCutOut = pixels.alphaType == .opaque && !stack.isOpaque
    guard image != subject.image else { return with(pixels: nil, mattes: subject.mattes, faces: faces) }
    let hides = stack.effects.contains { type(of: $0).hidesOriginal && $0.strength > 0 && $0.isApplicable(to: subject) }
    let gainMap = hides ? nil : try renewedGainMap(by: stack, subject: subject)
    let mattes = hides ? try hiddenMattes(subject.mattes, by: stack, subject) : subject.mattes
    let result = try with(
      image: image, mattes: mattes, faces: faces, alphaType: isCutOut ? .straight : nil, gainMap: gainMap)
    guard hides else { return result }
    // Mattes that were made for the edit were in no file, and need no warning.
    let made = Set(mattes.kinds).subtracting(self.mattes.kinds)
    var bare = result
    bare.auxiliaryImages.removeAll { image in
      image.type.matteKind.map { made.contains($0) && !stack.hideableMattes.contains($0) } ?? false
    }
    // Auxiliary images that were not given were not hidden either.
    return bare.withoutOriginalPictures(
      keeping: stack.hideableMattes.intersection(MatteKind.outlines.union(mattes.kinds)))
  }

  /// Mattes that do not reveal hidden faces by their outlines.
  private func hiddenMattes(
    _ mattes: MatteSet, by stack: EffectStack, _ subject: EffectSubject
  ) throws(RenderError) -> MatteSet {
    var hidden = mattes
    for effect in stack.effects {
      guard let effect = effect as? any MatteHiding, effect.strength > 0, effect.isApplicable(to: subject) else {
        continue
      }
      for matte in hidden where type(of: effect).hideableMattes.contains(matte.kind) {
        let pixels = try Renderer().render(
          effect.hidden(matte, in: subject), in: PixelRect(matte.pixels.size), as: .l8,
          colorSpace: matte.pixels.colorSpace, alphaType: .opaque)
        hidden.insert(
          Matte(
            kind: matte.kind, pixels: pixels, coordinateSpace: matte.coordinateSpace, confidence: matte.confidence))
      }
    }
    return hidden
  }

  /// The gain map for the photo with effects on it; nil if it has none that can be applied.
  private func renewedGainMap(
    by stack: EffectStack, subject: EffectSubject
  ) throws(RenderError) -> AuxiliaryImage? {
    try renewedGainMap { (pixels) throws(RenderError) in
      var subject = subject
      (subject.image, subject.size) = (Image(pixels), pixels.size)
      return try Renderer().render(
        stack.image(of: subject), in: PixelRect(pixels.size), as: pixels.format,
        colorSpace: pixels.colorSpace.renderable, alphaType: .opaque)
    }
  }
}
