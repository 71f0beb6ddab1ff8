import Imaging

/// The parts of a photo's JPEG file that are written again unchanged: segments of unknown use, further pictures without
/// a type, and the data after the pictures. Previews are regenerated when the pixels are set.
struct JPEGPassthrough: Sendable {
  /// The segment with the resolution, unless it contains a thumbnail.
  private(set) var jfif: JPEGPicture.Segment?
  /// Segments for the photo's own picture.
  private(set) var segments: [JPEGPicture.Segment] = []
  private(set) var further: [JPEGDocument.Entry] = []
  private(set) var trailer: [UInt8] = []
  /// Whether the file was signed. A signature covers the file's bytes, and is not retained.
  private(set) var hasSignature = false
  /// Whether the file had a JFIF thumbnail, which is not retained.
  private(set) var hadThumbnail = false
  /// Names, for people, of further parts of the file besides the picture, its metadata and previews, and auxiliary
  /// images.
  private(set) var furtherItems: [String] = []

  /// - Parameter document: an ``JPEGDocument/editable(file:)`` one.
  init(_ document: JPEGDocument) {
    jfif = document.primary.segments.first { segment in
      // The size of a thumbnail stands at the end.
      segment.marker == JPEGMarker.app0 && segment.starts(with: JPEGIdentifier.jfif)
        && segment.data.count == 14 && segment.data.suffix(2).elementsEqual([0, 0])
    }
    hadThumbnail = document.primary.segments.contains(where: \.isJFIFThumbnail)
    segments = document.primary.segments.filter(\.isUnknown)
    further = document.unnamedPictures
    trailer = document.trailer
    hasSignature = document.primary.segments.contains(where: \.isSignature)
    furtherItems = document.furtherItems
  }

  /// Removes parts that show the original; data of unknown use are recorded.
  mutating func removePictures(in record: inout RemovalRecord) {
    for segment in segments {
      if segment.showsPicture {
        record.note(.picture, segment.name)
      } else if !segment.isKnownUse {
        record.note(.unknown, segment.name)
      }
    }
    segments.removeAll(where: \.showsPicture)
    for entry in further { record.note(.picture, entry.isPreview ? "preview" : "picture that does not say what it is") }
    further = []
    trailer = JPEGTrailer(trailer).withoutPictures(record: &record)
    let kept = segments.map(\.name)
    furtherItems = furtherItems.filter { kept.contains($0) || $0.hasPrefix("APP11 JP") }
    furtherItems += JPEGTrailer(trailer).names
  }

  /// The segments that are written with a photo: none unless it was read from a JPEG of its size.
  init(of photo: Photo) {
    guard let source = photo.source, source.format == .jpeg, source.size == photo.pixels.size,
      case .jpeg(let retained) = source.body
    else { return }
    self = retained
    guard source.isPictureChanged else { return }
    further = further.compactMap { entry in
      guard entry.isPreview else { return entry }
      var renewed = entry
      guard let picture = try? ReducedPicture.preview(of: photo.pixels, inPlaceOf: entry.picture) else { return nil }
      renewed.picture = picture
      return renewed
    }
  }
}

extension JPEGPicture.Segment {
  /// Whether the segment is retained: it is not a part of the coding, is not parsed and written here, and is not bound
  /// to the original data as Apple's restart index and signatures (JUMBF) are.
  var isUnknown: Bool {
    let known: [UInt8: [[UInt8]]] = [
      JPEGMarker.app0: [JPEGIdentifier.jfif, JPEGIdentifier.jfifExtension],
      JPEGMarker.app1: [JPEGIdentifier.exif, JPEGIdentifier.xmp, JPEGIdentifier.extendedXMP],
      JPEGMarker.app2: [JPEGIdentifier.profile, JPEGIdentifier.multiPicture, JPEGIdentifier.gainMap],
      JPEGMarker.app10: [JPEGIdentifier.restartIndex],
      JPEGMarker.app13: [JPEGIdentifier.photoshop],
      JPEGMarker.app14: [JPEGIdentifier.adobe],
    ]
    guard (0xE0...0xEF).contains(marker) || marker == JPEGMarker.comment, !isSignature else { return false }
    return !(known[marker] ?? []).contains { starts(with: $0) }
  }

  /// Whether the segment has a part of a signature of the whole file (ISO/IEC 19566-5, as in C2PA).
  var isSignature: Bool { marker == 0xEB && data.starts(with: "JP".utf8) }
}

extension JPEGDocument {
  /// The further pictures whose XMP states no type.
  var unnamedPictures: [Entry] {
    further.filter { $0.picture.auxiliaryType(file: "", limits: .default) == nil }
  }

  /// Names of further parts of the file besides the picture, its metadata and previews, and auxiliary images.
  var furtherItems: [String] {
    let segments = primary.segments.filter { $0.isUnknown || $0.isSignature }.map(\.name)
    let pictures = unnamedPictures.filter { !$0.isPreview }.map { _ in "a picture that does not say what it is" }
    return segments + pictures + JPEGTrailer(trailer).names
  }
}
