import Imaging

/// An instruction as one worker runs it, a hundred thousand times a picture: an object of the worker's own, so that no
/// operation is copied, and no counter of references is shared with other workers, on the way to its work.
final class ProgramStep {
  enum Kind { case fill, load, copy, unpremultiply, premultiply, process }

  let kind: Kind
  let register: Int
  /// The register that is copied or the stage that is shown.
  let origin: Int
  let others: [Int]
  let extent: Extent
  let staysOpaque: Bool
  let fill: (PixelRow) -> Void
  let prepare: (PixelRect) -> Void
  let process: (PixelRow, UnsafePointer<PixelRow>) -> Void

  init(_ instruction: PixelProgram.Instruction) {
    register = instruction.register
    extent = instruction.extent
    staysOpaque = instruction.staysOpaque
    var origin = 0
    var others: [Int] = []
    var fill: (PixelRow) -> Void = { _ in }
    var prepare: (PixelRect) -> Void = { _ in }
    var process: (PixelRow, UnsafePointer<PixelRow>) -> Void = { _, _ in }
    switch instruction.action {
    case .fill(let source):
      kind = .fill
      fill = { source.fill($0) }
      prepare = { source.prepare($0) }
    case .load(let stage):
      kind = .load
      origin = stage
    case .copy(let register):
      kind = .copy
      origin = register
    case .unpremultiply: kind = .unpremultiply
    case .premultiply: kind = .premultiply
    case .process(let operation, let registers):
      kind = .process
      others = registers
      process = { operation.process($0, with: $1) }
    }
    self.origin = origin
    self.others = others
    self.fill = fill
    self.prepare = prepare
    self.process = process
  }
}
