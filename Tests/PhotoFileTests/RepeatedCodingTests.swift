import Glibc
import Imaging
import Support
import Testing

@testable import PhotoFile

/// The same picture becomes the same bytes, whatever lies in the memory that coders are given.
@Suite struct RepeatedCodingTests {
  /// Lets malloc fill what it gives and takes back with a byte; 0 for no more.
  private func perturbMemory(_ byte: Int32) throws {
    typealias Setting = @convention(c) (Int32, Int32) -> Int32
    // M_PERTURB of malloc.h, which Swift's module of glibc leaves out.
    _ = unsafeBitCast(try #require(dlsym(nil, "mallopt")), to: Setting.self)(-6, byte)
  }

  @Test(arguments: [
    PixelSize(width: 498, height: 302), PixelSize(width: 66, height: 100), PixelSize(width: 700, height: 520),
  ])
  func `coding depends only on the picture`(size: PixelSize) throws {
    defer { try? perturbMemory(0) }
    let photo = SamplePhoto.portrait(size)
    var random = RepeatableRandomNumberGenerator(seed: 4)
    let matte = PixelBuffer(size: size.half, format: .l8, colorSpace: .linearGray) { bytes in
      for index in bytes.indices { bytes[index] = index % 97 < 50 ? 0 : UInt8.random(in: 200...255, using: &random) }
    }
    var whole = photo
    whole.auxiliaryImages = [AuxiliaryImage(type: .portraitEffectsMatte, pixels: matte)]
    let files = try [Int32(0), 85, 170, 33].map { filling in
      try perturbMemory(filling)
      return try whole.data(as: .heic())
    }
    #expect(Set(files).count == 1)
  }
}
