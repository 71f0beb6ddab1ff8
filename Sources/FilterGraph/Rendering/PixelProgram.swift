/// A chain of operations that need only the pixel itself, run row by row in a few registers that stay in the cache.
struct PixelProgram: Sendable {
  enum Action: Sendable {
    /// Lets a source write the register.
    case fill(any SourceOperation)
    /// Shows what an earlier stage rendered; the register is only read.
    case load(stage: Int)
    case copy(from: Int)
    case unpremultiply
    case premultiply
    case process(any PixelOperation, others: [Int])
  }

  struct Instruction: Sendable {
    let action: Action
    let register: Int
    /// Outside, the register is made transparent afterwards.
    let extent: Extent
    /// Whether alpha is 1 in all of the extent before a process and after it.
    var staysOpaque = false
  }

  var instructions: [Instruction] = []
  var registerCount = 0
  var result = 0
  /// What the plan prints: the operations in order.
  var names: [String] = []

  /// The earlier stages that are read.
  var stages: [Int] {
    instructions.compactMap { if case .load(let stage) = $0.action { stage } else { nil } }
  }
}
