import Imaging

@testable import PhotoFile

/// Gain maps that are made up.
enum GainMapSample {
  /// Numbers that differ from each other and from all defaults, and are whole millionths.
  static let metadata = GainMapMetadata(
    channels: [.init(minimum: -0.5, maximum: 3.25, gamma: 0.8, baseOffset: 0.015625, alternateOffset: 0.03125)],
    baseHeadroom: 0, alternateHeadroom: 3)

  /// A gray map of a gradient.
  static func image(_ size: PixelSize, metadata: GainMapMetadata? = metadata) -> AuxiliaryImage {
    let pixels = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { target in
      for y in 0..<size.height {
        for x in 0..<size.width { target[y * size.width + x] = UInt8(255 * (x + y) / (size.width + size.height)) }
      }
    }
    return AuxiliaryImage(type: .isoGainMap, pixels: pixels, gainMap: metadata)
  }

  /// Apple's map of the same samples, with a headroom of 4.
  static func appleImage(_ size: PixelSize) -> AuxiliaryImage {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"
       HDRGainMap:HDRGainMapVersion="131072" HDRGainMap:HDRGainMapHeadroom="4"/></rdf:RDF></x:xmpmeta>
      """
    return AuxiliaryImage(type: .hdrGainMap, pixels: image(size).pixels, xmp: Array(xmp.utf8))
  }

  /// A photo of a gradient with a map of half its size.
  static func photo(
    _ map: (PixelSize) -> AuxiliaryImage = { image($0) }, size: PixelSize = PixelSize(width: 80, height: 60)
  )
    -> Photo
  {
    Photo(pixels: SamplePhoto.pixels(size), auxiliaryImages: [map(size.half)])
  }
}
