import Dispatch
import FoundationEssentials
import Imaging
import Kernels
import Synchronization

/// Renders images to pixels, tile by tile on all cores, so that memory does not grow with the chain of filters.
///
/// A value without state: may be shared, and used by several threads at once. Neither the tile size nor the number of
/// threads changes a pixel; fusing changes none by more than half-float rounding.
public struct Renderer: Sendable {
  /// Tiles with few float planes that fit a core's own cache.
  public static let defaultTileSize = PixelSize(width: 512, height: 64)

  /// The maximum number of layers that a render plans at once. A picture with more is rendered in blocks, each with its
  /// own layers.
  private static let mostLayers = 16
  private static let blockSize = PixelSize(width: 512, height: 256)

  /// Maximum size of tiles: operations that reduce a picture strongly are rendered in smaller ones.
  public let tileSize: PixelSize
  /// Number of tiles that are rendered concurrently.
  public let threads: Int
  /// Whether pixelwise filters are fused into one pass.
  public let fusing: Bool

  /// - Parameters:
  ///   - threads: number of tiles that are rendered concurrently; nil for the number of cores.
  ///   - fusing: whether pixelwise filters are fused into one pass.
  public init(tileSize: PixelSize = Renderer.defaultTileSize, threads: Int? = nil, fusing: Bool = true) {
    self.tileSize = PixelSize(width: max(1, tileSize.width), height: max(1, tileSize.height))
    self.threads = max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount)
    self.fusing = fusing
  }

  /// Renders an image. In a cancelled task, the render ends within the time of a few tiles.
  ///
  /// - Parameters:
  ///   - rect: the rectangle to render; nil for the image's extent. Outside the extent the image is transparent.
  ///   - alphaType: the alpha type of the result; an opaque result shows the image over black. Nil for opaque if the
  ///     image is known to be opaque (``Image/isOpaque``) and for formats of one component, otherwise straight.
  /// - Throws: ``RenderError``; ``RenderError/cancelled`` if the current task is cancelled.
  public func render(
    _ image: Image, in rect: PixelRect? = nil, as format: PixelFormat = .rgba8, colorSpace: ColorSpace = .sRGB,
    alphaType: AlphaType? = nil
  ) throws(RenderError) -> PixelBuffer {
    let alphaType = alphaType ?? (image.isOpaque || format.componentCount == 1 ? .opaque : .straight)
    let region = try region(of: image, rect)
    let jobs = try jobs(for: image, region, RenderedSamples(format, colorSpace, alphaType))
    return try PixelBuffer(size: region.size, format: format, colorSpace: colorSpace, alphaType: alphaType) {
      (bytes) throws(RenderError) in
      guard let base = bytes.baseAddress else { return }
      try run(jobs, of: region, into: base, rowBytes: region.width * format.bytesPerPixel)
    }
  }

  /// Renders an image into an existing buffer, with its format, colour space and alpha type, so that successive frames
  /// need no allocation. If the buffer is shared with another variable, it is copied first.
  ///
  /// - Parameters:
  ///   - rect: the rectangle to render, of the buffer's size; nil for the image's extent.
  /// - Throws: ``RenderError``; the content of the buffer is undefined then.
  public func render(_ image: Image, in rect: PixelRect? = nil, into buffer: inout PixelBuffer) throws(RenderError) {
    let region = try region(of: image, rect)
    guard region.size == buffer.size else { throw .wrongSize(region.size, buffer: buffer.size) }
    let jobs = try jobs(for: image, region, RenderedSamples(buffer.format, buffer.colorSpace, buffer.alphaType))
    let rowBytes = buffer.rowBytes
    try buffer.withUnsafeMutableBytes { (bytes) throws(RenderError) in
      guard let base = bytes.baseAddress else { return }
      try run(jobs, of: region, into: base, rowBytes: rowBytes)
    }
  }

  func tiling(of plan: RenderPlan) -> RenderTiling { RenderTiling(plan: plan, tileSize: tileSize) }

  /// The jobs that render a region, one for each of its blocks.
  private func jobs(for image: Image, _ region: PixelRect, _ samples: RenderedSamples) throws(RenderError)
    -> [RenderJob]
  {
    for node in image.node.inOrder {
      if let error = node.operation.error { throw error }
    }
    var jobs: [RenderJob] = []
    for block in blocks(of: region, for: image) { jobs.append(try RenderJob(self, image, block, samples)) }
    return jobs
  }

  /// The whole region, or its blocks for a picture with many layers: the work of each tile, and the memory for kept
  /// stages, would grow with all layers.
  private func blocks(of region: PixelRect, for image: Image) -> [PixelRect] {
    let layers = image.node.layers(in: region).layers.filter { !$0.part.isEmpty }
    return layers.count > Self.mostLayers ? region.parts(of: Self.blockSize) : [region]
  }

  /// Runs the jobs of a region, one after the other, each on all cores.
  private func run(
    _ jobs: [RenderJob], of region: PixelRect, into base: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError) {
    for job in jobs {
      let first =
        (job.region.minY - region.minY) * rowBytes
        + (job.region.minX - region.minX) * job.samples.format.bytesPerPixel
      try run(job, into: base + first, rowBytes: rowBytes)
    }
  }

  /// Runs a job; over an otherwise unchanged picture, only for the parts in which its result differs.
  private func run(_ job: RenderJob, into base: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    let plan = job.plan
    let region = job.region
    let unchanged = job.unchanged
    let encoder = job.samples.encoder
    let pixelBytes = job.samples.format.bytesPerPixel
    // Tiles write to disjoint parts of the same memory.
    nonisolated(unsafe) let target = base
    var pictures = KeptPictures()
    defer { pictures.deallocate() }
    @Sendable func place(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
      target + (y - region.minY) * rowBytes + (x - region.minX) * pixelBytes
    }
    let last = plan.stages.count - 1
    let keepsStages = plan.stages.contains { $0.work.isKept }
    let tiling = tiling(of: plan)
    for band in tiling.bands(of: region) {
      pictures.release { _ in true }
      if keepsStages {
        let changed = unchanged.map { $0.changes(in: band).reduce(.empty) { $0.union($1) } } ?? band
        if !changed.isEmpty { try materialize(plan, plan.materializations(for: changed), into: &pictures) }
      }
      let tileSize = tiling.tiles(of: band, last: last).size
      // Whole rows are copied faster than parts of them.
      let partSize = unchanged == nil ? tileSize : PixelSize(width: band.width, height: tileSize.height)
      try forEachPart(of: band, in: partSize, plan: plan, pictures: pictures.tiles) { renderer, part, _ in
        let changes = unchanged?.changes(in: part) ?? [part]
        unchanged?.copy(part, besides: changes, to: place(part.minX, part.minY), rowBytes: rowBytes)
        for tile in changes.flatMap({ $0.parts(of: tileSize) }) {
          renderer.render(tile, last: last) { encoder.encode($0.planar, into: place($0.x, $0.y)) }
        }
      }
    }
  }

  private func region(of image: Image, _ rect: PixelRect?) throws(RenderError) -> PixelRect {
    guard let region = rect ?? image.extent.rect else { throw .infiniteExtent }
    if region.isEmpty { throw .emptyRegion(rect.map { "\($0)" } ?? image.extent.description) }
    let limit = 1 << 30
    let places = -limit..<limit
    let isNear =
      places.contains(region.x) && places.contains(region.y) && region.width < limit && region.height < limit
    guard isNear, region.width.multipliedReportingOverflow(by: region.height).partialValue < limit else {
      throw .regionTooLarge(region)
    }
    return region
  }

  /// The maximum number of bytes that a render of the whole image holds at once, besides its input and output.
  func workingMemory(for image: Image) throws(RenderError) -> Int {
    let region = try region(of: image, nil)
    var most = 0
    for block in blocks(of: region, for: image) {
      let plan = RenderPlan(image.node.pruned(to: block), fusing: fusing)
      let tiling = tiling(of: plan)
      for band in tiling.bands(of: block) {
        let kept = plan.materializations(for: band)
        var floats = 0
        for (stage, part) in kept {
          floats += 4 * RenderTiling.area(part) + threads * tiling.floats(of: part, last: plan.input(of: stage))
        }
        most = max(most, floats + threads * tiling.floats(of: band, last: plan.stages.count - 1))
      }
    }
    return most * MemoryLayout<Float>.size
  }

  /// Renders the materialized stages, one after the other, each in parallel.
  private func materialize(
    _ plan: RenderPlan, _ needed: [(stage: Int, region: PixelRect)], into pictures: inout KeptPictures
  ) throws(RenderError) {
    let readers = plan.lastReaders(in: needed.map(\.stage))
    for (place, (stage, part)) in needed.enumerated() {
      pictures.release { readers[$0, default: -1] < place }
      let picture = pictures.make(part, of: stage)
      switch plan.stages[stage].work {
      case .materialize(let input):
        nonisolated(unsafe) let target = picture
        try forEachTile(of: part, plan: plan, pictures: pictures.tiles, last: input) { renderer, tile, _ in
          renderer.render(tile, last: input, into: target)
        }
      case .reduce(let operation, let input):
        picture.base.initialize(repeating: 0, count: 4 * picture.planeCount)
        let pixels = try reduce(operation, plan: plan, pictures: pictures.tiles, input: input)
        for (index, pixel) in pixels.enumerated() {
          let x = index % operation.size.width
          let y = index / operation.size.width
          guard part.contains(PixelRect(x: x, y: y, width: 1, height: 1)) else { continue }
          for plane in 0..<4 { picture.pixel(plane, x: x, y: y).pointee = pixel[plane] }
        }
      default: break
      }
    }
  }

  /// Runs a reduction over its area, each worker with a state of its own.
  private func reduce(
    _ operation: any ReductionOperation, plan: RenderPlan, pictures: [Int: Tile], input: Int
  ) throws(RenderError) -> [SIMD4<Float>] {
    let count = operation.stateCount
    let states = UnsafeMutablePointer<Int64>.allocate(capacity: count * threads)
    defer { states.deallocate() }
    states.initialize(repeating: operation.neutral, count: count * threads)
    nonisolated(unsafe) let shared = states
    try forEachTile(of: operation.area, plan: plan, pictures: pictures, last: input) { renderer, tile, worker in
      renderer.render(tile, last: input) { operation.accumulate($0, into: shared + worker * count) }
    }
    for worker in 1..<max(threads, 1) { operation.merge(states + worker * count, into: states) }
    return operation.result(of: states)
  }

  private func forEachTile(
    of region: PixelRect, plan: RenderPlan, pictures: [Int: Tile], last: Int,
    _ render: @Sendable (TileRenderer, PixelRect, _ worker: Int) -> Void
  ) throws(RenderError) {
    let size = tiling(of: plan).tiles(of: region, last: last).size
    try forEachPart(of: region, in: size, plan: plan, pictures: pictures, render)
  }

  /// Calls `render` for all parts of a region on all cores, in any order.
  private func forEachPart(
    of region: PixelRect, in size: PixelSize, plan: RenderPlan, pictures: [Int: Tile],
    _ render: @Sendable (TileRenderer, PixelRect, _ worker: Int) -> Void
  ) throws(RenderError) {
    let parts = region.parts(of: size)
    let next = Atomic<Int>(0)
    nonisolated(unsafe) let pictures = pictures
    let wasCancelled = withUnsafeCurrentTask { task in
      // Read by other threads while this one waits here, so that the task still exists.
      nonisolated(unsafe) let task = task
      DispatchQueue.concurrentPerform(iterations: min(threads, parts.count)) { worker in
        let renderer = TileRenderer(plan: plan, pictures: pictures)
        while task?.isCancelled != true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < parts.count else { return }
          render(renderer, parts[index], worker)
        }
      }
      return task?.isCancelled == true
    }
    if wasCancelled { throw .cancelled }
  }
}
