import Foundation
import Imaging
import Testing

@testable import PhotoFile

/// TIFF files of floats, as renderers, developers of RAW and Photoshop write them.
@Suite struct TIFFFloatTests {
  private func bytes(_ floats: [Float], isHalf: Bool = false) -> [UInt8] {
    floats.flatMap { value in
      isHalf
        ? withUnsafeBytes(of: Self.half(value).littleEndian, Array.init)
        : withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
    }
  }

  /// Of numbers that 16 bits hold exactly.
  private static func half(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    if value == 0 { return 0 }
    if value.isNaN { return 0x7E00 }
    if value.isInfinite { return 0x7C00 }
    return UInt16(bits >> 16 & 0x8000) | UInt16((Int(bits >> 23 & 255) - 112) << 10) | UInt16(bits >> 13 & 1023)
  }

  private func photo(
    _ floats: [Float], width: Int, samples: Int, photometric: Int = 2, isHalf: Bool = false, isPlanar: Bool = false,
    _ more: SyntheticTIFF.Tags = []
  ) throws -> Photo {
    let size = isHalf ? 2 : 4
    let strips: SyntheticTIFF.Tags =
      isPlanar
      ? [
        (273, 4, (0..<samples).map { 8 + $0 * width * size }),
        (279, 4, [Int](repeating: width * size, count: samples)), (284, 3, [2]),
      ] : []
    return try Photo(
      data: SyntheticTIFF.file(
        [
          (256, 3, [width]), (257, 3, [1]), (258, 3, [Int](repeating: size * 8, count: samples)), (259, 3, [1]),
          (262, 3, [photometric]), (277, 3, [samples]), (278, 3, [1]),
          (339, 3, [Int](repeating: 3, count: samples)),
        ] + strips + more, samples: bytes(floats, isHalf: isHalf)))
  }

  private func words(_ photo: Photo) -> [UInt16] {
    photo.pixels.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  private func expect(_ photo: Photo, _ values: [Double], within tolerance: Double = 3) {
    #expect(photo.pixels.format == .rgba16)
    for (word, value) in zip(words(photo), values) {
      #expect(abs(Double(word) - value * 65535) <= tolerance, "\(words(photo))")
    }
  }

  /// sRGB's curve.
  private func sample(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  @Test(arguments: [false, true], [false, true])
  func `without a profile they are linear light`(isHalf: Bool, isPlanar: Bool) throws {
    let lights: [Float] = isPlanar ? [0, 0.25, 0.5, 1, 0.125, 0.0009765625] : [0, 0.5, 0.125, 0.25, 1, 0.0009765625]
    let photo = try photo(lights, width: 2, samples: 3, isHalf: isHalf, isPlanar: isPlanar)
    #expect(photo.pixels.colorSpace == .sRGB && photo.pixels.alphaType == .opaque && photo.warnings.isEmpty)
    expect(photo, [0, sample(0.5), sample(0.125), 1, sample(0.25), 1, sample(0.0009765625), 1])
  }

  @Test func `with a profile they are its samples, and gray may have 0 as white`() throws {
    let gray = SyntheticProfile.gray(gamma: 1.8).map { Int($0) }
    for (photometric, values) in [(1, [0.5, 1.0]), (0, [0.5, 0.0])] {
      let photo = try photo([0.5, 1], width: 2, samples: 1, photometric: photometric, [(34675, 7, gray)])
      expect(photo, values.flatMap { [$0, $0, $0, 1] })
    }
    let photo = try photo([0.25, 1], width: 2, samples: 1, photometric: 0)
    expect(photo, [sample(0.75), sample(0.75), sample(0.75), 1, 0, 0, 0, 1])
  }

  @Test func `alpha is not converted as light`() throws {
    for (kind, colors) in [(2, [sample(0.25), sample(0.5), 0]), (1, [sample(0.5) / 2, sample(1) / 2, 0])] {
      let photo = try photo([0.25, 0.5, 0, 0.5], width: 1, samples: 4, [(338, 3, [kind])])
      #expect(photo.pixels.alphaType == (kind == 2 ? .straight : .premultiplied))
      expect(photo, colors + [0.5])
    }
    let planar = try photo([0.25, 0.5, 0, 0.5], width: 1, samples: 4, isPlanar: true, [(338, 3, [2])])
    expect(planar, [sample(0.25), sample(0.5), 0, 0.5])
  }

  @Test func `values above white are reported, and NaN becomes black`() throws {
    let photo = try photo([4, -1, .nan, .infinity, 0.5, 0], width: 2, samples: 3)
    expect(photo, [1, 0, 0, 1, 1, sample(0.5), 0, 1])
    #expect(photo.warnings.contains { $0.message.contains("brighter than white") })
  }

  @Test func `errors for unsupported files say what to do`() throws {
    // Signed integers, and floats of 64 bits.
    for (format, bits) in [(2, 16), (3, 64)] {
      let file = SyntheticTIFF.file(
        [
          (256, 3, [1]), (257, 3, [1]), (258, 3, [bits]), (259, 3, [1]), (262, 3, [1]), (277, 3, [1]), (278, 3, [1]),
          (339, 3, [format]),
        ], samples: [UInt8](repeating: 0, count: 8))
      guard
        case .unsupported(_, let reason) = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: file) })
      else {
        Issue.record("it was read")
        return
      }
      #expect(reason.contains("convert"))
    }
  }
}
