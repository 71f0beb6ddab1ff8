import CPixelKernels
import Imaging

/// Renders tiles of a plan on one thread, in an arena of its own.
///
/// A tile is requested of the last stage. ``EarlierTiles`` has the region that each earlier stage must render for it; a
/// stage is rendered when another one first reads it. A stage of pixels is rendered row by row, in runs of some hundred
/// pixels: the steps of its program are executed on registers that stay in the L1 cache. The other stages are rendered
/// into memory.
struct TileRenderer {
  let plan: RenderPlan
  /// The pictures of the completed materialized stages.
  let pictures: [Int: Tile]
  private let arena = TileArena()
  /// The steps of every stage that is a program.
  private let steps: [[ProgramStep]]

  init(plan: RenderPlan, pictures: [Int: Tile]) {
    self.plan = plan
    self.pictures = pictures
    steps = plan.stages.map { stage in
      if case .pixels(let program) = stage.work { program.instructions.map { ProgramStep.make($0) } } else { [] }
    }
  }

  /// Renders `region` of the stage `last` and passes it on in runs, row by row. The receiver may overwrite a run.
  func render(_ region: PixelRect, last: Int, into sink: (PixelRow) -> Void) {
    let tiles = EarlierTiles(regions: plan.regions(for: region, last: last))
    if case .pixels(let program) = plan.stages[last].work {
      run(program, of: last, over: region, tiles: tiles, target: nil, sink: sink)
    } else if let result = tile(last, tiles) {
      for y in region.minY..<region.maxY { sink(result.row(y: y, from: region.minX, count: region.width)) }
    }
  }

  /// Renders the part `region` of the stage `last` into a picture.
  func render(_ region: PixelRect, last: Int, into picture: Tile) {
    let isWritten =
      switch plan.stages[last].work {
      case .pixels: true
      case .region(let operation, _): operation.writesParts && !operation.passesOn(region)
      case .materialize, .reduce: false
      }
    if !isWritten {
      return render(region, last: last) { picture.row(y: $0.y, from: $0.x, count: $0.count).copy(from: $0) }
    }
    let tiles = EarlierTiles(regions: plan.regions(for: region, last: last))
    if case .region(let operation, let inputs) = plan.stages[last].work {
      for input in chosen(operation, inputs, tiles) { _ = tile(input, tiles) }
    }
    fill(picture.part(region), last, tiles)
  }

  /// The result of an earlier stage for the tile, rendered on first use; nil if it is not needed.
  private func tile(_ stage: Int, _ tiles: EarlierTiles) -> Tile? {
    if let made = tiles[stage] { return made }
    // In order, not by recursion: a graph may be deeper than a thread's stack.
    let needed = plan.stages(upTo: stage) { chosen($0, $1, tiles) }
    for needed in needed where tiles[needed] == nil && !tiles.regions[needed].isEmpty {
      tiles[needed] = tile(needed, tiles.regions[needed], tiles)
    }
    return tiles[stage]
  }

  /// The stages of an operation's inputs that it reads for a tile.
  private func chosen(_ operation: any RegionOperation, _ inputs: [Int], _ tiles: EarlierTiles) -> [Int] {
    guard let selective = operation as? any SelectiveOperation, let selector = tile(inputs[selective.selector], tiles)
    else { return inputs }
    return selective.inputs(chosenBy: selector).map { inputs[$0] } + [inputs[selective.selector]]
  }

  /// The result of a stage: kept pixels, the tile of an input that it passes on, or a tile in new memory.
  private func tile(_ stage: Int, _ region: PixelRect, _ tiles: EarlierTiles) -> Tile? {
    if plan.stages[stage].work.isKept { return pictures[stage] }
    if case .region(let operation, let inputs) = plan.stages[stage].work, operation.passesOn(region),
      plan.stages[stage].extent.intersection(region) == region, let first = inputs.first,
      let source = tiles[first]
    {
      return source
    }
    let tile = Tile(rect: region, base: arena.floats(slot: stage, count: 4 * region.width * region.height))
    fill(tile, stage, tiles)
    return tile
  }

  /// Renders a stage into a tile's memory.
  private func fill(_ tile: Tile, _ stage: Int, _ tiles: EarlierTiles) {
    let extent = plan.stages[stage].extent
    switch plan.stages[stage].work {
    case .pixels(let program):
      run(program, of: stage, over: tile.rect, tiles: tiles, target: tile) { _ in }
    case .region(let operation, let inputs):
      let inside = extent.intersection(tile.rect)
      // Inputs that a selective operation has not selected are empty.
      let isSelective = operation is any SelectiveOperation
      let nothing = isSelective ? Tile(rect: .empty, base: tile.base) : nil
      let sources = inside.isEmpty ? [] : inputs.compactMap { tiles[$0] ?? nothing }
      if inside.isEmpty || sources.count < inputs.count {
        tile.clear()
      } else if inside == tile.rect {
        operation.render(into: tile, from: sources)
      } else {
        let part = Tile(
          rect: inside, base: arena.floats(slot: -1 - stage, count: 4 * inside.width * inside.height))
        operation.render(into: part, from: sources)
        tile.clear()
        for y in inside.minY..<inside.maxY {
          tile.row(y: y, from: inside.minX, count: inside.width)
            .copy(from: part.row(y: y, from: inside.minX, count: inside.width))
        }
      }
    case .materialize, .reduce: break
    }
  }

  /// Runs a program over a region, into `target` if there is one, otherwise into registers that are passed to `sink`.
  private func run(
    _ program: PixelProgram, of stage: Int, over region: PixelRect, tiles: EarlierTiles, target: Tile?,
    sink: (PixelRow) -> Void
  ) {
    let (steps, extent) = (steps[stage], plan.stages[stage].extent)
    let length = program.runLength(width: region.width)
    let stride = PixelProgram.planeStride(length)
    let registerCount = program.registerCount
    let result = program.result
    // A program may run within another one that reads its tile.
    let memory = arena.floats(slot: (1 << 20) + stage, count: 4 * stride * registerCount)
    let isInside = extent.contains(Extent(region))
    let unmanaged = steps.map { Unmanaged.passUnretained($0) }
    var masks = RunMasks(program.masks)
    ProgramStep.prepare(steps[...], for: region) {
      withUnsafeTemporaryAllocation(of: PixelRow.self, capacity: registerCount) { registers in
        for y in region.minY..<region.maxY {
          for x in Swift.stride(from: region.minX, to: region.maxX, by: length) {
            let count = min(length, region.maxX - x)
            let next =
              x + length < region.maxX
              ? PixelRect(x: x + length, y: y, width: min(length, region.maxX - x - length), height: 1)
              : PixelRect(x: region.minX, y: y + 1, width: length, height: 1)
            for index in 0..<registerCount {
              registers.initializeElement(
                at: index,
                to: PixelRow(planes: memory + 4 * stride * index, stride: stride, count: count, x: x, y: y))
            }
            if let target { registers[result] = target.row(y: y, from: x, count: count) }
            if !isInside, extent.intersection(PixelRect(x: x, y: y, width: count, height: 1)).isEmpty {
              registers[result].clear()
            } else {
              // Unmanaged: the steps outlive the render, and counting references to them takes as long as some of them.
              masks.reset()
              for step in unmanaged {
                step._withUnsafeGuaranteedRef { execute($0, registers, tiles, &masks, next: next) }
              }
            }
            sink(registers[result])
          }
        }
      }
    }
  }

  /// Executes a step on the registers of a run, unless masks hide its result in the whole run.
  ///
  /// - Parameter next: the pixels of the run that follows, which sources may prefetch.
  private func execute(
    _ step: ProgramStep, _ registers: UnsafeMutableBufferPointer<PixelRow>, _ tiles: EarlierTiles,
    _ masks: inout RunMasks, next: PixelRect
  ) {
    if step.masks != 0, masks.areAnyZero(step.masks, registers) { return }
    if step.fullMasks != 0, masks.areAnyOne(step.fullMasks, registers) { return }
    var row = registers[step.register]
    row.isKnownOpaque = step.staysOpaque
    row.needed = step.needed
    switch step.kind {
    case .fill:
      fill(row, from: step, next: next)
      return
    case .load:
      guard let tile = tile(step.origin, tiles) ?? pictures[step.origin] else {
        row.clear()
        return
      }
      registers[step.register] = tile.row(y: row.y, from: row.x, count: row.count)
      return
    case .copy:
      row.copy(from: registers[step.origin], step.needed)
      return
    case .unpremultiply: pk_unpremultiply(row.red, row.green, row.blue, row.alpha, row.count)
    case .premultiply: pk_premultiply(row.red, row.green, row.blue, row.alpha, row.count)
    case .process where step.mask >= 0 && masks.areAnyZero(1 << UInt64(step.mask), registers):
      row.copy(from: registers[step.others[0]], step.needed)
    case .process where step.mask >= 0 && masks.areAnyOne(1 << UInt64(step.mask), registers):
      if step.origin >= 0 { row.copy(from: registers[step.origin], step.needed) }
      step.passFirst(row)
    case .process: process(row, by: step, registers)
    }
    if !step.isInside { row.clear(outside: step.extent) }
  }

  /// Fills a row with the pixels of a source, and lets the source prefetch those of the next run.
  private func fill(_ row: PixelRow, from step: ProgramStep, next: PixelRect) {
    if step.isInside {
      step.fill(row)
    } else {
      let inside = step.extent.intersection(PixelRect(x: row.x, y: row.y, width: row.count, height: 1))
      if inside.width < row.count { row.clear() }
      if !inside.isEmpty { step.fill(row.part(from: inside.minX - row.x, count: inside.width)) }
    }
    let coming = step.extent.intersection(next)
    if !coming.isEmpty { step.prepare(coming) }
  }

  /// Computes a row from the registers of its inputs.
  private func process(
    _ row: PixelRow, by step: ProgramStep, _ registers: UnsafeMutableBufferPointer<PixelRow>
  ) {
    withUnsafeTemporaryAllocation(of: PixelRow.self, capacity: max(step.others.count, 1)) { rows in
      rows.initialize(repeating: row)
      for position in 0..<step.others.count { rows[position] = registers[step.others[position]] }
      let first = step.origin >= 0 ? registers[step.origin] : row
      if let others = rows.baseAddress { step.process(row, from: first, with: UnsafePointer(others)) }
    }
  }
}
