import Codes
import Effects
import FilterGraph
import Imaging
import MatteKit
import PhotoFile

/// Makes a photo of a frame. A value.
struct PhotoProcessing: Sendable {
  let analysis: any StillAnalysis

  /// - Parameters:
  ///   - frame: the picture in the photo's size.
  ///   - known: the stream's faces at that time, in upright coordinates of the photo.
  /// - Throws: ``CaptureError`` if a network fails, or the photo cannot be rendered or written.
  func photo(of frame: Frame, for request: PhotoRequest, known: [Face]) throws(CaptureError) -> CapturedPhoto {
    let settings = request.settings
    var photo = Photo(pixels: frame.pixels, orientation: frame.orientation)
    var kinds = settings.mattes.union(settings.effects?.mattes ?? [])
    if let effects = settings.effects { kinds.formIntersection(effects.mattes.union(effects.hideableMattes)) }
    var faces = known
    if !kinds.isEmpty || settings.effects?.usesFaces == true {
      faces = try Self.identified(analysis.faces(in: photo), as: known)
    }
    let mattes = kinds.isEmpty ? MatteSet() : try analysis.mattes(kinds, of: photo, faces: faces)
    do {
      if let effects = settings.effects {
        let codes = effects.usesCodes ? try Self.codes(in: photo) : []
        photo = try photo.applying(effects, mattes: mattes, faces: faces, codes: codes)
        photo = photo.with(mattes: MatteSet(photo.mattes.filter { settings.mattes.contains($0.kind) }))
      } else {
        photo = photo.with(mattes: mattes, faces: faces)
      }
      if let overlay = settings.overlay {
        let drawn = overlay(EffectSubject(photo, mattes: mattes, faces: faces))
        photo = try photo.with(image: drawn.composited(over: photo.image))
      }
      let bytes = try photo.data(as: settings.encoding)
      var resolved = request.resolved
      for kind in settings.mattes {
        resolved.matteDimensions[kind] = photo.mattes[kind]?.pixels.size ?? PixelSize.absent
      }
      return CapturedPhoto(resolvedSettings: resolved, time: frame.time, photo: photo, fileData: bytes)
    } catch {
      throw .failed(device: "PhotoOutput", reason: "\(error)")
    }
  }

  /// All codes of a photo, for what is to be hidden.
  private static func codes(in photo: Photo) throws(CodeError) -> [MachineReadableCode] {
    try CodeDetector(types: MachineReadableCode.allTypes, maximumCodes: .max, effort: .thorough).codes(in: photo)
  }

  /// Faces of a photo with the identities of the stream's faces that they overlap.
  private static func identified(_ faces: [Face], as known: [Face]) -> [Face] {
    var free = known
    return faces.map { face in
      func overlap(_ other: Face) -> Double { face.bounds.intersectionOverUnion(other.bounds) }
      guard let best = free.indices.max(by: { overlap(free[$0]) < overlap(free[$1]) }), overlap(free[best]) > 0.3 else {
        return face
      }
      var named = face
      named.id = free.remove(at: best).id
      return named
    }
  }
}

extension PixelSize {
  /// The size of a matte that was not made.
  fileprivate static let absent = PixelSize(width: 0, height: 0)
}
