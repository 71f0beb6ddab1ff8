/// A part of a photo's file that can be taken out without coding any picture again.
public enum StripPart: String, Sendable, Hashable, CaseIterable {
  /// The hair, skin, teeth, glasses, sky and portrait mattes.
  case mattes
  /// Depth and disparity.
  case depth
  /// The HDR gain map, with what is derived from it.
  case gainMap
  /// All auxiliary images but transparency, without which the picture would not be the same.
  case auxiliary
  /// Where the photo was made: EXIF's GPS directory, and the places in XMP and IPTC. The rest of the metadata stays.
  case location
  /// Which camera and lens made the photo, and whose they are: serial numbers and owners in EXIF and XMP, and makers' notes
  /// but Apple's, which holds none. The rest of the metadata stays.
  case serialNumbers
  /// All that is said about the photo: EXIF, XMP, IPTC, comments, makers' and unknown data. What auxiliary images say of
  /// themselves stays, and so do orientation and colour profile.
  case metadata
  /// Small versions of the photo: HEIF's thumbnails, EXIF's, a JPEG's previews.
  case thumbnails

  /// Whether the part holds auxiliary images of a type.
  func includes(_ type: AuxiliaryImageType) -> Bool {
    switch self {
    case .mattes: type.matteKind != nil
    case .depth: type.isDepth
    case .gainMap: type == .hdrGainMap
    case .auxiliary: !type.isAlpha
    case .location, .serialNumbers, .metadata, .thumbnails: false
    }
  }
}
