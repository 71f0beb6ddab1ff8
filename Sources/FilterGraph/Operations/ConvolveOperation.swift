import CPixelKernels
import Imaging

/// A convolution at fixed offsets, on premultiplied components.
struct ConvolveOperation: RegionOperation {
  struct Tap: Sendable {
    let dx: Int
    let dy: Int
    let weight: Float
  }

  let name: String
  private let taps: [Tap]
  // How far the taps reach; below 0 if all lie on the other side, so that a shift makes nothing larger.
  private let left: Int
  private let right: Int
  private let up: Int
  private let down: Int
  private let keepsOpaque: Bool
  /// The taps reach over more than a million pixels, mostly far beyond the picture.
  let readsExtentsOnly: Bool
  /// The taps as sums of runs, if those are far fewer.
  private let runs: TapRuns?

  /// - Parameters:
  ///   - taps: at least one; the output at a pixel is the sum of `weight` times the input at its place plus the offset.
  ///   - keepsOpaque: whether the input is opaque everywhere and the weights sum to 1, so that alpha is exactly 1.
  init(_ name: String, taps: [Tap], keepsOpaque: Bool) {
    self.name = name
    self.taps = taps
    self.keepsOpaque = keepsOpaque
    left = -(taps.map(\.dx).min() ?? 0)
    right = taps.map(\.dx).max() ?? 0
    up = -(taps.map(\.dy).min() ?? 0)
    down = taps.map(\.dy).max() ?? 0
    readsExtentsOnly = (left + right + 1) * (up + down + 1) > 1 << 20
    let runs = readsExtentsOnly ? nil : TapRuns(taps)
    self.runs = runs.flatMap { $0.count * 3 < taps.count * 2 ? $0 : nil }
  }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    // A tap to the right spreads a pixel to the left.
    return Extent(
      PixelRect(
        x: rect.x - right, y: rect.y - down, width: rect.width + left + right, height: rect.height + up + down))
  }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    PixelRect(
      x: region.x - left, y: region.y - up, width: region.width + left + right, height: region.height + up + down)
  }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    if let runs {
      render(into: output, from: inputs[0], runs)
    } else if readsExtentsOnly {
      sum(into: output, from: inputs[0])
    } else {
      render(into: output, from: inputs[0])
    }
    if keepsOpaque { output.fill(3, with: 1) }
  }

  /// The planes that are summed up.
  private var planes: Range<Int> { 0..<(keepsOpaque ? 3 : 4) }

  private func render(into output: Tile, from source: Tile) {
    let rect = output.rect
    let offsets = taps.map { $0.dy * source.rect.width + $0.dx }
    let weights = taps.map(\.weight)
    // In strips narrow enough that the rows of a tall kernel stay in the L1 cache.
    let strip = up + down > 8 ? 128 : rect.width
    for plane in planes {
      for x in stride(from: rect.minX, to: rect.maxX, by: strip) {
        for y in rect.minY..<rect.maxY {
          pk_convolve(
            output.pixel(plane, x: x, y: y), source.pixel(plane, x: x, y: y), min(strip, rect.maxX - x), offsets,
            weights, taps.count)
        }
      }
    }
  }

  /// Sums up what the source has of the taps, in their order, as if it were transparent beyond.
  private func sum(into output: Tile, from source: Tile) {
    let rect = output.rect
    for plane in planes {
      output.fill(plane, with: 0)
      for tap in taps {
        let first = max(rect.minX, source.rect.minX - tap.dx)
        let count = min(rect.maxX, source.rect.maxX - tap.dx) - first
        guard count > 0 else { continue }
        let top = max(rect.minY, source.rect.minY - tap.dy)
        for y in top..<max(top, min(rect.maxY, source.rect.maxY - tap.dy)) {
          let target = output.pixel(plane, x: first, y: y)
          let samples = source.pixel(plane, x: first + tap.dx, y: y + tap.dy)
          for i in 0..<count { target[i] += tap.weight * samples[i] }
        }
      }
    }
  }

  private func render(into output: Tile, from source: Tile, _ runs: TapRuns) {
    let rect = output.rect
    let width = min(128, rect.width) + left + right
    let level = width * (rect.height + up + down)
    let offsets = runs.steps.map { $0.level * level + $0.dy * width + $0.dx }
    let weights = runs.steps.map(\.weight)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: level * TapRuns.levelCount) { sums in
      guard let sums = sums.baseAddress else { return }
      for plane in planes {
        for x in stride(from: rect.minX, to: rect.maxX, by: 128) {
          let columns = min(128, rect.maxX - x)
          for row in 0..<rect.height + up + down {
            let line = sums + row * width
            line.update(
              from: source.pixel(plane, x: x - left, y: rect.minY - up + row), count: columns + left + right)
            for number in 1..<TapRuns.levelCount {
              let target = line + number * level
              pk_sum_shifted(target, target - level, columns + left + right, 1 << (number - 1))
            }
          }
          for y in 0..<rect.height {
            pk_convolve(
              output.pixel(plane, x: x, y: rect.minY + y), sums + (y + up) * width + left, columns, offsets, weights,
              runs.count)
          }
        }
      }
    }
  }
}
