import Imaging
import Kernels

/// The colours stated by a file's profile, for a picture that is decoded to red, green and blue.
struct StatedColors: Sendable {
  /// The kind of the file's samples.
  enum Samples: Hashable, Sendable {
    case gray
    case color
    /// Cyan, magenta, yellow and black.
    case inks(is16Bit: Bool)

    /// The name of such samples without a profile, which are decoded to a default colour space.
    fileprivate func name(in space: ColorSpace) -> String {
      switch (self, space) {
      case (.inks, _): "CMYK"
      case (.gray, .sRGB): ColorSpace.gray.name
      case (.gray, .extendedLinearSRGB): ColorSpace.linearGray.name
      case (.gray, _): "Gray (\(ProfileDescription.name(of: space)))"
      case (.color, _): ProfileDescription.name(of: space)
      }
    }

    fileprivate var name: String {
      switch self {
      case .gray: "gray"
      case .color: "colour"
      case .inks: "CMYK"
      }
    }
  }

  /// The space of the decoded pixels.
  private(set) var colorSpace: ColorSpace
  /// Converts ink samples to the pixels; nil for other samples, and if no profile applies.
  private(set) var inks: CMYKProfile?
  /// Why the profile is not applied; nil if it is, or there is none.
  private(set) var warning: PhotoWarning?
  /// The name of the file's colours for people: the profile's description.
  private(set) var name: String

  /// - Parameters:
  ///   - profile: empty for a damaged one; nil if there is none.
  ///   - other: the space where no profile applies.
  init(profile: [UInt8]?, of samples: Samples, otherwise other: ColorSpace = .sRGB) {
    (colorSpace, name) = (other, samples.name(in: other))
    guard let profile else { return }
    let space = profile.count >= 128 && profile[36..<40].elementsEqual("acsp".utf8) ? Array(profile[16..<20]) : []
    let isApplied: Bool
    switch (samples, String(decoding: space, as: UTF8.self)) {
    case (.gray, "GRAY"): isApplied = apply(gray: profile)
    // For gray, whose samples are equal, a colour profile has the same meaning.
    case (.gray, "RGB "), (.color, "RGB "):
      isApplied = ColorProfile.obstacle(in: profile) == nil
      if isApplied { colorSpace = .icc(profile) }
    case (.inks(let is16Bit), "CMYK"):
      inks = try? CMYKProfile(profile, is16Bit: is16Bit)
      isApplied = inks != nil
      if isApplied { colorSpace = .sRGB }
    case (_, let kind) where ["GRAY", "RGB ", "CMYK", "Lab ", "XYZ "].contains(kind):
      let kind = kind.split(separator: " ").joined()
      warn("its colour profile is one of \(kind) and its samples are \(samples.name)")
      return
    default: isApplied = false
    }
    if isApplied {
      name = ProfileDescription.name(of: .icc(profile))
    } else {
      warn("its colour profile cannot be read")
    }
  }

  private mutating func apply(gray profile: [UInt8]) -> Bool {
    let name = ProfileDescription.text(of: profile).map { "\($0), as RGB" } ?? "Gray as RGB"
    guard
      let space = ColorSpace(replicatingGray: profile, description: name)
    else { return false }
    colorSpace = space
    return true
  }

  /// Sets the reason for which the file's colours are not applied, unless there is one already.
  mutating func warn(_ obstacle: String) {
    warning = warning ?? .taking(colorSpace, because: obstacle)
  }
}
