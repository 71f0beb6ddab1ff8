import Imaging
import Support

@testable import FilterGraph

/// Small float pictures to run filters on: linear, premultiplied, the same for the same seed.
struct TestPicture: CustomStringConvertible, Sendable {
  enum Content: String, CaseIterable, Sendable {
    /// 0...1, alpha 1.
    case opaque
    /// Premultiplied 0...1, some pixels fully transparent.
    case translucent
    /// Opaque, with components below 0 and above 1.
    case extended
    /// Not premultiplied as it is stored, some pixels fully transparent, with components below 0 and above 1.
    case straight
  }

  let size: PixelSize
  let content: Content

  static let sizes = [(1, 1), (2, 2), (7, 5), (67, 13)].map { PixelSize(width: $0.0, height: $0.1) }
  static let all = sizes.flatMap { size in Content.allCases.map { TestPicture(size: size, content: $0) } }

  var description: String { "\(content) \(size)" }

  /// Interleaved premultiplied samples, four a pixel.
  func samples(seed: UInt64 = 1) -> [Float] {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    return (0..<size.area).flatMap { _ -> [Float] in
      let color = (0..<3).map { _ in Float.random(in: 0...1, using: &generator) }
      let choice = Float.random(in: 0...1, using: &generator)
      switch content {
      case .opaque: return color + [1]
      case .translucent:
        let alpha = choice < 0.2 ? 0 : choice
        return color.map { $0 * alpha } + [alpha]
      case .extended: return color.map { $0 * 4 - 1.5 } + [1]
      case .straight:
        let pixel = TestPicture.straight(color, choice)
        return pixel.prefix(3).map { $0 * pixel[3] } + [pixel[3]]
      }
    }
  }

  private static func straight(_ color: [Float], _ choice: Float) -> [Float] {
    color.map { $0 * 3 - 1 } + [choice < 0.2 ? 0 : choice]
  }

  /// The samples as a picture of straight alpha stores them.
  private func straightSamples(seed: UInt64) -> [Float] {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    return (0..<size.area).flatMap { _ -> [Float] in
      let color = (0..<3).map { _ in Float.random(in: 0...1, using: &generator) }
      return TestPicture.straight(color, Float.random(in: 0...1, using: &generator))
    }
  }

  func image(seed: UInt64 = 1) -> Image {
    switch content {
    case .straight: Image(.floats(straightSamples(seed: seed), size, .straight))
    case .translucent: Image(.floats(samples(seed: seed), size, .premultiplied))
    case .opaque, .extended: Image(.floats(samples(seed: seed), size, .opaque))
    }
  }
}

extension PixelBuffer {
  /// Linear float pixels.
  static func floats(_ samples: [Float], _ size: PixelSize, _ alphaType: AlphaType = .premultiplied) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgbaFloat, colorSpace: .extendedLinearSRGB, alphaType: alphaType) { bytes in
      samples.withUnsafeBytes { bytes.copyMemory(from: $0) }
    }
  }

  /// The samples of a float buffer.
  var floats: [Float] { withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
}

extension Renderer {
  /// The pixels as linear premultiplied floats.
  func floats(_ image: Image, in rect: PixelRect? = nil) throws -> [Float] {
    try render(image, in: rect, as: .rgbaFloat, colorSpace: .extendedLinearSRGB, alphaType: .premultiplied).floats
  }
}
