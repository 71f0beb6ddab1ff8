import Imaging
import Testing

@testable import Segmentation

@Suite struct MatteNetworkTests {
  @Test(arguments: [
    (PixelSize(width: 2016, height: 1512), PixelSize(width: 512, height: 384)),
    (PixelSize(width: 1512, height: 2016), PixelSize(width: 384, height: 512)),
    (PixelSize(width: 100, height: 100), PixelSize(width: 512, height: 512)),
    (PixelSize(width: 4000, height: 1), PixelSize(width: 512, height: 32)),
    (PixelSize(width: 1, height: 1), PixelSize(width: 512, height: 512)),
  ])
  func `a picture is shown at whole multiples of 32`(size: PixelSize, shown: PixelSize) {
    #expect(MatteNetwork.inputSize(for: size, longSide: 512) == shown)
  }
}
