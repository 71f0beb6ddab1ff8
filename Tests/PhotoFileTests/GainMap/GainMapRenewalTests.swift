import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// Gain maps that follow an edit.
@Suite struct GainMapRenewalTests {
  /// The right half painted with a light.
  private func painted(_ pixels: PixelBuffer, _ light: Float) throws -> PixelBuffer {
    let encoder = try SampleEncoder(format: pixels.format, colorSpace: pixels.colorSpace, alphaType: .opaque)
    var result = pixels
    let count = pixels.width / 2
    var values = [Float](repeating: light, count: 4 * count)
    for index in 3 * count..<4 * count { values[index] = 1 }
    result.withUnsafeMutableBytes { bytes in
      values.withUnsafeMutableBufferPointer { floats in
        guard let start = floats.baseAddress, let base = bytes.baseAddress else { return }
        let row = PlanarRow(
          red: start, green: start + count, blue: start + 2 * count, alpha: start + 3 * count, count: count)
        for y in 0..<pixels.height {
          encoder.encode(row, into: base + y * pixels.rowBytes + (pixels.width - count) * pixels.format.bytesPerPixel)
        }
      }
    }
    return result
  }

  @Test(arguments: [true, false])
  func `the map converts the edited picture to its edited alternate`(isApples: Bool) throws {
    let photo = GainMapSample.photo(isApples ? GainMapSample.appleImage : { GainMapSample.image($0) })
    let before = try #require(photo.auxiliaryImages.first)
    // White of the same brightness in both leaves no gain; unpainted samples stay.
    let map = try #require(try photo.renewedGainMap { try painted($0, 1) })
    #expect(map.type == before.type && map.gainMap == before.gainMap && map.pixels.size == before.pixels.size)
    let (width, height) = (map.pixels.width, map.pixels.height)
    for y in 0..<height {
      for x in 0..<width {
        let (old, new) = (before.pixels.bytes[y * width + x], map.pixels.bytes[y * width + x])
        if x < width / 2 {
          #expect(new == old)
        } else if isApples {
          #expect(new <= 2)
        } else {
          // With the offsets the gain is (1 + 1/32) / (1 + 1/64), 0.022 stops, and 0.522 of 3.75 above the least: 0.139
          // to the power of 0.8 is 0.2065.
          #expect(abs(Int(new) - 53) <= 1)
        }
      }
    }
  }

  @Test func `an edit that dims both pictures keeps the gain`() throws {
    let photo = GainMapSample.photo(GainMapSample.appleImage)
    let before = try #require(photo.auxiliaryImages.first)
    let map = try #require(
      try photo.renewedGainMap { pixels in
        let decoder = try SampleDecoder(format: pixels.format, colorSpace: pixels.colorSpace, alphaType: .opaque)
        let encoder = try SampleEncoder(format: pixels.format, colorSpace: pixels.colorSpace, alphaType: .opaque)
        return PixelBuffer(size: pixels.size, format: pixels.format, colorSpace: pixels.colorSpace) { bytes in
          guard let base = bytes.baseAddress else { return }
          pixels.withLight(of: 0..<pixels.height, decoder) { y, row in
            for x in 0..<row.count {
              row.red[x] *= 0.5
              row.green[x] *= 0.5
              row.blue[x] *= 0.5
            }
            encoder.encode(row, into: base + y * pixels.rowBytes)
          }
        }
      })
    let differences = zip(map.pixels.bytes, before.pixels.bytes).map { abs(Int($0) - Int($1)) }
    // The picture has 8 bits: half the light of a dark pixel is rounded.
    #expect(differences.reduce(0, +) / differences.count <= 3 && (differences.max() ?? 255) <= 12)
  }

  @Test func `an edit that cannot be applied to the map does not renew it`() throws {
    // A map that leads nowhere, one that is larger than the picture, no map.
    var mute = GainMapSample.appleImage(PixelSize(width: 8, height: 8))
    mute.xmp = nil
    let small = SamplePhoto.pixels(PixelSize(width: 16, height: 16))
    var flat = mute
    flat.gainMap = GainMapMetadata(channels: [.init(maximum: 1)], baseHeadroom: 1, alternateHeadroom: 0)
    for images in [[flat], [GainMapSample.image(PixelSize(width: 32, height: 32))], []] {
      #expect(Photo(pixels: small, auxiliaryImages: images).renewedGainMap { $0 } == nil)
    }
    // Apple's map without a headroom can follow an edit, but not be applied.
    #expect(Photo(pixels: small, auxiliaryImages: [mute]).renewedGainMap { $0 }?.pixels == mute.pixels)
    #expect(throws: PhotoFileError.self) { try Photo(pixels: small, auxiliaryImages: [mute]).expandedToHDR() }
    #expect(try Photo(pixels: small).expandedToHDR() == Photo(pixels: small))
  }

  @Test func `expanded, a photo is one of high dynamic range in every format that holds it`() throws {
    let expanded = try GainMapSample.photo().expandedToHDR()
    #expect(expanded.pixels.colorSpace == .pq(.bt709))
    for format in PhotoFormat.allCases where format.isWritable {
      let options = EncodingOptions.default(for: format)
      let back = try Photo(data: expanded.data(as: options))
      #expect(back.pixels.colorSpace.isHighDynamicRange == format.holds(.highDynamicRange), "\(format)")
      #expect(expanded.warnings(writingAs: options).isEmpty == format.holds(.highDynamicRange), "\(format)")
    }
  }
}
