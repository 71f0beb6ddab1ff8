import Imaging

/// Each component through a curve of its own, given as samples at equal steps over a domain: three samples a step,
/// linear between; constant beyond the domain. On colours that are not premultiplied, encoded for the colour space;
/// alpha stays.
///
/// As in Core Image's documentation of `CIColorCurves`.
public struct ColorCurves: Filter {
  /// Red, green and blue of each step; at least two steps. Required.
  public var curvesData: [Float]
  /// The values at the first and the last step. 2 numbers, default 0 1.
  public var curvesDomain: [Double] = [0, 1]
  /// The colour space of the table; its encoded values are looked up. Default extendedLinearSRGB.
  public var colorSpace: ColorSpace = .extendedLinearSRGB

  init() { curvesData = [] }

  public static let declaration = FilterDeclaration<ColorCurves>(
    "colorCurves", coreImageName: "CIColorCurves", .colorEffect, "Each component through a sampled curve.",
    law: """
      Each component through a curve of its own, given as samples at equal steps over a domain: three samples a \
      step, linear between; constant beyond the domain. On colours that are not premultiplied, encoded for the colour \
      space; alpha stays.
      """,
    isHighDynamicRange: false,
    parameters: [
      .data("curvesData", \.curvesData, "Red, green and blue of each step; at least two steps."),
      .vector("curvesDomain", \.curvesDomain, count: 2, "The values at the first and the last step."),
      .colorSpace("colorSpace", \.colorSpace, "The colour space of the table; its encoded values are looked up."),
    ],
    make: { ColorCurves() })

  public func validate() throws(FilterError) {
    func refuse(_ key: String, _ reason: String) throws(FilterError) {
      throw .invalidValue(key: key, filter: "colorCurves", reason: reason)
    }
    guard curvesData.count >= 6, curvesData.count.isMultiple(of: 3) else {
      return try refuse("curvesData", "it holds \(curvesData.count) samples, not three for each of at least two steps")
    }
    guard curvesData.allSatisfy(\.isFinite) else { return try refuse("curvesData", "it holds an infinity or a NaN") }
    guard curvesDomain.count == 2, curvesDomain[0] < curvesDomain[1] else {
      return try refuse("curvesDomain", "its first number must be below its second")
    }
  }

  public func output(for input: Image) -> Image {
    input.converted(to: colorSpace) { $0.applying(Kernel(self)) }
  }

  private struct Kernel: PixelKernel {
    private let samples: [Float]
    private let last: Int
    private let start: Float
    private let scale: Float

    init(_ filter: ColorCurves) {
      samples = filter.curvesData
      last = filter.curvesData.count / 3 - 1
      start = Float(filter.curvesDomain[0])
      scale = Float(Double(last) / (filter.curvesDomain[1] - filter.curvesDomain[0]))
    }

    var name: String { "colorCurves" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      var result = pixel
      samples.withUnsafeBufferPointer { samples in
        for component in 0..<3 {
          // Clamped without NaN, so that the conversion is safe.
          let place = ((pixel[component] - start) * scale).nanSafeClamped(to: 0...Float(last))
          let step = min(Int(place), last - 1)
          let low = samples[3 * step + component]
          let high = samples[3 * step + 3 + component]
          let fraction = place - Float(step)
          result[component] = low * (1 - fraction) + high * fraction
        }
      }
      return result
    }
  }
}
