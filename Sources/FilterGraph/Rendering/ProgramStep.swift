import Imaging

/// An instruction as one worker runs it, a hundred thousand times a picture: an object of the worker's own, so that no
/// operation is copied, and no reference count is shared with other workers.
class ProgramStep {
  enum Kind { case fill, load, copy, unpremultiply, premultiply, process }

  let kind: Kind
  let register: Int
  /// The register that is copied or processed, or the stage that is loaded; -1 for an operation in place.
  let origin: Int
  /// Not an array: counting references to it takes longer than reading it.
  let others: UnsafeBufferPointer<Int>
  let extent: Extent
  let staysOpaque: Bool
  let needed: Components
  /// See ``PixelProgram/Instruction``; -1 for no mask.
  let masks: UInt64
  let fullMasks: UInt64
  let mask: Int
  /// Whether the extent contains the whole rendered region.
  private(set) var isInside = false
  /// The memory that a source reads, during a render.
  fileprivate(set) var memory: UnsafeRawPointer?

  fileprivate init(
    _ kind: Kind, _ instruction: PixelProgram.Instruction, origin: Int = -1, others: [Int] = []
  ) {
    self.kind = kind
    self.origin = origin
    let copies = UnsafeMutableBufferPointer<Int>.allocate(capacity: others.count)
    _ = copies.initialize(from: others)
    self.others = UnsafeBufferPointer(copies)
    register = instruction.register
    extent = instruction.extent
    staysOpaque = instruction.staysOpaque
    needed = instruction.needed
    masks = instruction.masks
    fullMasks = instruction.fullMasks
    mask = instruction.mask ?? -1
  }

  deinit { others.deallocate() }

  static func make(_ instruction: PixelProgram.Instruction) -> ProgramStep {
    switch instruction.action {
    case .fill(let source): fillStep(source, instruction)
    case .load(let stage): ProgramStep(.load, instruction, origin: stage)
    case .copy(let register): ProgramStep(.copy, instruction, origin: register)
    case .unpremultiply: ProgramStep(.unpremultiply, instruction)
    case .premultiply: ProgramStep(.premultiply, instruction)
    case .process(let operation, let origin, let others): processStep(operation, instruction, origin ?? -1, others)
    }
  }

  private static func fillStep(_ source: some SourceOperation, _ instruction: PixelProgram.Instruction) -> ProgramStep {
    FillStep(source, instruction)
  }

  private static func processStep(
    _ operation: some PixelOperation, _ instruction: PixelProgram.Instruction, _ origin: Int, _ others: [Int]
  ) -> ProgramStep {
    ProcessStep(operation, instruction, origin, others)
  }

  /// See ``SourceOperation`` and ``PixelOperation``; a step of another kind does nothing.
  func fill(_ row: PixelRow) {}
  func prepare(_ pixels: PixelRect) {}
  func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>) {}
  func passFirst(_ row: PixelRow) {}
  fileprivate var readsMemory: Bool { false }
  fileprivate func withMemory(_ body: () -> Void) { body() }

  /// Calls `body` while all `steps` have the rendered region, and sources have their memory.
  static func prepare(_ steps: ArraySlice<ProgramStep>, for region: PixelRect, _ body: () -> Void) {
    // A stack frame only for each source with memory: programs have thousands of steps.
    for (index, step) in zip(steps.indices, steps) {
      step.isInside = step.extent.contains(Extent(region))
      guard step.readsMemory else { continue }
      return step.withMemory { prepare(steps[(index + 1)...], for: region, body) }
    }
    body()
  }
}

private final class FillStep<Source: SourceOperation>: ProgramStep {
  private let source: Source

  init(_ source: Source, _ instruction: PixelProgram.Instruction) {
    self.source = source
    super.init(.fill, instruction)
  }

  override func fill(_ row: PixelRow) { source.fill(row, from: memory) }
  override func prepare(_ pixels: PixelRect) { source.prepare(pixels, in: memory) }
  override var readsMemory: Bool { source.readsMemory }
  override func withMemory(_ body: () -> Void) {
    source.withMemory { memory in
      self.memory = memory
      body()
      self.memory = nil
    }
  }
}

private final class ProcessStep<Operation: PixelOperation>: ProgramStep {
  private let operation: Operation

  init(_ operation: Operation, _ instruction: PixelProgram.Instruction, _ origin: Int, _ others: [Int]) {
    self.operation = operation
    super.init(.process, instruction, origin: origin, others: others)
  }

  override func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>) {
    if origin < 0 { operation.process(row, with: others) } else { operation.process(row, from: first, with: others) }
  }

  override func passFirst(_ row: PixelRow) { operation.passFirst(row) }
}
