import Glibc
import Imaging

/// A quadrilateral of the image drawn as a rectangle (y down), as wide and high as its longer sides, its top left at 0;
/// sampled bilinearly. If it is cropped only the rectangle is kept, else all of the image that can be shown. Corners of
/// which three lie on a line are an error.
///
/// As in Core Image's documentation of `CIPerspectiveCorrection`.
public struct PerspectiveCorrection: Filter {
  /// The top left corner of the quadrilateral. In pixels, default: the image's own corner.
  public var topLeft: Point?
  /// The top right corner of the quadrilateral. In pixels, default: the image's own corner.
  public var topRight: Point?
  /// The bottom right corner of the quadrilateral. In pixels, default: the image's own corner.
  public var bottomRight: Point?
  /// The bottom left corner of the quadrilateral. In pixels, default: the image's own corner.
  public var bottomLeft: Point?
  /// Whether only the rectangle is kept. Default false.
  public var crop: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PerspectiveCorrection>(
    "perspectiveCorrection", coreImageName: "CIPerspectiveCorrection", .geometry,
    "Draws a quadrilateral of the image as a rectangle.",
    law: """
      A quadrilateral of the image drawn as a rectangle (y down), as wide and high as its longer sides, its top left \
      at 0; sampled bilinearly. If it is cropped only the rectangle is kept, else all of the image that can be \
      shown. Corners of which three lie on a line are an error.
      """, hasIdentityDefault: true,
    parameters: [
      .point("topLeft", \.topLeft, default: "the image's own corner", "The top left corner of the quadrilateral."),
      .point("topRight", \.topRight, default: "the image's own corner", "The top right corner of the quadrilateral."),
      .point(
        "bottomRight", \.bottomRight, default: "the image's own corner", "The bottom right corner of the quadrilateral."
      ),
      .point(
        "bottomLeft", \.bottomLeft, default: "the image's own corner", "The bottom left corner of the quadrilateral."),
      .boolean("crop", \.crop, "Whether only the rectangle is kept."),
    ],
    make: { PerspectiveCorrection() })

  public func output(for input: Image) -> Image {
    guard let rect = input.extent.rect, !rect.isEmpty else { return input }
    if [topLeft, topRight, bottomRight, bottomLeft].allSatisfy({ $0 == nil }) { return input }
    let own = rect.corners
    let q = [topLeft ?? own[0], topRight ?? own[1], bottomRight ?? own[2], bottomLeft ?? own[3]]
    func length(_ a: Int, _ b: Int) -> Double { hypot(q[a].x - q[b].x, q[a].y - q[b].y) }
    let width = max(length(0, 1), length(3, 2)).rounded()
    let height = max(length(0, 3), length(1, 2)).rounded()
    guard let map = Homography(unitSquareTo: q), (1...1e8).contains(width), (1...1e8).contains(height) else {
      return Image(
        InvalidOperation(
          .invalidValue(key: "topLeft", filter: "perspectiveCorrection", reason: "the corners make no quadrilateral")),
        input)
    }
    let inverse = map.after(.normalizing(x: 0, y: 0, width: width, height: height))
    var target = PixelRect(x: 0, y: 0, width: Int(width), height: Int(height))
    let shown = own.compactMap { inverse.inverse.apply(to: $0) }
    if !crop, shown.count == 4, let whole = PixelRect(around: shown) { target = whole.union(target).outset(by: 1) }
    let warp = WarpOperation(
      PerspectiveMap(inverse: inverse, corners: own), source: input.extent, target: Extent(target))
    return Image(warp, input)
  }
}
