/// The pixels of several images at one place. Valid only during the kernel's call.
public struct PixelsOfImages {
  /// Red, green, blue and alpha of each image in turn, each a row.
  @usableFromInline let planes: UnsafePointer<UnsafeMutablePointer<Float>>
  @usableFromInline let index: Int
  /// Number of images.
  public let count: Int

  /// The premultiplied pixel of an image: 0 is the one that the kernel is applied to, 1 the first of the others.
  // Inlined into kernels of other modules: the call would take longer than the read.
  @inlinable public subscript(image: Int) -> SIMD4<Float> {
    precondition((0..<count).contains(image), "a kernel reads only the images that it is given")
    let planes = planes + 4 &* image
    return SIMD4(planes[0][index], planes[1][index], planes[2][index], planes[3][index])
  }
}
