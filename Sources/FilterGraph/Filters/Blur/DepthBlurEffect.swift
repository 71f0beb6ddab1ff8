import Imaging

/// The background out of focus, by a disparity image, by mattes, or both. The radius of the blur is `scaleFactor` times
/// a fortieth of the diagonal divided by the aperture, an f-number; 0 leaves the picture sharp. With a disparity image
/// (1 near, 0 far) a pixel is blurred by its difference from the disparity in focus, wholly from 0.25 on; in focus is
/// the mean over `focusRect`, else about the points of the face, else over the middle ninth of the picture. What the
/// mattes mark stays sharp. Light of the sharp parts does not reach the blurred ones. Core Image's keys for camera
/// calibration, metadata, gain map and shape are unknown here.
///
/// The formula is our own, as that of `CIDepthBlurEffect` is not published.
public struct DepthBlurEffect: Filter {
  /// 1 near, 0 far, stretched over the image. Default: none.
  public var disparityImage: Image?
  /// What stays sharp: the portrait matte, stretched over the image. Default: none.
  public var matteImage: Image?
  /// Hair that stays sharp too. Default: none.
  public var hairImage: Image?
  /// Glasses that stay sharp too. Default: none.
  public var glassesImage: Image?
  /// The f-number: smaller is more blur, 0 is none. From 0 to 22, default 0.
  public var aperture: Double = 0
  /// A left eye; below 0 is none. In pixels, default: none.
  public var leftEyePositions: Point?
  /// A right eye; below 0 is none. In pixels, default: none.
  public var rightEyePositions: Point?
  /// A nose; below 0 is none. In pixels, default: none.
  public var nosePositions: Point?
  /// A chin; below 0 is none. In pixels, default: none.
  public var chinPositions: Point?
  /// What is in focus. In pixels, default: about the face's points, else the centre of the image.
  public var focusRect: PixelRect?
  /// Noise added where it is blurred. From 0 to 0.1, default 0.
  public var lumaNoiseScale: Double = 0
  /// A factor for the radius. Default 1.
  public var scaleFactor: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<DepthBlurEffect>(
    "depthBlurEffect", coreImageName: "CIDepthBlurEffect", .blur, "The background out of focus.",
    law: """
      The background out of focus, by a disparity image, by mattes, or both. The radius of the blur is `scaleFactor` \
      times a fortieth of the diagonal divided by the aperture, an f-number; 0 leaves the picture sharp. With a \
      disparity image (1 near, 0 far) a pixel is blurred by its difference from the disparity in focus, wholly from \
      0.25 on; in focus is the mean over `focusRect`, else about the points of the face, else over the middle ninth \
      of the picture. What the mattes mark stays sharp. Light of the sharp parts does not reach the blurred ones. \
      Core Image's keys for camera calibration, metadata, gain map and shape are unknown here.
      """, source: .own,
    hasIdentityDefault: true,
    parameters: [
      .image("disparityImage", \.disparityImage, default: "none", "1 near, 0 far, stretched over the image."),
      .image(
        "matteImage", \.matteImage, default: "none", "What stays sharp: the portrait matte, stretched over the image."),
      .image("hairImage", \.hairImage, default: "none", "Hair that stays sharp too."),
      .image("glassesImage", \.glassesImage, default: "none", "Glasses that stay sharp too."),
      .number("aperture", \.aperture, in: 0...22, "The f-number: smaller is more blur, 0 is none."),
      .point("leftEyePositions", \.leftEyePositions, default: "none", "A left eye; below 0 is none."),
      .point("rightEyePositions", \.rightEyePositions, default: "none", "A right eye; below 0 is none."),
      .point("nosePositions", \.nosePositions, default: "none", "A nose; below 0 is none."),
      .point("chinPositions", \.chinPositions, default: "none", "A chin; below 0 is none."),
      .rect(
        "focusRect", \.focusRect, default: "about the face's points, else the centre of the image", "What is in focus."),
      .number("lumaNoiseScale", \.lumaNoiseScale, in: 0...0.1, "Noise added where it is blurred."),
      .number("scaleFactor", \.scaleFactor, "A factor for the radius."),
    ],
    make: { DepthBlurEffect() })

  public func output(for input: Image) -> Image {
    guard let rect = input.extent.rect, !rect.isEmpty, aperture > 0, scaleFactor > 0 else { return input }
    let diagonal = (Double(rect.width * rect.width) + Double(rect.height * rect.height)).squareRoot()
    let radius = min(diagonal / 40 / aperture * scaleFactor, diagonal / 4)
    let blurred = blurredFraction(of: rect)
    // Only the blurred part contributes light, and the blur is divided by its share.
    let light = input.masked(by: blurred).clampedToExtent().applying(.discBlur(radius: radius))
      .unpremultiplyingAlpha().settingAlphaOne().cropped(to: rect)
    let behind = lumaNoiseScale > 0 ? light.applying(Grain(width: Float(lumaNoiseScale))) : light
    return Image(Operation(), behind, input, blurred)
  }

  /// A gray image, 1 where the picture is wholly out of focus.
  private func blurredFraction(of rect: PixelRect) -> Image {
    func stretched(_ image: Image) -> Image {
      image.extent.rect == rect ? image : image.scaled(to: rect.size).translated(x: rect.x, y: rect.y)
    }
    var fraction = Image.color(.white)
    if let disparityImage {
      let depth = stretched(disparityImage)
      let focus = depth.applying(.areaAverage(extent: focus(in: rect))).clampedToExtent()
      fraction = Image(Defocus(), depth, focus)
    }
    for matte in [matteImage, hairImage, glassesImage].compactMap({ $0 }) {
      fraction = Image.color(.black).blended(over: fraction, mask: stretched(matte))
    }
    return fraction.cropped(to: rect)
  }

  private func focus(in rect: PixelRect) -> PixelRect {
    if let part = focusRect?.intersection(rect), !part.isEmpty { return part }
    // Core Image has no optional points; recipes made for it write -1 for none.
    let points = [leftEyePositions, rightEyePositions, nosePositions, chinPositions].compactMap(\.self)
      .filter { $0.x >= 0 && $0.y >= 0 }
    if let box = PixelRect(around: points)?.outset(by: 1).intersection(rect), !box.isEmpty { return box }
    // Centred, so that a picture and its mirror image are blurred alike.
    let (across, down) = (rect.width / 3, rect.height / 3)
    return PixelRect(
      x: rect.x + across, y: rect.y + down, width: rect.width - 2 * across, height: rect.height - 2 * down)
  }

  private struct Defocus: PixelOperation {
    var name: String { "defocus" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      for i in 0..<row.count {
        let fraction = min(abs(row.green[i] - others[0].green[i]) * 4, 1)
        row.red[i] = fraction
        row.green[i] = fraction
        row.blue[i] = fraction
        row.alpha[i] = 1
      }
    }
  }

  private struct Grain: PixelKernel {
    let width: Float
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      pixel + width * PositionNoise.value(x: x, y: y, component: 3)
    }
  }

  /// The blurred picture where it is out of focus, else the sharp one, with the sharp one's alpha.
  private struct Operation: PixelOperation {
    var name: String { "depthBlurEffect" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[1] }
    func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs[1].isOpaque }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let (sharp, fraction) = (others[0], others[1].green)
      for (plane, own) in [(row.red, sharp.red), (row.green, sharp.green), (row.blue, sharp.blue)] {
        for i in 0..<row.count { plane[i] = plane[i] * sharp.alpha[i] * fraction[i] + own[i] * (1 - fraction[i]) }
      }
      row.alpha.update(from: sharp.alpha, count: row.count)
    }
  }
}
