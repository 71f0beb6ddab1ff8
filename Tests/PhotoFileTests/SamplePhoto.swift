import Imaging
import Support

@testable import PhotoFile

/// Pictures that are made up, so that every test has one of the size it needs.
enum SamplePhoto {
  /// Colour gradients with a soft disc: like a photo in having no hard edges, so that JPEG keeps it closely.
  static func pixels(_ size: PixelSize, colorSpace: ColorSpace = .sRGB) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8, colorSpace: colorSpace) { target in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (u, v) = (Double(x) / Double(max(1, size.width - 1)), Double(y) / Double(max(1, size.height - 1)))
          let disc = max(0, 1 - 4 * ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)))
          let at = 4 * (y * size.width + x)
          target[at] = UInt8(40 + 160 * u)
          target[at + 1] = UInt8(30 + 180 * v)
          target[at + 2] = UInt8(60 + 140 * disc)
          target[at + 3] = 255
        }
      }
    }
  }

  /// A matte with soft edges, flat black and flat white, different for each kind.
  static func matte(_ kind: MatteKind, _ size: PixelSize) -> Matte {
    let shift = 0.2 + 0.1 * Double(MatteKind.allCases.firstIndex(of: kind) ?? 0)
    let pixels = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { target in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (u, v) = (Double(x) / Double(size.width) - shift, Double(y) / Double(size.height) - 0.4)
          let distance = (u * u + v * v).squareRoot()
          target[y * size.width + x] = UInt8(255 * min(max((0.3 - distance) * 8, 0), 1))
        }
      }
    }
    return Matte(kind: kind, pixels: pixels, coordinateSpace: .stored)
  }

  /// Samples at random, which nothing can compress.
  static func noise(_ size: PixelSize, _ format: PixelFormat, alphaType: AlphaType, seed: UInt64) -> PixelBuffer {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    return PixelBuffer(size: size, format: format, alphaType: alphaType) { target in
      for index in target.indices { target[index] = UInt8.random(in: 0...255, using: &generator) }
      guard alphaType == .opaque, format.componentCount == 4 else { return }
      let bytes = format.bitsPerComponent / 8
      for index in target.indices where index / bytes % 4 == 3 { target[index] = 255 }
    }
  }

  /// A photo like an iPhone's: faces, four mattes, EXIF with a maker note, XMP with a title.
  static func portrait(_ size: PixelSize, orientation: Orientation = .up) -> Photo {
    Photo(
      pixels: pixels(size), orientation: orientation,
      metadata: PhotoMetadata(exif: exif(orientation: orientation), xmp: Array(titleXMP.utf8)),
      auxiliaryImages: MatteKind.generated.map {
        AuxiliaryImage(type: AuxiliaryImageType($0), pixels: matte($0, size.half).pixels)
      })
  }

  static let titleXMP = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Tests 1.0"/>
    </rdf:RDF></x:xmpmeta>
    """

  /// A block with Make, Orientation, an Exif directory with sizes and a maker note, and a second directory.
  static func exif(orientation: Orientation?, bigEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let makerNote = Array("Apple iOS\0\0\u{1}MM".utf8) + (0..<40).map { UInt8($0 * 5) }
    let firstCount = orientation == nil ? 2 : 3
    let exifOffset = 8 + 2 + 12 * firstCount + 4
    let noteOffset = exifOffset + 2 + 12 * 3 + 4
    let secondOffset = noteOffset + makerNote.count
    var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(firstCount, 2)
    bytes += entry(0x010F, 2, 4, Array("Cam\0".utf8))
    if let orientation { bytes += entry(0x0112, 3, 1, number(orientation.rawValue, 2)) }
    bytes += entry(0x8769, 4, 1, number(exifOffset, 4))
    bytes += number(secondOffset, 4)
    bytes += number(3, 2)
    bytes += entry(0x927C, 7, makerNote.count, number(noteOffset, 4))
    bytes += entry(0xA002, 3, 1, number(640, 2)) + entry(0xA003, 4, 1, number(480, 4))
    bytes += number(0, 4) + makerNote
    bytes += number(1, 2) + entry(0x0103, 3, 1, number(6, 2)) + number(0, 4)
    return bytes
  }
}
