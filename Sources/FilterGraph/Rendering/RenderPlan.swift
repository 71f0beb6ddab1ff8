import Imaging

/// The stages in which a recipe is rendered, in order. The last one is the result.
///
/// Each stage renders a tile from the tiles of earlier stages. A tile is planned backwards from the result: it is known
/// exactly which pixels of each earlier stage it needs (``regions(for:last:)``), and no others are rendered.
struct RenderPlan: Sendable {
  /// What a stage does. Inputs are numbers of earlier stages.
  enum Work: Sendable {
    /// Pixelwise operations and sources, fused into one program.
    case pixels(PixelProgram)
    /// An operation that reads other pixels than it writes, such as a blur.
    case region(any RegionOperation, inputs: [Int])
    /// Keeps the pixels of its input, so that many tiles read them without rendering them again.
    case materialize(input: Int)
    /// Computes its result from a whole area of its input, such as a histogram.
    case reduce(any ReductionOperation, input: Int)

    /// Whether the stage's pixels are rendered before the result's tiles, and kept during a render.
    var isKept: Bool {
      switch self {
      case .materialize, .reduce: true
      case .pixels, .region: false
      }
    }
  }

  struct Stage: Sendable {
    let work: Work
    /// Outside, the stage's pixels are transparent.
    let extent: Extent
  }

  let stages: [Stage]

  /// - Parameters:
  ///   - fusing: whether operations share stages; without, each has one of its own.
  ///   - needed: the components of the result that are read.
  init(_ root: ImageNode, fusing: Bool, needed: Components = .all) {
    let order = root.inOrder
    let homes = RenderPlan.homes(of: order, fusing: fusing)
    var stages: [Stage] = []
    var stageOfNode: [ObjectIdentifier: Int] = [:]
    for node in order where homes[ObjectIdentifier(node)]?.isStage == true {
      let work: Work
      switch node.operation {
      case let operation as any RegionOperation:
        work = .region(operation, inputs: node.inputs.compactMap { stageOfNode[ObjectIdentifier($0)] })
      case is Materialize:
        work = .materialize(input: stageOfNode[ObjectIdentifier(node.inputs[0])] ?? 0)
      case let operation as any ReductionOperation:
        work = .reduce(operation, input: stageOfNode[ObjectIdentifier(node.inputs[0])] ?? 0)
      default:
        let components = node === root ? needed : .all
        work = .pixels(
          PixelProgramBuilder(root: node, stages: stageOfNode, fusing: fusing, needed: components).program)
      }
      stageOfNode[ObjectIdentifier(node)] = stages.count
      stages.append(Stage(work: work, extent: node.extent))
    }
    self.stages = stages
  }

  /// A stage with those that its tiles depend on, in order; nothing beyond materialized stages.
  ///
  /// - Parameter chosen: the operation's inputs that it reads; nil for all.
  func stages(
    upTo last: Int, _ chosen: ((_ operation: any RegionOperation, _ inputs: [Int]) -> [Int])? = nil
  ) -> [Int] {
    var needed = [Bool](repeating: false, count: last + 1)
    needed[last] = true
    for stage in stride(from: last, through: 0, by: -1) where needed[stage] {
      switch stages[stage].work {
      case .pixels(let program): for input in program.stages { needed[input] = true }
      case .region(let operation, let inputs):
        for input in chosen?(operation, inputs) ?? inputs { needed[input] = true }
      case .materialize, .reduce: break
      }
    }
    return needed.indices.filter { needed[$0] }
  }

  /// The stage to which a node belongs.
  private struct Home {
    /// Whether the node is a stage of its own.
    var isStage: Bool
    /// The node whose stage contains this one; nil if it is a stage of its own.
    var stage: ObjectIdentifier?
  }

  /// Which nodes are stages: the result, operations that are not pixelwise with their inputs, and nodes shared by two
  /// stages. Sources are read again by every stage that uses them: reading bytes is cheaper than keeping floats.
  private static func homes(of order: [ImageNode], fusing: Bool) -> [ObjectIdentifier: Home] {
    var homes: [ObjectIdentifier: Home] = [:]
    if let root = order.last { homes[ObjectIdentifier(root)] = Home(isStage: true) }
    for node in order.reversed() {
      let id = ObjectIdentifier(node)
      let isPixels = node.operation is any PixelOperation || node.operation is any SourceOperation
      if !isPixels || !fusing { homes[id] = Home(isStage: true) }
      let home = homes[id]
      let owner = home?.isStage == true ? id : home?.stage
      for input in node.inputs {
        let inputID = ObjectIdentifier(input)
        if !isPixels {
          homes[inputID] = Home(isStage: true)
        } else if let known = homes[inputID] {
          if known.isStage || known.stage == owner || input.operation is any SourceOperation { continue }
          homes[inputID] = Home(isStage: true)
        } else {
          homes[inputID] = Home(isStage: false, stage: owner)
        }
      }
    }
    return homes
  }

  /// The pixels that each stage up to `last` has to render so that `last` can render `region`. Stages beyond a
  /// materialized one are not included.
  func regions(for region: PixelRect, last: Int) -> [PixelRect] {
    var regions = [PixelRect](repeating: .empty, count: last + 1)
    regions[last] = region
    for index in stride(from: last, through: 0, by: -1) where !regions[index].isEmpty {
      switch stages[index].work {
      case .pixels(let program):
        for input in program.stages { regions[input] = regions[input].union(regions[index]) }
      case .region(let operation, let inputs):
        let inside = stages[index].extent.intersection(regions[index])
        if inside.isEmpty { continue }
        for (position, input) in inputs.enumerated() {
          let all = operation.regionOfInterest(for: inside, input: position)
          let part = operation.readsExtentsOnly ? stages[input].extent.intersection(all) : all
          regions[input] = regions[input].union(part)
        }
      case .materialize, .reduce: break
      }
    }
    return regions
  }

  /// The materialized stages that a render of `region` needs, in order, each with all pixels required of it.
  func materializations(for region: PixelRect) -> [(stage: Int, region: PixelRect)] {
    var needed: [Int: PixelRect] = [:]
    func require(_ region: PixelRect, of last: Int) {
      for (stage, part) in regions(for: region, last: last).enumerated() where !part.isEmpty {
        if stages[stage].work.isKept { needed[stage] = part.union(needed[stage] ?? .empty) }
      }
    }
    require(region, of: stages.count - 1)
    for stage in stride(from: stages.count - 1, through: 0, by: -1) {
      if let part = needed[stage] { require(inputRegion(of: stage, for: part), of: input(of: stage)) }
    }
    return needed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// For each kept stage, the position of the last stage that reads it. Then its pixels can be released.
  ///
  /// - Parameter order: the kept stages in the order in which they are rendered. The result comes after all of them,
  ///   and has the position after the last.
  func lastReaders(in order: [Int]) -> [Int: Int] {
    var readers: [Int: Int] = [:]
    for (place, last) in (order.map { input(of: $0) } + [stages.count - 1]).enumerated() {
      for stage in stages(upTo: last) where stages[stage].work.isKept { readers[stage] = place }
    }
    return readers
  }

  /// The stage that a kept stage reads.
  func input(of stage: Int) -> Int {
    switch stages[stage].work {
    case .materialize(let input), .reduce(_, let input): input
    default: stage
    }
  }

  /// The pixels of ``input(of:)`` that a kept stage needs to keep `region`.
  func inputRegion(of stage: Int, for region: PixelRect) -> PixelRect {
    if case .reduce(let operation, _) = stages[stage].work { operation.area } else { region }
  }

  /// The plan in words: a line for each stage, with its number, its operations and its inputs.
  var text: String {
    stages.enumerated().map { number, stage in
      let what =
        switch stage.work {
        case .pixels(let program):
          program.names.joined(separator: " -> ")
            + (program.stages.isEmpty ? "" : " <- \(program.stages.map { "[\($0)]" }.joined(separator: " "))")
        case .region(let operation, let inputs):
          "\(operation.name) <- \(inputs.map { "[\($0)]" }.joined(separator: " "))"
        case .materialize(let input): "materialize <- [\(input)]"
        case .reduce(let operation, let input): "\(operation.name) <- [\(input)]"
        }
      return "[\(number)] \(what)  \(stage.extent)"
    }.joined(separator: "\n")
  }
}
