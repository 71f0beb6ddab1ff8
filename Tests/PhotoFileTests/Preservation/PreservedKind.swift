import Imaging
import Kernels

@testable import PhotoFile

/// A kind of data in a photo's file: how a photo gets it, and how to find it in another file.
struct PreservedKind: Sendable {
  /// What happened to the data; `missing` does not consider warnings.
  enum Outcome: Sendable { case same, converted, missing }

  let name: String
  /// Photos of one group can have all of its kinds at once.
  let group: Int
  /// The words of the warning if the data are left out.
  let warning: String
  let add: @Sendable (inout Photo) -> Void
  /// - Parameters: the photo before writing, and the one read from the file.
  let compare: @Sendable (Photo, Photo) -> Outcome

  static let all: [PreservedKind] = metadata + auxiliary + samples

  private static func block(
    _ name: String, _ path: WritableKeyPath<PhotoMetadata, [UInt8]?> & Sendable, _ bytes: [UInt8]
  ) -> PreservedKind {
    PreservedKind(name: name, group: 0, warning: name, add: { $0.metadata[keyPath: path] = bytes }) { before, after in
      let (old, new) = (before.metadata[keyPath: path], after.metadata[keyPath: path])
      return new == nil ? .missing : new == old ? .same : .converted
    }
  }

  private static let metadata: [PreservedKind] = [
    block("EXIF", \.exif, SamplePhoto.exif(orientation: .right)),
    block("XMP", \.xmp, Array(SamplePhoto.titleXMP.utf8)),
    // A resource of Photoshop with one data set, 2:05, a title.
    block(
      "IPTC", \.iptc,
      Array("8BIM".utf8) + [0x04, 0x04, 0, 0, 0, 0, 0, 10, 0x1C, 2, 5, 0, 5] + Array("Title".utf8)),
    PreservedKind(
      name: "faces", group: 0, warning: "faces",
      add: { $0.faces = [Face(bounds: NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))] }
    ) { before, after in after.faces.isEmpty ? .missing : after.faces.count == before.faces.count ? .same : .converted
    },
    PreservedKind(name: "orientation", group: 0, warning: "orientation", add: { $0.orientation = .right }) {
      $1.orientation == $0.orientation ? .same : .missing
    },
    PreservedKind(
      name: "ICC profile", group: 0, warning: "profile",
      add: { photo in
        guard let profile = ICCProfile.bytes(for: .adobeRGB) else { return }
        photo.pixels = SamplePhoto.pixels(photo.pixels.size, colorSpace: .icc(profile))
      }
    ) { before, after in
      if after.pixels.colorSpace == before.pixels.colorSpace { return .same }
      return after.pixels.colorSpace == .sRGB ? .missing : .converted
    },
  ]

  private static func image(_ name: String, _ type: AuxiliaryImageType, _ pixels: PixelBuffer) -> PreservedKind {
    PreservedKind(
      name: name, group: 0, warning: "the auxiliary image \(type.rawValue)",
      add: { $0.auxiliaryImages.append(AuxiliaryImage(type: type, pixels: pixels)) }
    ) { before, after in
      guard let new = after.auxiliary(type) else { return .missing }
      return new.pixels.bytes == before.auxiliary(type)?.pixels.bytes ? .same : .converted
    }
  }

  private static let auxiliary: [PreservedKind] = {
    let half = PixelSize(width: 40, height: 30)
    return MatteKind.generated.map {
      image("\($0.rawValue) matte", AuxiliaryImageType($0), SamplePhoto.matte($0, half).pixels)
    } + [
      PreservedKind(
        name: "gain map", group: 0, warning: "the auxiliary image \(AuxiliaryImageType.hdrGainMap.rawValue)",
        add: { $0.auxiliaryImages.append(GainMapSample.appleImage(half)) }
      ) { _, after in after.auxiliary(.hdrGainMap) == nil ? .missing : .converted },
      PreservedKind(
        name: "ISO gain map", group: 2, warning: "the auxiliary image \(AuxiliaryImageType.isoGainMap.rawValue)",
        add: { $0.auxiliaryImages.append(GainMapSample.image(half)) }
      ) { before, after in
        guard let new = after.auxiliary(.isoGainMap) else { return .missing }
        return new.gainMap == before.auxiliary(.isoGainMap)?.gainMap ? .converted : .missing
      },
    ]
  }()

  private static func pixels(_ format: PixelFormat, _ space: ColorSpace, _ alphaType: AlphaType) -> PixelBuffer {
    let plain = SamplePhoto.pixels(PixelSize(width: 80, height: 60))
    let isDeep = format == .rgba16
    let bytes = plain.bytes.enumerated().flatMap { index, value -> [UInt8] in
      let sample = index % 4 == 3 && alphaType == .straight ? UInt8(index % 256) : value
      return isDeep ? [UInt8(index % 3), sample] : [sample]
    }
    return PixelBuffer(size: plain.size, format: format, colorSpace: space, alphaType: alphaType, bytes: bytes)
  }

  private static let samples: [PreservedKind] = [
    PreservedKind(
      name: "transparency", group: 1, warning: "transparency", add: { $0.pixels = pixels(.rgba8, .sRGB, .straight) }
    ) { before, after in
      guard after.pixels.alphaType != .opaque else { return .missing }
      return EncodablePixels.alpha(of: after.pixels) == EncodablePixels.alpha(of: before.pixels) ? .same : .converted
    },
    PreservedKind(
      name: "more than 8 bits", group: 2, warning: "bits", add: { $0.pixels = pixels(.rgba16, .sRGB, .opaque) }
    ) { before, after in
      guard after.pixels.format.bitsPerComponent > 8 else { return .missing }
      return after.pixels == before.pixels ? .same : .converted
    },
    PreservedKind(
      name: "high dynamic range", group: 3, warning: "high dynamic range",
      add: { $0.pixels = pixels(.rgba16, .pq(.bt2020), .opaque) }
    ) { before, after in
      guard after.pixels.colorSpace.isHighDynamicRange else { return .missing }
      return after.pixels == before.pixels ? .same : .converted
    },
  ]
}
