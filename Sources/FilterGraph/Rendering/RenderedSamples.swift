import Imaging
import Kernels

/// The samples of a render's result, with their encoder. A value.
struct RenderedSamples {
  let format: PixelFormat
  let colorSpace: ColorSpace
  let alphaType: AlphaType
  let encoder: SampleEncoder
  /// The components that the encoder reads.
  let components: Components

  /// - Throws: ``RenderError/colorSpace(_:)`` if the colour space cannot be used.
  init(_ format: PixelFormat, _ colorSpace: ColorSpace, _ alphaType: AlphaType) throws(RenderError) {
    (self.format, self.colorSpace, self.alphaType) = (format, colorSpace, alphaType)
    components = alphaType == .opaque || format.componentCount == 1 ? .color : .all
    do throws(ColorProfileError) {
      encoder = try SampleEncoder(format: format, colorSpace: colorSpace, alphaType: alphaType)
    } catch {
      throw .colorSpace(error)
    }
  }
}
