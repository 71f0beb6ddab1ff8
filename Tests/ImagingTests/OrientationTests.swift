import Imaging
import Testing

@Suite struct OrientationTests {
  /// Where the stored picture's top-left and bottom-left corners go, read off the EXIF 2.32 specification.
  static let corners: [(Orientation, NormalizedPoint, NormalizedPoint)] = [
    (.up, .init(x: 0, y: 0), .init(x: 0, y: 1)),
    (.upMirrored, .init(x: 1, y: 0), .init(x: 1, y: 1)),
    (.down, .init(x: 1, y: 1), .init(x: 1, y: 0)),
    (.downMirrored, .init(x: 0, y: 1), .init(x: 0, y: 0)),
    (.leftMirrored, .init(x: 0, y: 0), .init(x: 1, y: 0)),
    (.right, .init(x: 1, y: 0), .init(x: 0, y: 0)),
    (.rightMirrored, .init(x: 1, y: 1), .init(x: 0, y: 1)),
    (.left, .init(x: 0, y: 1), .init(x: 1, y: 1)),
  ]

  @Test(arguments: corners)
  func `corners are mapped as EXIF defines`(
    orientation: Orientation, topLeft: NormalizedPoint, bottomLeft: NormalizedPoint
  ) {
    #expect(orientation.apply(to: NormalizedPoint(x: 0, y: 0)) == topLeft)
    #expect(orientation.apply(to: NormalizedPoint(x: 0, y: 1)) == bottomLeft)
  }

  @Test(arguments: Orientation.allCases)
  func `the inverse undoes`(orientation: Orientation) {
    let rect = NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.0625)
    #expect(orientation.inverse.apply(to: orientation.apply(to: rect)) == rect)
    #expect(orientation.inverse.inverse == orientation)
    #expect(orientation.apply(to: PixelSize(width: 3, height: 5)).area == 15)
  }
}
