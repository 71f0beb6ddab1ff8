import FilterGraph
import Imaging

/// A part of a picture in square cells, each of its mean colour.
struct Mosaic {
  let cell: Int
  let box: PixelRect

  init(cell: Int, over box: PixelRect) {
    self.cell = cell
    self.box = box
  }

  func image(of picture: Image, in area: PixelRect) -> Image {
    // The mean round each place; sampled at the cells' centres it is the cells' mean.
    let means = picture.cropped(to: box.outset(by: cell).intersection(area)).clampedToExtent()
      .applying(.boxBlur(radius: max(1, Double(cell - 1) / 2)))
    let scale = Double(2 * cell + 2)
    let offsets = Image.color(.white).cropped(to: box).applying(ToCenter(cell: cell, origin: box, scale: Float(scale)))
    return means.cropped(to: box.outset(by: 2 * cell))
      .applying(.displacementDistortion(displacementImage: offsets, scale: scale)).cropped(to: box)
  }

  /// The vector from each pixel to its cell's centre, as input of the displacement filter.
  private struct ToCenter: PixelKernel {
    let cell: Int
    let origin: PixelRect
    let scale: Float

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      SIMD4(fraction(of: x - origin.x), fraction(of: y - origin.y), 0, pixel.w)
    }

    private func fraction(of position: Int) -> Float {
      let inCell = position % cell
      return 0.5 + (Float(cell - 1) / 2 - Float(inCell)) / scale
    }
  }
}
