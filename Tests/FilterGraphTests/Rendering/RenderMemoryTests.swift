import FoundationEssentials
import Imaging
import Testing

@testable import FilterGraph

#if canImport(Glibc)
  import Glibc
#endif

/// The memory of a render, above its input and output pictures.
@Suite struct RenderMemoryTests {
  private static let mebibyte = 1 << 20

  /// Chains of all kinds on a picture that is described by its size alone.
  private static func chains(_ size: PixelSize) -> [Image] {
    let photo = Image.linearGradient(
      from: Point(x: 0, y: 0), .black, to: Point(x: Double(size.width), y: 900), .white
    ).cropped(to: PixelRect(size))
    var long = photo
    for index in 0..<40 {
      long = long.applying(.gammaAdjust(power: 0.8 + 0.01 * Double(index))).applying(.vibrance(amount: 0.1))
    }
    func blurred(_ image: Image, _ radius: Double) -> Image {
      image.clampedToExtent().applying(.gaussianBlur(radius: radius)).cropped(to: PixelRect(size))
    }
    return [
      long, blurred(long, 4), blurred(long, 20), blurred(blurred(long, 100), 30),
      long.applying(.guidedFilter(guideImage: photo, radius: 20, epsilon: 0.01)),
      long.applying(.discBlur(radius: 40)).blended(over: blurred(photo, 8), mask: photo),
      long.applying(.lanczosScaleTransform(scale: 0.25)), long.applying(.lanczosScaleTransform(scale: 2)),
      long.applying(.bloom(radius: 60, intensity: 1)).applying(.unsharpMask(radius: 12, intensity: 0.5)),
    ]
  }

  @Test func `a hundred megapixels take less than 300 MB, however long the chain`() throws {
    let renderer = Renderer(threads: 2)
    for image in Self.chains(PixelSize(width: 11_584, height: 8640)) {
      let bytes = try renderer.workingMemory(for: image)
      #expect(bytes < 300 * Self.mebibyte, "\(bytes / Self.mebibyte) MiB for\n\(image.renderPlan)")
    }
  }

  @Test func `the largest blurs of a small picture and of infinite ones take little memory`() throws {
    let size = PixelSize(width: 64, height: 48)
    let photo = Image(PixelBuffer(size: size, format: .rgba8))
    let scaled = photo.clampedToExtent().transformed(by: .scale(x: 0.4, y: 0.4))
    for image in [
      photo.applying(.motionBlur(radius: 1000, angle: 1)), photo.applying(.motionBlur(radius: 10_000, angle: 0.7)),
      photo.applying(.gaussianBlur(radius: 4000)),
      scaled.applying(.gaussianBlur(radius: 4000)), scaled.applying(.motionBlur(radius: 100, angle: 1)),
      Image.color(.white).applying(.gaussianBlur(radius: 4000)),
    ] {
      let bytes = try Renderer(threads: 2).workingMemory(for: image.cropped(to: PixelRect(size)))
      #expect(bytes < 400 * Self.mebibyte, "\(bytes / Self.mebibyte) MiB for\n\(image.renderPlan)")
    }
  }

  @Test func `a blur of repeated edges is as wide as the picture at most, where it is scaled too`() throws {
    let picture = TestPicture(size: PixelSize(width: 40, height: 30), content: .opaque).image()
    let scaled = picture.clampedToExtent().transformed(by: .scale(x: 0.5, y: 0.5))
    let widest = scaled.applying(.gaussianBlur(radius: 20))
    #expect(scaled.applying(.gaussianBlur(radius: 4000)).renderPlan == widest.renderPlan)
  }

  @Test func `memory does not grow with the length of a chain of colour filters`() throws {
    let size = PixelSize(width: 4000, height: 3000)
    let photo = Image(PixelBuffer(size: size, format: .rgba8))
    var chain = photo.applying(.gammaAdjust(power: 0.9))
    let short = try Renderer(threads: 2).workingMemory(for: chain)
    for _ in 0..<100 { chain = chain.applying(.vibrance(amount: 0.2)).applying(.gammaAdjust(power: 1.1)) }
    #expect(try Renderer(threads: 2).workingMemory(for: chain) == short)
  }

  /// The process's resident memory or its peak, in bytes; nil if Linux does not say.
  private static func resident(_ key: String) -> Int? {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/status")) else { return nil }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// The sanitizers keep notes about all memory, several times its size.
  private static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }

  @Test(.enabled(if: !isSanitized, "sanitizers take memory of their own"))
  func `a render takes little memory beside its result`() async {
    // In a process of its own, because other tests allocate memory in this one.
    await #expect(processExitsWith: .success) {
      // Any stage that kept the whole picture would hold 96 MiB of floats.
      let size = PixelSize(width: 3072, height: 2048)
      let chain = Image(PixelBuffer(size: size, format: .rgba8))
        .applying(.exposureAdjust(ev: 1)).clampedToExtent().applying(.gaussianBlur(radius: 1))
        .applying(.colorInvert).cropped(to: PixelRect(size))
      let before = try #require(Self.resident("VmRSS"))
      let result = try Renderer().render(chain)
      let peak = try #require(Self.resident("VmHWM"))
      #expect(
        peak - before < result.bytes.count + 64 * Self.mebibyte, "\((peak - before) / Self.mebibyte) MiB")
    }
  }
}
