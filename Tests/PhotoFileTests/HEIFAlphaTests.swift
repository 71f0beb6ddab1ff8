import Imaging
import Testing

@testable import PhotoFile

/// Opacity, which HEIC and AVIF keep as an auxiliary image.
@Suite struct HEIFAlphaTests {
  private static func picture(_ size: PixelSize, _ format: PixelFormat = .rgba8) -> PixelBuffer {
    let color =
      format == .rgba8 ? HEIFSyntheticPhoto.pixels(size) : DeepPicture.pixels(size)
    var bytes = color.bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        let alpha = (x * 7 + y * 3) % 256
        let at = (y * size.width + x) * format.bytesPerPixel
        if format == .rgba8 {
          bytes[at + 3] = UInt8(alpha)
        } else {
          // A sample that 10 bits can say.
          let sample = Int((Double(alpha * 4) * 65535 / 1023).rounded())
          bytes[at + 6] = UInt8(sample & 255)
          bytes[at + 7] = UInt8(sample >> 8)
        }
      }
    }
    return PixelBuffer(size: size, format: format, colorSpace: .displayP3, alphaType: .straight, bytes: bytes)
  }

  private static func alpha(_ pixels: PixelBuffer) -> [Double] {
    (0..<pixels.size.area).map { pixels.fraction(x: $0 % pixels.width, y: $0 / pixels.width, component: 3) }
  }

  @Test(arguments: [PhotoFormat.heic, .avif], [(1, 1), (3, 5), (70, 66), (600, 30)])
  func `alpha is kept bit for bit`(format: PhotoFormat, size: (Int, Int)) throws {
    let size = PixelSize(width: size.0, height: size.1)
    for pixels in [Self.picture(size), Self.picture(size, .rgba16)] {
      var photo = Photo(pixels: pixels)
      photo.auxiliaryImages = [
        AuxiliaryImage(type: .semanticSegmentationHairMatte, pixels: HEIFSyntheticPhoto.matte(size.half, seed: 1))
      ]
      let read = try Photo(data: try photo.data(as: EncodingOptions(format: format, quality: 0.9)))
      #expect(read.pixels.alphaType == .straight && read.pixels.format == pixels.format)
      #expect(Self.alpha(read.pixels) == Self.alpha(pixels))
      #expect(HEIFSyntheticPhoto.psnr(read.pixels, pixels) > 27)
      // Alpha is no longer an image of its own.
      #expect(read.auxiliaryImages.map(\.type) == [.semanticSegmentationHairMatte])
    }
  }

  @Test(arguments: [PhotoFormat.heic, .avif])
  func `edited alpha is written again, once`(format: PhotoFormat) throws {
    let options = EncodingOptions(format: format, quality: 0.7)
    let photo = try Photo(data: try Photo(pixels: Self.picture(PixelSize(width: 70, height: 66))).data(as: options))
    #expect(photo.undecodedImages.isEmpty && photo.warnings.isEmpty)
    var pixels = photo.pixels
    pixels.withUnsafeMutableBytes { $0[3] = 77 }
    for edited in [photo, photo.with(pixels: pixels)] {
      let file = try edited.data(as: options)
      let read = try Photo(data: file)
      #expect(Self.alpha(read.pixels) == Self.alpha(edited.pixels))
      #expect(HEIFWalker(file).references.map(\.type) == ["auxl"])
    }
    // A picture that became opaque has none.
    let opaque = photo.with(pixels: HEIFSyntheticPhoto.pixels(PixelSize(width: 70, height: 66)))
    let file = try opaque.data(as: options)
    #expect(HEIFWalker(file).references.isEmpty)
    #expect(try Photo(data: file).pixels.alphaType == .opaque)
  }

  @Test func `premultiplied colours are written as straight ones`() throws {
    let size = PixelSize(width: 64, height: 64)
    let pixels = PixelBuffer(size: size, format: .rgba8, alphaType: .premultiplied) { bytes in
      for index in 0..<size.area {
        for (component, value) in [100, 50, 25, 128].enumerated() { bytes[4 * index + component] = UInt8(value) }
      }
    }
    let read = try Photo(data: try Photo(pixels: pixels).data(as: .avif(quality: 0.95))).pixels
    #expect(read.alphaType == .straight)
    for (component, value) in [199, 100, 50, 128].enumerated() {
      #expect(abs(read.fraction(x: 30, y: 30, component: component) * 255 - Double(value)) <= 2)
    }
  }

  @Test func `an opaque picture has no alpha in its file`() throws {
    let size = PixelSize(width: 64, height: 64)
    var pixels = HEIFSyntheticPhoto.pixels(size)
    pixels.alphaType = .straight
    let file = try Photo(pixels: pixels).data(as: .heic())
    #expect(HEIFWalker(file).references.isEmpty)
    #expect(try Photo(data: file).pixels.alphaType == .opaque)
  }

  @Test func `premultiplied alpha is declared, and alpha of another size stays an auxiliary image`() throws {
    let size = PixelSize(width: 64, height: 64)
    func file(alphaSize: PixelSize, isPremultiplied: Bool) throws -> [UInt8] {
      let color = try ColorTileEncoder(pixels: HEIFSyntheticPhoto.pixels(size), quality: 50).encode(tile: 0)
      let alpha = try GrayPictureEncoder.encode(HEIFSyntheticPhoto.matte(alphaSize, seed: 4))
      var assembler = HEIFAssembler()
      let items = [color, alpha].map { assembler.add($0) }
      assembler.primary = items[0]
      assembler.associate(
        .auxiliaryType(AuxiliaryImageType.hevcAlpha.rawValue, subtype: []), with: items[1], isEssential: true)
      assembler.refer("auxl", from: items[1], to: [items[0]])
      if isPremultiplied { assembler.refer("prem", from: items[0], to: [items[1]]) }
      return assembler.file()
    }
    #expect(try Photo(data: try file(alphaSize: size, isPremultiplied: true)).pixels.alphaType == .premultiplied)
    #expect(try Photo(data: try file(alphaSize: size, isPremultiplied: false)).pixels.alphaType == .straight)
    let other = try Photo(data: try file(alphaSize: size.half, isPremultiplied: true))
    #expect(other.pixels.alphaType == .opaque)
    #expect(other.auxiliaryImages.map(\.type) == [.hevcAlpha])
  }
}
