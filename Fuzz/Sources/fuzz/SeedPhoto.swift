import Imaging

@testable import PhotoFile

/// Small photos with all kinds of content, for seeds.
enum SeedPhoto {
  static func pixels(_ size: PixelSize, _ format: PixelFormat = .rgba8, alphaType: AlphaType = .opaque) -> PixelBuffer {
    PixelBuffer(size: size, format: format, alphaType: alphaType) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index / 3 &+ index / 64) }
      guard alphaType == .opaque, format.componentCount == 4 else { return }
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    }
  }

  /// A photo with a face, mattes, a gain map, EXIF and XMP.
  static func full(_ size: PixelSize = PixelSize(width: 40, height: 24), kinds: [MatteKind] = [.hair]) -> Photo {
    var photo = Photo(
      pixels: pixels(size), orientation: .right, metadata: PhotoMetadata(exif: exif, xmp: Array(title.utf8)),
      auxiliaryImages: kinds.map { kind in
        AuxiliaryImage(type: AuxiliaryImageType(kind), pixels: pixels(size.half, .l8))
      })
    photo.pixels.colorSpace = .displayP3
    photo.faces = [
      Face(
        id: 3, bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3), roll: Angle(degrees: 30),
        yaw: Angle(degrees: 45))
    ]
    return photo
  }

  static let title = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmp:CreatorTool="Seeds">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li></rdf:Alt></dc:title>
    <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    """

  /// Make, Orientation, an EXIF directory with sizes, a maker note and an interoperability directory, and one of a
  /// thumbnail.
  static let exif: [UInt8] = exif(bigEndian: true)

  static func exif(bigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let first = 8, exif = first + 2 + 36 + 4, interoperability = exif + 2 + 48 + 4
    let thumbnail = interoperability + 2 + 12 + 4, note = thumbnail + 2 + 12 + 4
    var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(first, 4) + number(3, 2)
    bytes += entry(0x010F, 2, 4, Array("Cam\0".utf8)) + entry(0x0112, 3, 1, number(6, 2))
    bytes += entry(0x8769, 4, 1, number(exif, 4)) + number(thumbnail, 4)
    bytes += number(4, 2) + entry(0x927C, 7, 24, number(note, 4)) + entry(0xA002, 3, 1, number(40, 2))
    bytes += entry(0xA003, 4, 1, number(24, 4)) + entry(0xA005, 4, 1, number(interoperability, 4)) + number(0, 4)
    bytes += number(1, 2) + entry(1, 2, 4, Array("R03\0".utf8)) + number(0, 4)
    bytes += number(1, 2) + entry(0x0103, 3, 1, number(6, 2)) + number(0, 4)
    return bytes + Array("Apple iOS\0\0\u{1}MM".utf8) + (0..<10)
  }
}
