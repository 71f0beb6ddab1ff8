/// A part of a photo's file that can be removed without coding any picture again.
public enum StripPart: String, Sendable, Hashable, CaseIterable {
  /// The hair, skin, teeth, glasses, sky and portrait mattes.
  case mattes
  /// Depth and disparity maps.
  case depth
  /// The HDR gain map, with the tone-mapped picture that is derived from it.
  case gainMap
  /// All auxiliary images but transparency, without which the picture would not be the same.
  case auxiliary
  /// The location: EXIF's GPS directories, the places in all XMP and in IPTC, in makers' data and in the movie of a
  /// motion photo. Other metadata are kept.
  case location
  /// Serial numbers and owners of camera and lens in EXIF and XMP, and makers' notes except Apple's, which has none.
  /// Other metadata are kept.
  case serialNumbers
  /// All metadata: EXIF, XMP, IPTC, comments, makers' and unknown data, and what a colour profile has beside its
  /// colours, name and copyright. The XMP of auxiliary images, orientation and colour profile are kept.
  case metadata
  /// Small versions of the photo: HEIF's thumbnails, those of EXIF, JFIF, Photoshop and XMP, previews in makers' notes
  /// and in a JPEG's index.
  case thumbnails

  /// Whether the part includes auxiliary images of a type.
  func includes(_ type: AuxiliaryImageType) -> Bool {
    switch self {
    case .mattes: type.matteKind != nil
    case .depth: type.isDepth
    case .gainMap: type.isGainMap
    case .auxiliary: !type.isAlpha
    case .location, .serialNumbers, .metadata, .thumbnails: false
    }
  }
}
