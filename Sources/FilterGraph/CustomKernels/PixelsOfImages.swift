/// The pixels of several images at one place. Valid only while a kernel is called with it.
public struct PixelsOfImages {
  let first: PixelRow
  let others: UnsafePointer<PixelRow>
  let index: Int
  /// How many images there are.
  public let count: Int

  /// The premultiplied pixel of an image: 0 is the one that the kernel is applied to, 1 the first of the others.
  public subscript(image: Int) -> SIMD4<Float> {
    precondition((0..<count).contains(image), "a kernel reads only the images that it is given")
    let row = image == 0 ? first : others[image - 1]
    return SIMD4(row.red[index], row.green[index], row.blue[index], row.alpha[index])
  }
}
