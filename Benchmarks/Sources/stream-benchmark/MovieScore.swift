import FoundationEssentials
import MatteKit

/// The measures of a movie, frame by frame. All values are means in levels of 0...255 over pixels of the mattes.
struct MovieScore: CustomStringConvertible {
  let stream: MatteStream
  let generator: MatteGenerator
  let detector: FaceDetector
  private(set) var frameCount = 0

  /// The change from frame to frame, where nothing moves within a block's width: of single frames and of the stream.
  private var flicker = (single: Mean(), stream: Mean())
  /// The difference between the stream and the single frame, where the picture has changed.
  private var lag = Mean()
  /// The portrait where the true one was within the last ten frames and is no more.
  private var trail = (single: Mean(), stream: Mean())
  /// The portrait's difference from the true one, everywhere.
  private var error = (single: Mean(), stream: Mean())
  private var times: (single: [Double], stream: [Double]) = ([], [])

  private var before: (blocks: PixelBuffer, single: MatteSet, stream: MatteSet)?
  /// The side of a block in pixels of the mattes: noise does not change its mean.
  private static let blockSide = 5
  private var truths: [[UInt8]] = []
  private static let kinds: [MatteKind] = [.hair, .skin, .teeth, .portrait]

  init(stream: MatteStream, generator: MatteGenerator, detector: FaceDetector) {
    self.stream = stream
    self.generator = generator
    self.detector = detector
  }

  mutating func add(_ frame: Frame, truth: [UInt8]?) throws {
    let faces = try detector.faces(in: frame.pixels, orientation: frame.orientation)
    var (single, shown): (MatteSet, MatteSet) = ([], [])
    let clock = ContinuousClock()
    let alone = try clock.measure {
      single = try generator.mattes(
        for: frame.pixels, orientation: frame.orientation, faces: faces, in: .upright)
    }
    let together = try clock.measure { shown = try stream.mattes(for: frame, faces: faces) }
    times.single.append(alone / .milliseconds(1))
    times.stream.append(together / .milliseconds(1))

    let size = frame.orientation.apply(to: frame.pixels.size.half)
    let blocks = try Self.blocks(of: frame, size: size)
    func bytes(_ set: MatteSet, _ kind: MatteKind) -> [UInt8] {
      set[kind]?.pixels.bytes ?? [UInt8](repeating: 0, count: size.area)
    }
    if let before, frameCount > 5 {
      let changes = Self.changes(from: before.blocks, to: blocks)
      for kind in Self.kinds {
        let now = (single: bytes(single, kind), stream: bytes(shown, kind))
        let then = (single: bytes(before.single, kind), stream: bytes(before.stream, kind))
        for y in 0..<size.height {
          let row = min(y / Self.blockSide, blocks.height - 1) * blocks.width
          for x in 0..<size.width {
            let index = y * size.width + x
            let change = changes[row + min(x / Self.blockSide, blocks.width - 1)]
            if change.near <= 1 {
              flicker.single.add(abs(Int(now.single[index]) - Int(then.single[index])))
              flicker.stream.add(abs(Int(now.stream[index]) - Int(then.stream[index])))
            } else if change.here >= 6 {
              lag.add(abs(Int(now.single[index]) - Int(now.stream[index])))
            }
          }
        }
      }
    }
    if let truth {
      let now = (single: bytes(single, .portrait), stream: bytes(shown, .portrait))
      for index in truth.indices {
        error.single.add(abs(Int(now.single[index]) - Int(truth[index])))
        error.stream.add(abs(Int(now.stream[index]) - Int(truth[index])))
        if truth[index] < 3, truths.contains(where: { $0[index] > 128 }) {
          trail.single.add(Int(now.single[index]))
          trail.stream.add(Int(now.stream[index]))
        }
      }
      truths.append(truth)
      if truths.count > 10 { truths.removeFirst() }
    }
    before = (blocks, single, shown)
    frameCount += 1
  }

  /// The mean brightness of each block.
  private static func blocks(of frame: Frame, size: PixelSize) throws -> PixelBuffer {
    let half = try frame.pixels.resized(to: frame.pixels.size.half).oriented(by: frame.orientation)
    let grid = PixelSize(width: max(1, size.width / blockSide), height: max(1, size.height / blockSide))
    return try half.converted(to8Bit: .l8).resized(to: grid)
  }

  /// The change of each block, and the maximum change of it and its neighbours.
  private static func changes(from before: PixelBuffer, to now: PixelBuffer) -> [(here: Int, near: Int)] {
    func change(_ x: Int, _ y: Int) -> Int {
      abs(Int(now.bytes[y * now.rowBytes + x]) - Int(before.bytes[y * before.rowBytes + x]))
    }
    return (0..<now.size.area).map { index in
      let (x, y) = (index % now.width, index / now.width)
      let near = (max(0, y - 1)...min(now.height - 1, y + 1)).flatMap { v in
        (max(0, x - 1)...min(now.width - 1, x + 1)).map { change($0, v) }
      }
      return (change(x, y), near.max() ?? 0)
    }
  }

  var description: String {
    func least(_ values: [Double]) -> String { Self.text(values.min() ?? 0) }
    var line = "frames \(frameCount)  flicker \(flicker.single) -> \(flicker.stream)  lag \(lag)"
    if truths.count > 0 {
      line += "  trail \(trail.single) -> \(trail.stream)  error \(error.single) -> \(error.stream)"
    }
    return line + "  ms \(least(times.single)) -> \(least(times.stream))"
  }

  static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

  struct Mean: CustomStringConvertible {
    private var sum = 0
    private var count = 0

    mutating func add(_ value: Int) {
      sum += value
      count += 1
    }

    var description: String { count == 0 ? "none" : MovieScore.text(Double(sum) / Double(count)) }
  }
}
