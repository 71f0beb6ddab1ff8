import Imaging

/// Divides a region of a plan into bands, and these into tiles, so that each part needs little memory.
struct RenderTiling {
  let plan: RenderPlan
  /// The size of tiles at most.
  let tileSize: PixelSize

  /// The maximum number of pixels of an intermediate step for a tile.
  private static let mostPixels = 1 << 17
  /// The number of pixels of an intermediate step above which tiles become smaller than 16 by 16: 64 MiB. A cell of a
  /// coarse grid may take a million pixels.
  private static let mostOfSmallTiles = 1 << 22
  /// The number of rows that an operation may read above and below for which tiles are wider than tall.
  private static let flatReach = 8
  /// The maximum number of pixels kept in memory at once, if the region can be rendered in parts: 64 MiB.
  private static let mostKept = 1 << 22

  /// The region in parts from top to bottom, so that little is kept in memory for each: the coarse grids of a large
  /// picture would take more than the picture.
  func bands(of region: PixelRect) -> [PixelRect] {
    var height = region.height
    func kept(_ height: Int) -> Int {
      let center = PixelRect(
        x: region.x, y: region.y + (region.height - height) / 2, width: region.width, height: height)
      return plan.materializations(for: center).reduce(0) { $0 + Self.area($1.region) }
    }
    var now = kept(height)
    while now > Self.mostKept, height > 256 {
      let less = kept((height + 1) / 2)
      // Parts must be large enough that little of their input is computed twice.
      guard less < now / 8 * 5 else { break }
      height = (height + 1) / 2
      now = less
    }
    return stride(from: region.minY, to: region.maxY, by: height).map { y in
      PixelRect(x: region.x, y: y, width: region.width, height: min(height, region.maxY - y))
    }
  }

  /// The size of a region's tiles: it is halved until no step has to render too much for one of them, as long as that
  /// helps.
  ///
  /// - Parameter last: the stage that is rendered, by its index.
  /// - Returns: the size, and the maximum number of pixels that a step renders for a tile.
  func tiles(of region: PixelRect, last: Int) -> (size: PixelSize, cost: Int) {
    var size = PixelSize(width: min(tileSize.width, region.width), height: min(tileSize.height, region.height))
    if tileSize == Renderer.defaultTileSize, case .pixels(let program) = plan.stages[last].work,
      program.stages.allSatisfy({ plan.stages[$0].work.isKept })
    {
      // No neighbours are read. Whole rows are read and written faster than parts of rows.
      let width = min(region.width, tileSize.area)
      size = PixelSize(width: width, height: min(max(tileSize.area / width, 1), region.height))
    }
    if tileSize == Renderer.defaultTileSize, case .region(let operation, let inputs) = plan.stages[last].work,
      operation.verticalReach > Self.flatReach, inputs.allSatisfy({ plan.stages[$0].work.isKept })
    {
      size = PixelSize(width: min(tileSize.height, region.width), height: min(tileSize.width, region.height))
    }
    func cost(_ size: PixelSize) -> Int {
      let center = PixelRect(
        x: region.x + (region.width - size.width) / 2, y: region.y + (region.height - size.height) / 2,
        width: size.width, height: size.height)
      let regions = plan.regions(for: center, last: last)
      return zip(regions, plan.stages).map { region, stage in
        stage.work.isKept ? 0 : Self.area(region)
      }.max() ?? 0
    }
    var current = cost(size)
    while current > Self.mostPixels, size.area > (current > Self.mostOfSmallTiles ? 1 : 256) {
      let smaller =
        size.width > size.height
        ? PixelSize(width: (size.width + 1) / 2, height: size.height)
        : PixelSize(width: size.width, height: (size.height + 1) / 2)
      let next = cost(smaller)
      guard next < current / 4 * 3 else { break }
      size = smaller
      current = next
    }
    return (size, current)
  }

  /// Refuses a render that needs more memory than possible: an infinite image reduced infinitely.
  ///
  /// - Throws: `regionTooLarge`.
  func check(_ region: PixelRect) throws(RenderError) {
    let limit = 1 << 28
    let needed = plan.materializations(for: region)
    for (_, part) in needed where Self.area(part) > limit { throw .regionTooLarge(part) }
    let kept = needed.map { (plan.input(of: $0.stage), plan.inputRegion(of: $0.stage, for: $0.region)) }
    for (_, part) in kept where Self.area(part) > limit { throw .regionTooLarge(part) }
    let renders = kept + [(plan.stages.count - 1, region)]
    for (last, part) in renders where tiles(of: part, last: last).cost > limit {
      throw .regionTooLarge(part)
    }
  }

  /// The number of floats that a worker holds for one tile of a region.
  ///
  /// - Parameter last: the stage that is rendered, by its index.
  func floats(of region: PixelRect, last: Int) -> Int {
    let size = tiles(of: region, last: last).size
    let tile = PixelRect(
      x: region.x + (region.width - size.width) / 2, y: region.y + (region.height - size.height) / 2,
      width: size.width, height: size.height)
    return zip(plan.regions(for: tile, last: last), plan.stages).reduce(0) { sum, stage in
      let runs = if case .pixels(let program) = stage.1.work { program.floatCount(width: size.width) } else { 0 }
      return sum + (stage.1.work.isKept ? 0 : 4 * Self.area(stage.0)) + runs
    }
  }

  /// The number of pixels, without overflow.
  static func area(_ rect: PixelRect) -> Int {
    let (area, overflow) = rect.width.multipliedReportingOverflow(by: rect.height)
    return overflow ? .max : area
  }
}
