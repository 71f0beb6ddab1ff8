import Imaging
import Inference
import Kernels
import Models

/// The project's own network: for each pixel of an upright picture the probabilities of hair, skin and portrait, and,
/// if it was trained for that, the probability that the picture shows a person. May be shared by threads.
final class MatteNetwork: Sendable {
  private let network: Network

  /// The network's prediction for a picture.
  struct Answer: Sendable {
    var planes: PlanarBuffer<Float>
    var presence: Double?
    /// The larger of two networks' portrait probabilities; nil for one network.
    var largerPortrait: [Float]?

    /// Pools this prediction with that of another network, which may be of another size.
    mutating func pool(with other: Answer) throws(SegmentationError) {
      for plane in 0..<planes.planeCount {
        let first = plane * planes.size.area
        let isSame = other.planes.size == planes.size
        let samples: [Float]
        do {
          samples =
            isSame
            ? Array(other.planes[plane])
            : try ProbabilityMap.resized(other.planes[plane], of: other.planes.size, to: planes.size)
        } catch {
          throw .kernel(error)
        }
        if plane == MatteChannel.portrait.rawValue { largerPortrait = zip(planes[plane], samples).map(max) }
        planes.samples.withUnsafeMutableBufferPointer { mine in
          for (index, sample) in samples.enumerated() {
            mine[first &+ index] = OpinionPool.pooled(mine[first &+ index], sample)
          }
        }
      }
      if let mine = presence, let theirs = other.presence {
        presence = OpinionPool.pooled(mine, theirs, weight: 0.5)
      } else {
        presence = presence ?? other.presence
      }
    }

    /// Pools the portrait of this prediction with that of another network.
    ///
    /// - Parameter weight: the weight of the other one, `0...1`.
    mutating func poolPortrait(with other: Answer, weight: Float) throws(SegmentationError) {
      let plane = MatteChannel.portrait.rawValue
      let samples: [Float]
      do {
        samples = try ProbabilityMap.resized(other.planes[plane], of: other.planes.size, to: planes.size)
      } catch {
        throw .kernel(error)
      }
      let first = plane * planes.size.area
      planes.samples.withUnsafeMutableBufferPointer { mine in
        for (index, sample) in samples.enumerated() {
          mine[first &+ index] = OpinionPool.pooled(mine[first &+ index], sample, weight: weight)
        }
      }
    }
  }

  /// Both sides of the input are multiples of this, in pixels.
  static let granularity = 32

  /// - Parameters:
  ///   - threads: the threads of an inference; nil for one per core.
  ///   - cachedSizes: the number of input sizes that are fast if they take turns.
  init(
    _ fileName: String, store: NetworkStore, precision: Precision, threads: Int? = nil, cachedSizes: Int = 4
  ) throws(SegmentationError) {
    do {
      network = try Network(
        fileName, from: store, precision: precision, threads: threads, cachedShapes: cachedSizes)
    } catch {
      throw .network(error)
    }
  }

  /// The input's size for a picture: the long side as given, the short side rounded to the nearest multiple.
  static func inputSize(for size: PixelSize, longSide: Int) -> PixelSize {
    let scale = Double(longSide) / Double(max(size.width, size.height))
    func side(_ length: Int) -> Int {
      max(granularity, Int((Double(length) * scale / Double(granularity)).rounded()) * granularity)
    }
    return PixelSize(width: side(size.width), height: side(size.height))
  }

  /// The input's size for a part of a picture: as many pixels as `area`, but no more than `most` per pixel of the
  /// picture, a side; the sides are rounded to the nearest multiple.
  static func inputSize(for part: PixelSize, area: Int, most: Double) -> PixelSize {
    let scale = min((Double(area) / Double(max(part.area, 1))).squareRoot(), most)
    return inputSize(for: part, longSide: Int((Double(max(part.width, part.height)) * scale).rounded()))
  }

  /// Loads the network, if it is not loaded yet.
  ///
  /// - Parameter size: an input size for which it is compiled by itself; nil for all others. See ``Network``.
  func prepare(for size: PixelSize? = nil) throws(SegmentationError) {
    do {
      try network.prepare(shapes: size.map { ["": shape(of: $0)] } ?? [:])
    } catch {
      throw .network(error)
    }
  }

  /// The shape of an input of a size.
  private func shape(of size: PixelSize) -> [Int] { [1, 3, size.height, size.width] }

  /// Unloads the network; it is loaded again on demand.
  func unload() { network.unload() }

  /// Runs the network on a picture of format `rgba8` whose sides are multiples of ``granularity``.
  ///
  /// - Parameter withFlipAugmentation: whether the mirrored picture is predicted too and both predictions are averaged.
  /// - Returns: one plane for each ``MatteChannel``, of the picture's size or half of it, `0...1`, and the presence.
  func answer(for picture: PixelBuffer, withFlipAugmentation: Bool) throws(SegmentationError) -> Answer {
    var answer = try self.answer(for: picture)
    guard withFlipAugmentation else { return answer }
    let mirrored = try self.answer(for: picture.oriented(by: .upMirrored))
    let width = answer.planes.size.width
    if let presence = answer.presence, let other = mirrored.presence { answer.presence = (presence + other) / 2 }
    answer.planes.samples.withUnsafeMutableBufferPointer { samples in
      for row in stride(from: 0, to: samples.count, by: width) {
        for x in 0..<width {
          let other = mirrored.planes.samples[row &+ width &- 1 &- x]
          samples[row &+ x] = 0.5 * (samples[row &+ x] + other)
        }
      }
    }
    return answer
  }

  private func answer(for picture: PixelBuffer) throws(SegmentationError) -> Answer {
    let count = MatteChannel.allCases.count
    let half = PixelSize(width: picture.width / 2, height: picture.height / 2)
    let result: Result<Answer, SegmentationError>
    do {
      result = try network.run(
        shape: shape(of: picture.size), writing: { PlanarInput.write(picture, to: $0) },
        reading: { outputs in
          guard let index = outputs.index(of: "mattes") else {
            return .failure(.unexpectedOutput(network: network.name, reason: "no output named mattes"))
          }
          guard
            let size = [picture.size, half].first(where: { outputs.shapes[index] == [1, count, $0.height, $0.width] })
          else {
            return .failure(.unexpectedOutput(network: network.name, reason: "shape \(outputs.shapes[index])"))
          }
          let planes = PlanarBuffer(size: size, planeCount: count, samples: Array(outputs[index]))
          let presence = outputs["presence"]?.first.map(Double.init)
          return .success(Answer(planes: planes, presence: presence))
        })
    } catch {
      throw .network(error)
    }
    return try result.get()
  }
}
