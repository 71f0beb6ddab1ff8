import Glibc
import Imaging

/// Composes blurs of any radius.
///
/// A small blur is a weighted sum over the picture itself. A large one takes three steps: tents reduce the picture to a
/// coarser grid, a kernel blurs the grid, and a cubic interpolates the result.
///
/// - A Gaussian uses the grid from a sigma of 5 on. It is too smooth for the grid to show.
/// - A box uses it above a radius of 100, because the grid softens the box's edge.
/// - A disc uses it above a radius of 24. Cells are two pixels wide up to a radius of 100; beyond, at least 25 cells
///   make up the radius. The cubic sharpens the edge that the grid has softened.
/// - A disc with an edge as soft as the grid's uses it above a radius of 8.
///
/// The tents and the cubic blur a little themselves. The kernel is made smaller by as much, so that the variance of the
/// whole is right. The grid starts at the origin, so it is the same whatever part is rendered.
enum Blur {
  case gaussian(sigma: Double)
  case box(radius: Double)
  case disc(radius: Double)
  /// A disc with a brighter ring at its edge (`ring` 0...1, `width` as a fraction of the radius) and a soft edge.
  case bokeh(radius: Double, ring: Double, width: Double, softness: Double)

  /// The largest radius. Larger ones are clamped to it.
  private static let largest = 4000.0

  /// The largest radius for which each tile computes its surrounding pixels again.
  private static let largestUnkept = 16.0

  private func limited(to most: Double) -> Blur {
    switch self {
    case .gaussian(let sigma): .gaussian(sigma: min(sigma, most))
    case .box(let radius): .box(radius: min(radius, most))
    case .disc(let radius): .disc(radius: min(radius, most))
    case .bokeh(let radius, let ring, let width, let softness):
      .bokeh(radius: min(radius, most), ring: ring, width: width, softness: softness)
    }
  }

  /// The image blurred. Radii are limited to 4000 pixels; for an image that is infinite by repeated edges also to its
  /// longer side, where the picture ends.
  func apply(to image: Image) -> Image {
    var grids: [Int: Image] = [:]
    return limited(to: Blur.most(for: image)).applied(to: image, &grids)
  }

  /// The image blurred by several Gaussians, which share a grid of the same side.
  static func gaussians(_ sigmas: [Double], of image: Image) -> [Image] {
    let most = most(for: image)
    var grids: [Int: Image] = [:]
    return sigmas.map { Blur.gaussian(sigma: min($0, most)).applied(to: image, &grids) }
  }

  private static func most(for image: Image) -> Double {
    let side = image.extent.isInfinite ? longestClampedSide(image.node) : nil
    return min(side ?? largest, largest)
  }

  /// The longest side of the pictures with repeated edges in an image; nil if there are none.
  private static func longestClampedSide(_ root: ImageNode) -> Double? {
    let sides = root.inOrder.compactMap { node in
      switch node.operation {
      case let clamp as ClampOperation: max(clamp.rect.width, clamp.rect.height)
      case let move as AffineOperation: move.repeatedSide
      default: nil
      }
    }
    return sides.max().map(Double.init)
  }

  /// - Parameter grids: the image on coarse grids, by their sides.
  private func applied(to image: Image, _ grids: inout [Int: Image]) -> Image {
    guard !isIdentity, !image.extent.isEmpty else { return image }
    let isOpaque = image.isOpaque && image.extent.isInfinite
    let side = cellSide
    if side == 1 { return convolved(image, isOpaque: isOpaque) }
    let coarse =
      grids[side] ?? Image(GridReduction.tents(side: side, keepsOpaque: isOpaque), image).insertingIntermediate()
    grids[side] = coarse
    let blurred = shrunk(by: side).convolved(coarse, isOpaque: isOpaque, isAlphaRead: false).insertingIntermediate()
    let smooth = Image(SplineUpsample(side: side, b: reconstruction(side), keepsOpaque: isOpaque), blurred)
    guard let extent = image.extent.rect else { return smooth }
    return smooth.cropped(to: extent.outset(by: reach))
  }

  private var isIdentity: Bool {
    switch self {
    case .gaussian(let sigma): !(sigma > 0)
    case .box(let radius): !(radius > 0)
    case .disc(let radius), .bokeh(let radius, _, _, _): !(radius > 0.5)
    }
  }

  /// The distance by which the blur spreads a pixel.
  private var reach: Int {
    switch self {
    case .gaussian(let sigma): Int((3 * sigma).rounded(.up))
    case .box(let radius), .disc(let radius): Int(radius.rounded(.up))
    case .bokeh(let radius, _, _, let softness): Int((radius + softness / 2).rounded(.up))
    }
  }

  /// The side of a cell of the coarse grid, a power of two; 1 for a blur of the picture itself. Large enough that a
  /// kernel has few taps, small enough that the grid shows nowhere.
  private var cellSide: Int {
    let (size, limit, most) =
      switch self {
      // Used from a sigma of 5 on, so that 2.5 cells are the minimum.
      case .gaussian(let sigma): (sigma, 5.0.nextDown, 5.0.nextDown)
      case .box(let radius): (radius, 100.0, 100.0)
      case .disc(let radius): (radius, 24.0, 50.0)
      case .bokeh(let radius, _, _, let softness): (radius, softness >= 2 * Blur.gridSoftness ? 8.0 : 24.0, 50.0)
      }
    guard size > limit else { return 1 }
    var side = 2
    while size / Double(side) > most { side *= 2 }
    return side
  }

  /// The width of a disc's edge on a coarse grid, in cells, if that of the kernel is one cell wide.
  private static let gridSoftness = 1.4

  /// The parameter B of the cubic that interpolates the grid; 1 is the B-spline.
  ///
  /// For discs a negative B sharpens the edge that the grid has softened. With cells of two pixels the edge of a single
  /// pixel's disc, from nine tenths of its level to one tenth, is 1.4 cells wide. A B-spline makes it 2.2 cells wide.
  /// The sharper edge overshoots by nine hundredths, that of a dot of 3 by 3 pixels by four. In larger cells the light
  /// of a pixel lies on one place, so that the same B would overshoot by more.
  private func reconstruction(_ side: Int) -> Double {
    switch self {
    case .gaussian, .box: 1
    case .disc, .bokeh: side == 2 ? -0.43 : -0.25
    }
  }

  /// The kernel for the coarse grid.
  private func shrunk(by side: Int) -> Blur {
    let k = Double(side)
    // The variance of a pixel shared between two cells by the tents, on average, and that of the cubic.
    let own = k * k / 6 + 1.0 / 12 + reconstruction(side) * k * k / 3
    switch self {
    case .gaussian(let sigma): return .gaussian(sigma: max(sigma * sigma - own, 0).squareRoot() / k)
    case .box(let radius):
      let width = 2 * radius + 1
      return .box(radius: (max(width * width - 12 * own, k * k).squareRoot() / k - 1) / 2)
    case .disc(let radius):
      // Its edge falls along a cell, in any direction.
      let small = max(radius * radius - 4 * own, 0).squareRoot() / k
      return .bokeh(radius: small, ring: 0, width: 0, softness: 1)
    case .bokeh(let radius, let ring, let width, let softness):
      let small = max(radius * radius - 4 * own, 0).squareRoot() / k
      let soft = max(softness * softness / (k * k) - Blur.gridSoftness * Blur.gridSoftness + 1, 1).squareRoot()
      return .bokeh(radius: small, ring: ring, width: width, softness: soft)
    }
  }

  private func convolved(_ image: Image, isOpaque: Bool, isAlphaRead: Bool = true) -> Image {
    switch self {
    case .disc(let radius):
      return convolved(
        image, by: .disc(radius: radius), name: "disc \(radius)", isOpaque: isOpaque, isAlphaRead: isAlphaRead)
    case .bokeh(let radius, let ring, let width, let softness):
      let shape = BokehShape(radius: radius, ring: ring, width: width, softness: softness)
      return convolved(
        image, by: shape.kernel, name: "bokeh \(radius)", isOpaque: isOpaque, isAlphaRead: isAlphaRead)
    case .box(let radius):
      // Kept between the two passes, because tiles of a tall window would compute the same rows repeatedly.
      let isLarge = radius > Blur.largestUnkept
      let rows = Image(BoxOperation(.rows, radius: radius, keepsOpaque: isOpaque), image)
      return Image(
        BoxOperation(.columns, radius: radius, keepsOpaque: isOpaque), isLarge ? rows.insertingIntermediate() : rows)
    case .gaussian:
      return Image(
        SquareConvolution("\(self)", weights: lineWeights, keepsOpaque: isOpaque, isAlphaRead: isAlphaRead), image)
    }
  }

  /// The weights along a line, an odd number of them, summing to 1.
  private var lineWeights: [Float] {
    let weights = (-reach...reach).map { offset -> Double in
      // The square of a tiny sigma underflows to 0.
      guard case .gaussian(let sigma) = self, offset != 0 else { return 1 }
      return exp(-Double(offset * offset) / (2 * sigma * sigma))
    }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  private func convolved(
    _ image: Image, by kernel: CenteredRuns, name: String, isOpaque: Bool, isAlphaRead: Bool
  ) -> Image {
    let source = Double(kernel.reach) > Blur.largestUnkept ? image.insertingIntermediate() : image
    return Image(CenteredRunConvolution(name, kernel, keepsOpaque: isOpaque, isAlphaRead: isAlphaRead), source)
  }
}
