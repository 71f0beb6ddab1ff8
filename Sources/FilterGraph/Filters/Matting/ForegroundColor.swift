import Imaging

/// The colour of what a matte marks, without the background that shines through at hair and soft edges, so that it can
/// stand before a new background without a rim.
///
/// Blur fusion (Forte, "Approximate Fast Foreground Colour Estimation", ICIP 2021): the colours of foreground and
/// background are estimated as means weighted by the matte, over squares of side `radius` and then of a fifteenth of
/// it, and what the matting equation `I = aF + (1 - a)B` leaves unexplained is given to the foreground. Linear light,
/// clamped to 0...1. The result is opaque; mask it by the matte to composite it.
///
/// A filter of our own.
public struct ForegroundColor: Filter {
  /// The matte: 1 where the foreground is. Required.
  public var maskImage: Image
  /// The side of the first square that is averaged. In pixels, from 1 to 1000, default 90.
  public var radius: Double = 90

  /// - Parameter radius: 90 suits 12 megapixels; scale it with the picture's width.
  init() { maskImage = .empty }

  public static let declaration = FilterDeclaration<ForegroundColor>(
    "foregroundColor", coreImageName: nil, .matting, "The colour of what a matte marks, free of its background.",
    law: """
      The colour of what a matte marks, without the background that shines through at hair and soft edges, so that \
      it can stand before a new background without a rim.

      Blur fusion (Forte, "Approximate Fast Foreground Colour Estimation", ICIP 2021): the colours of foreground and \
      background are estimated as means weighted by the matte, over squares of side `radius` and then of a fifteenth \
      of it, and what the matting equation `I = aF + (1 - a)B` leaves unexplained is given to the foreground. Linear \
      light, clamped to 0...1. The result is opaque; mask it by the matte to composite it.
      """,
    isHighDynamicRange: false,
    parameters: [
      .image("maskImage", \.maskImage, "The matte: 1 where the foreground is."),
      .number("radius", \.radius, in: 1...1000, unit: .pixels, "The side of the first square that is averaged."),
    ],
    make: { ForegroundColor() })

  public func output(for input: Image) -> Image {
    let image = input.settingAlphaOne()
    let mask = maskImage.settingAlphaOne()
    let rest = mask.applying(.colorInvert)
    let first = estimate(of: image, foreground: image, background: image, mask, rest, side: radius)
    let background = first.background.settingAlphaOne()
    return estimate(
      of: image, foreground: first.color, background: background, mask, rest, side: max(1, radius / 15)
    ).color
  }

  private func estimate(
    of image: Image, foreground: Image, background: Image, _ mask: Image, _ rest: Image, side: Double
  ) -> (color: Image, background: Image) {
    func mean(_ image: Image, _ weight: Image) -> Image {
      // The blurred alpha is the blurred weight: dividing by it gives the weighted mean.
      image.masked(by: weight).clampedToExtent().applying(.boxBlur(radius: (side - 1) / 2))
        .unpremultiplyingAlpha()
    }
    let front = mean(foreground, mask)
    let back = mean(background, rest)
    return (Image(Fusion(), image, front, back, mask), back)
  }

  private struct Fusion: PixelOperation {
    var name: String { "blurFusion" }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }

    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let mask = others[2].green
      for index in 0..<3 {
        let image = row.planes[index]
        let front = others[0].planes[index]
        let back = others[1].planes[index]
        for i in 0..<row.count {
          let a = mask[i]
          let color = front[i] + a * (image[i] - a * front[i] - (1 - a) * back[i])
          image[i] = color.clamped(to: 0...1)
        }
      }
    }
  }
}
