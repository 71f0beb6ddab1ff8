import Glibc

/// The mean on the way from each pixel towards a centre, as of a lens that zoomed: over `amount` hundredths of the
/// distance, at most all of it; below 0 away from the centre. The extent stays; beyond it the picture is transparent. A
/// short way is sampled; a long one is the mean of the picture's scaled copies, a pixel apart at the farthest corner,
/// made in passes of three: so the cost grows with the logarithm of the amount.
///
/// As in Core Image's documentation of `CIZoomBlur`.
public struct ZoomBlur: Filter {
  /// What the picture is zoomed to. In pixels, default: the image's centre.
  public var center: Point?
  /// Hundredths of the distance to the centre. Default 20.
  public var amount: Double = 20

  init() {}

  public static let declaration = FilterDeclaration<ZoomBlur>(
    "zoomBlur", coreImageName: "CIZoomBlur", .blur, "The mean on the way to a centre, as of a lens that zoomed.",
    law: """
      The mean on the way from each pixel towards a centre, as of a lens that zoomed: over `amount` hundredths of \
      the distance, at most all of it; below 0 away from the centre. The extent stays; beyond it the picture is \
      transparent. A short way is sampled; a long one is the mean of the picture's scaled copies, a pixel apart at \
      the farthest corner, made in passes of three: so the cost grows with the logarithm of the amount.
      """,
    parameters: [
      .point("center", \.center, default: "the image's centre", "What the picture is zoomed to."),
      .number("amount", \.amount, "Hundredths of the distance to the centre."),
    ],
    make: { ZoomBlur() })

  public func output(for input: Image) -> Image {
    guard amount != 0, !input.extent.isEmpty else { return input }
    let fraction = (amount / 100).clamped(to: -1...1)
    let center = center ?? input.center
    // The samples read lie between a pixel and the centre.
    let isInside = input.extent.rect.map { rect in
      fraction > 0 && center.x >= Double(rect.minX) + 0.5 && center.x <= Double(rect.maxX) - 0.5
        && center.y >= Double(rect.minY) + 0.5 && center.y <= Double(rect.maxY) - 0.5
    }
    let keepsOpaque = input.isOpaque && isInside ?? true
    func sampled(hasMean: Bool) -> ZoomBlurOperation {
      ZoomBlurOperation(
        center: center, fraction: fraction, source: input.extent, hasMean: hasMean, keepsOpaque: keepsOpaque)
    }
    let farthest = ZoomBlur.farthest(from: center, in: input)
    if farthest * abs(fraction) <= ZoomBlurOperation.sampled { return Image(sampled(hasMean: false), input) }
    // Scales down to 1 - fraction, or to where what is left of the way is less than a pixel.
    let last = max(1 - fraction, 0.5 / farthest)
    let copies = (abs(log(last)) * farthest).rounded(.up)
    let passes = max((log(copies) / log(3)).rounded(.up), 1)
    let count = Int(pow(copies, 1 / passes).rounded(.up))
    let total = pow(Double(count), passes)
    var image = input
    // Where a way may leave the picture, its linear end beyond the edge counts too.
    let rim = isInside ?? true ? 0 : 2
    for pass in 0..<Int(passes) {
      let factor = exp(log(last) / total * pow(Double(count), Double(pass)))
      image = Image(
        ScaledMeanOperation(
          center: center, factor: factor, count: count, start: pass == 0 ? 0.5 : 0,
          sampling: pass == 0 ? .linear : .cubic, source: image.extent, rim: pass == 0 ? rim : 0,
          keepsOpaque: keepsOpaque, isAlphaRead: pass == Int(passes) - 1),
        image)
      // Each pass but the first three reads far: the result of the previous one is kept.
      if pass > 1, pass < Int(passes) - 1 { image = image.insertingIntermediate() }
    }
    return Image(sampled(hasMean: true), image, input)
  }

  /// How far the centre is from the farthest pixel; of an image that goes on for ever, as of a large photo's.
  private static func farthest(from center: Point, in image: Image) -> Double {
    guard let rect = image.extent.rect else { return 4096 }
    let x = max(abs(Double(rect.minX) - center.x), abs(Double(rect.maxX) - center.x))
    let y = max(abs(Double(rect.minY) - center.y), abs(Double(rect.maxY) - center.y))
    return hypot(x, y).clamped(to: 1...1e5)
  }
}
