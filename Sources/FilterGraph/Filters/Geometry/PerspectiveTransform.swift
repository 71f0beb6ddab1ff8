import Imaging

/// The image drawn into a quadrilateral (y down): its corners go to those given, sampled bilinearly. Corners of which
/// three lie on a line are an error.
///
/// As in Core Image's documentation of `CIPerspectiveTransform`.
public struct PerspectiveTransform: Filter {
  /// Where the top left corner goes. In pixels, default: the image's own corner.
  public var topLeft: Point?
  /// Where the top right corner goes. In pixels, default: the image's own corner.
  public var topRight: Point?
  /// Where the bottom right corner goes. In pixels, default: the image's own corner.
  public var bottomRight: Point?
  /// Where the bottom left corner goes. In pixels, default: the image's own corner.
  public var bottomLeft: Point?

  init() {}

  public static let declaration = FilterDeclaration<PerspectiveTransform>(
    "perspectiveTransform", coreImageName: "CIPerspectiveTransform", .geometry, "Draws the image into a quadrilateral.",
    law: """
      The image drawn into a quadrilateral (y down): its corners go to those given, sampled bilinearly. Corners of \
      which three lie on a line are an error.
      """,
    hasIdentityDefault: true,
    parameters: [
      .point("topLeft", \.topLeft, default: "the image's own corner", "Where the top left corner goes."),
      .point("topRight", \.topRight, default: "the image's own corner", "Where the top right corner goes."),
      .point("bottomRight", \.bottomRight, default: "the image's own corner", "Where the bottom right corner goes."),
      .point("bottomLeft", \.bottomLeft, default: "the image's own corner", "Where the bottom left corner goes."),
    ],
    make: { PerspectiveTransform() })

  public func output(for input: Image) -> Image {
    guard let rect = input.extent.rect, !rect.isEmpty else { return input }
    if [topLeft, topRight, bottomRight, bottomLeft].allSatisfy({ $0 == nil }) { return input }
    let own = rect.corners
    let corners = [topLeft ?? own[0], topRight ?? own[1], bottomRight ?? own[2], bottomLeft ?? own[3]]
    guard let map = Homography(unitSquareTo: corners), let target = PixelRect(around: corners) else {
      return Image(
        InvalidOperation(
          .invalidValue(key: "topLeft", filter: "perspectiveTransform", reason: "the corners make no quadrilateral")),
        input)
    }
    let unit = Homography.normalizing(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    let warp = WarpOperation(
      PerspectiveMap(inverse: map.after(unit).inverse, corners: own), source: input.extent,
      target: Extent(target.outset(by: 1)))
    return Image(warp, input)
  }
}
