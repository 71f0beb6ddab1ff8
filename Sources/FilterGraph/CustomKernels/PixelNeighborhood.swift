/// The pixels round one pixel. Valid only during the kernel's call.
public struct PixelNeighborhood {
  let red: UnsafePointer<Float>
  let planeCount: Int
  let rowLength: Int
  let reach: Int
  /// The column and row of the centre.
  public let x: Int
  /// The row of the pixel, in pixels from the top of the image.
  public let y: Int

  /// The premultiplied pixel `dx` to the right of and `dy` below the centre; at most the kernel's reach away.
  public subscript(dx: Int, dy: Int) -> SIMD4<Float> {
    precondition(abs(dx) <= reach && abs(dy) <= reach, "a kernel reads only within its reach")
    let pixel = red + (dy &* rowLength &+ dx)
    return SIMD4(pixel[0], pixel[planeCount], pixel[2 &* planeCount], pixel[3 &* planeCount])
  }
}
