import Glibc
import CPixelKernels
import Imaging

/// One axis of a resampling from a picture at the origin to another size: weights summing to 1, the edge repeated
/// outwards.
struct ScaleOperation: RegionOperation {
  enum Axis: Sendable { case horizontal, vertical }

  /// The weight of a sample at a distance from the pixel's centre.
  enum Kernel: Sendable {
    /// Lanczos with 3 lobes.
    case lanczos
    /// The family of Mitchell and Netravali ("Reconstruction Filters in Computer Graphics", 1988).
    case cubic(b: Double, c: Double)
    /// Linear interpolation, with a tent filter for reduction: a third of Lanczos's work, for smooth images.
    case linear

    /// Beyond this distance the weights are 0.
    var reach: Double {
      switch self {
      case .lanczos: 3
      case .cubic: 2
      case .linear: 1
      }
    }

    func weight(_ x: Double) -> Double {
      switch self {
      case .lanczos: Kernel.lanczos(x)
      case .cubic(let b, let c): Kernel.cubic(x, b: b, c: c)
      case .linear: max(0, 1 - abs(x))
      }
    }

    private static func lanczos(_ x: Double) -> Double {
      let size = abs(x)
      if size < 1e-9 { return 1 }
      if size >= 3 { return 0 }
      let angle = Double.pi * size
      return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }

    private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
      let t = abs(x)
      if t < 1 { return (((12 - 9 * b - 6 * c) * t + (-18 + 12 * b + 6 * c)) * t * t + (6 - 2 * b)) / 6 }
      if t < 2 { return ((((-b - 6 * c) * t + (6 * b + 30 * c)) * t + (-12 * b - 48 * c)) * t + (8 * b + 24 * c)) / 6 }
      return 0
    }
  }

  private let axis: Axis
  private let target: PixelSize
  private let isOpaque: Bool
  private let taps: Int
  /// For every output column (row) the first input column (row), and the weights: row after row, or in blocks of
  /// sixteen columns.
  private let starts: [Int32]
  private let weights: [Float]
  private let doubling: Doubling?

  /// The columns, in pairs, of a picture of doubled width in which all even columns have the same weights, and all odd
  /// ones the same one sample further on.
  private struct Doubling: Sendable {
    let columns: Range<Int>
    let even: [Float]
    let odd: [Float]

    /// - Returns: nil if there are no such columns.
    init?(_ taps: ScaleTaps, inputs: Int) {
      let firsts = taps.firsts
      let pairs = (0..<inputs).filter { firsts[2 * $0] >= 0 && firsts[2 * $0 + 1] + taps.count <= inputs }
      guard let first = pairs.first, let last = pairs.last, firsts[2 * first + 1] == firsts[2 * first] + 1 else {
        return nil
      }
      columns = 2 * first..<2 * (last + 1)
      even = Array(taps[2 * first])
      odd = Array(taps[2 * first + 1])
    }
  }

  /// The whole resampling. A strongly reduced picture is first averaged over blocks, which are kept in memory.
  static func scaled(
    _ image: Image, from size: PixelSize, to target: PixelSize, by kernel: Kernel = .lanczos
  ) -> Image {
    let ratio = min(Double(size.width) / Double(target.width), Double(size.height) / Double(target.height))
    // Blocks of at most a third of an output pixel leave the result's shape to Lanczos.
    let block = Int(min(ratio / 3, 4096))
    if block > 1 {
      let small = PixelSize(
        width: (size.width + block - 1) / block, height: (size.height + block - 1) / block)
      let averaged = Image(GridReduction.blocks(side: block), image.clampedToExtent())
        .cropped(to: PixelRect(small)).insertingIntermediate()
      let width = Double(size.width) / Double(block)
      let height = Double(size.height) / Double(block)
      return resampled(averaged, small, (width, height), to: target, by: kernel, isOpaque: image.isOpaque)
    }
    let covered = (Double(size.width), Double(size.height))
    return resampled(image, size, covered, to: target, by: kernel, isOpaque: image.isOpaque)
  }

  private static func resampled(
    _ image: Image, _ size: PixelSize, _ covered: (Double, Double), to target: PixelSize, by kernel: Kernel,
    isOpaque: Bool
  ) -> Image {
    var result = image
    if size.height != target.height || covered.1 != Double(size.height) {
      let vertical = ScaleOperation(
        .vertical, size, covered: covered.1, to: target.height, by: kernel, isOpaque: isOpaque)
      result = Image(vertical, result)
    }
    if size.width != target.width || covered.0 != Double(size.width) {
      let center = PixelSize(width: size.width, height: target.height)
      result = Image(
        ScaleOperation(.horizontal, center, covered: covered.0, to: target.width, by: kernel, isOpaque: isOpaque),
        result)
    }
    return result
  }

  /// - Parameter covered: the part of the input, in its pixels, that the output covers.
  private init(
    _ axis: Axis, _ size: PixelSize, covered: Double, to count: Int, by kernel: Kernel, isOpaque: Bool
  ) {
    self.axis = axis
    self.isOpaque = isOpaque
    let inputs = axis == .horizontal ? size.width : size.height
    target =
      axis == .horizontal
      ? PixelSize(width: count, height: size.height) : PixelSize(width: size.width, height: count)
    let taps = ScaleTaps(of: inputs, covered: covered, to: count, by: kernel)
    let isDoubled = axis == .horizontal && 2 * inputs == count && covered == Double(inputs)
    self.taps = taps.count
    starts = taps.starts
    weights = axis == .vertical ? taps.weights : taps.weightBlocks
    doubling = isDoubled ? Doubling(taps, inputs: inputs) : nil
  }

  var name: String { "scale \(axis) to \(target)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(target)) }
  // Alpha of an opaque picture is written as 1: the weights' sum may differ from it by a rounding error.
  func isOpaque(_ inputs: [ImageNode]) -> Bool { isOpaque }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let low = axis == .horizontal ? region.minX : region.minY
    let high = axis == .horizontal ? region.maxX : region.maxY
    let first = Int(starts[low])
    let count = Int(starts[high - 1]) + taps - first
    return axis == .horizontal
      ? PixelRect(x: first, y: region.y, width: count, height: region.height)
      : PixelRect(x: region.x, y: first, width: region.width, height: count)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let planes = isOpaque ? 3 : 4
    if isOpaque { output.fill(3, with: 1) }
    let source = inputs[0]
    let rect = output.rect
    weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      if axis == .vertical {
        let offsets = (0..<taps).map { $0 * source.rect.width }
        for plane in 0..<planes {
          // In strips narrow enough that the rows of the kernel stay in the L1 cache.
          for x in stride(from: rect.minX, to: rect.maxX, by: 128) {
            for y in rect.minY..<rect.maxY {
              pk_convolve(
                output.pixel(plane, x: x, y: y), source.pixel(plane, x: x, y: Int(starts[y])),
                min(128, rect.maxX - x), offsets, weights + y * taps, taps)
            }
          }
        }
      } else {
        for plane in 0..<planes { resampleRows(of: plane, into: output, from: source, weights) }
      }
    }
  }

  private func resampleRows(of plane: Int, into output: Tile, from source: Tile, _ weights: UnsafePointer<Float>) {
    let rect = output.rect
    // Pairs begin at even columns.
    let pairs = doubling?.columns.clamped(to: (rect.minX + 1) & ~1..<rect.maxX & ~1) ?? rect.minX..<rect.minX
    let shifted = (rect.minX..<rect.maxX).map { starts[$0] - Int32(source.rect.minX) }
    for y in rect.minY..<rect.maxY {
      let row = source.pixel(plane, x: source.rect.minX, y: y)
      func resample(_ columns: Range<Int>) {
        guard !columns.isEmpty else { return }
        shifted.withUnsafeBufferPointer { shifted in
          guard let starts = shifted.baseAddress else { return }
          pk_resample(
            output.pixel(plane, x: columns.lowerBound, y: y), row, columns.count, columns.lowerBound,
            starts + (columns.lowerBound - rect.minX), weights, taps)
        }
      }
      resample(rect.minX..<pairs.lowerBound)
      resample(pairs.upperBound..<rect.maxX)
      guard let doubling, !pairs.isEmpty else { continue }
      let first = row + Int(shifted[pairs.lowerBound - rect.minX])
      let result = output.pixel(plane, x: pairs.lowerBound, y: y)
      pk_resample_double(result, first, pairs.count / 2, doubling.even, doubling.odd, taps)
    }
  }
}
