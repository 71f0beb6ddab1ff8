import Imaging

@testable import PhotoFile

extension FuzzTarget {
  /// HEVC's parameter sets and slices, and the decoder behind libheif.
  static let hevc = coded("hevc", .hevc)
  /// AV1's units, and the decoder behind libheif.
  static let av1 = coded("av1", .av1)

  /// An input is the decoder's configuration after its length in two bytes, followed by the picture's data.
  private static func coded(_ name: String, _ codec: PictureCodec) -> FuzzTarget {
    FuzzTarget(name: name, seeds: { try seeds(codec) }, words: []) { bytes in
      guard bytes.count >= 2 else { return }
      let end = 2 + (Int(bytes[0]) << 8 | Int(bytes[1]))
      guard end <= bytes.count else { return }
      let data = Array(bytes[end...])
      do throws(HEIFError) {
        let configuration: CodecConfiguration =
          switch codec {
          case .hevc: .hevc(try HEVCConfiguration(bytes[2..<end]))
          case .av1: .av1(try AV1Configuration(bytes[2..<end]) { Array(data.prefix(1024)) })
          }
        let parameters = configuration.parameters
        guard parameters.codedSize.area <= limits.pixels else { return }
        try PictureDecoder.decode(CodedPicture(configuration: configuration, data: data)) { planes in
          touch(planes.luma, planes.lumaStride, parameters.size, depth: parameters.depth)
          guard let cb = planes.cb, let cr = planes.cr else { return }
          touch(cb, planes.chromaStride, parameters.chromaSize, depth: parameters.depth)
          touch(cr, planes.chromaStride, parameters.chromaSize, depth: parameters.depth)
        }
      } catch {}
    }
  }

  /// Reads the last sample of each row: all must exist.
  private static func touch(_ samples: UnsafeRawPointer, _ stride: Int, _ size: PixelSize, depth: Int) {
    var sum: UInt8 = 0
    for y in 0..<size.height {
      sum &+= samples.load(fromByteOffset: y * stride + size.width * (depth > 8 ? 2 : 1) - 1, as: UInt8.self)
    }
    blackHole = sum
  }

  nonisolated(unsafe) private static var blackHole: UInt8 = 0

  private static func seeds(_ codec: PictureCodec) throws -> [[UInt8]] {
    let size = PixelSize(width: 64, height: 72)
    let contents: [CodingSettings.Content] = [.color(quality: 20), .color(quality: 90), .losslessGray]
    return try contents.map { content in
      let settings = CodingSettings(codec: codec, content: content, depth: 8)
      let picture = try PictureEncoder.encode(size: size, settings: settings) { planes in
        let luma = planes.luma.assumingMemoryBound(to: UInt8.self)
        for y in 0..<size.height {
          for x in 0..<size.width { luma[y * planes.lumaStride + x] = UInt8(truncatingIfNeeded: 3 * x &+ y * y) }
        }
        guard let chroma = planes.chroma else { return }
        let cb = chroma.cb.assumingMemoryBound(to: UInt8.self)
        let cr = chroma.cr.assumingMemoryBound(to: UInt8.self)
        for y in 0..<size.height / 2 {
          for x in 0..<size.width / 2 {
            cb[y * chroma.stride + x] = UInt8(4 * x)
            cr[y * chroma.stride + x] = UInt8(4 * y)
          }
        }
      }
      let configuration = picture.configuration.bytes
      return [UInt8(configuration.count >> 8), UInt8(configuration.count & 0xFF)] + configuration + picture.data
    }
  }
}
