/// A chain of pixelwise operations, run row by row in a few registers that stay in the cache.
struct PixelProgram: Sendable {
  enum Action: Sendable {
    /// Lets a source write the register.
    case fill(any SourceOperation)
    /// Loads the result of an earlier stage; the register is read-only.
    case load(stage: Int)
    case copy(from: Int)
    case unpremultiply
    case premultiply
    /// Changes the register in place, or writes it from another one that is still used.
    case process(any PixelOperation, from: Int?, others: [Int])
  }

  struct Instruction: Sendable {
    let action: Action
    let register: Int
    /// Outside, the register is made transparent afterwards.
    let extent: Extent
    /// Whether alpha is 1 in the whole extent before a process and after it.
    var staysOpaque = false
    /// The components of the register that later instructions or the result read.
    var needed = Components.all
    /// The masks, each a bit, that hide the register: if one of them is 0 in a whole run, the run can skip the work.
    var masks: UInt64 = 0
    /// The masks that hide the register if one of them is 1 in a whole run.
    var fullMasks: UInt64 = 0
    /// The mask that selects between the inputs of a process; nil if there is none.
    var mask: Int?
  }

  /// A register's component that selects where the first input of a process is visible.
  struct Mask: Sendable {
    let register: Int
    let component: Components
  }

  var instructions: [Instruction] = []
  var registerCount = 0
  var masks: [Mask] = []
  var result = 0
  /// The description in the render plan: the operations in order.
  var names: [String] = []

  /// Number of planes of the registers that are written.
  var planeCount: Int {
    var used = [Components](repeating: [], count: registerCount)
    for instruction in instructions {
      if case .load = instruction.action { continue }
      used[instruction.register].formUnion(instruction.needed)
    }
    return used.reduce(0) { $0 + $1.count }
  }

  /// The number of pixels of a row of `width` that run through the program at once: few enough that the planes stay in
  /// the L1 cache, and not fewer, because each instruction of a run has overhead.
  func runLength(width: Int) -> Int {
    let most = (PixelProgram.cachedFloats / max(planeCount, 1)).clamped(to: 256...2048)
    let runs = max((width + most - 1) / most, 1)
    return (max(width, 1) + runs - 1) / runs
  }

  /// The stride from a plane of a register to the next: whole cache lines, and one more, so that planes do not share
  /// cache sets.
  static func planeStride(_ runLength: Int) -> Int { (runLength + 31) & ~15 }

  /// The floats of all registers for rows of `width` pixels.
  func floatCount(width: Int) -> Int {
    4 * registerCount * PixelProgram.planeStride(runLength(width: width))
  }

  /// 40 KiB of an L1 cache of about 48 KiB.
  private static let cachedFloats = 10_240

  /// Determines the components that each instruction must write, from the last to the first.
  mutating func findNeeded(ofResult components: Components) {
    var needed = [Components](repeating: [], count: registerCount)
    if result < registerCount { needed[result] = components }
    for index in instructions.indices.reversed() {
      let register = instructions[index].register
      let own = needed[register]
      instructions[index].needed = own
      switch instructions[index].action {
      case .fill, .load: needed[register] = []
      case .copy(let origin):
        needed[register] = []
        needed[origin].formUnion(own)
      case .unpremultiply, .premultiply: needed[register].formUnion(.alpha)
      case .process(let operation, let origin, let others):
        needed[register] = []
        needed[origin ?? register].formUnion(operation.components(of: 0, for: own))
        for (position, other) in others.enumerated() {
          needed[other].formUnion(operation.components(of: position + 1, for: own))
        }
      }
    }
  }

  /// The earlier stages that are read.
  var stages: [Int] {
    instructions.compactMap { if case .load(let stage) = $0.action { stage } else { nil } }
  }
}
