/// Compiles the operations of one stage to a program.
///
/// Nodes are ordered with inputs before their users. Each gets a register: that of its first input, unless another node
/// still reads it, otherwise a free one. Nodes that a blend's mask may hide are marked with that mask, so that runs in
/// which they are hidden skip them.
struct PixelProgramBuilder {
  private(set) var program = PixelProgram()
  private let stages: [ObjectIdentifier: Int]
  private let fusing: Bool
  private var registers: [ObjectIdentifier: Int] = [:]
  /// The number of nodes that still read a node's register.
  private var usesLeft: [ObjectIdentifier: Int] = [:]
  /// The registers that can be reused.
  private var free: [Int] = []
  /// The masks that decide whether a node is read, each a bit.
  private var masks: [ObjectIdentifier: HidingMasks] = [:]
  /// The masks of the node that is being added.
  private var currentMasks = HidingMasks()
  /// The number of a node's blend mask.
  private var maskOfNode: [ObjectIdentifier: Int] = [:]

  /// - Parameters:
  ///   - stages: the nodes that earlier stages have rendered.
  ///   - needed: the components of the result that are read.
  init(root: ImageNode, stages: [ObjectIdentifier: Int], fusing: Bool, needed: Components) {
    self.stages = stages
    self.fusing = fusing
    let nodes = members(root)
    usesLeft[ObjectIdentifier(root)] = 1
    for node in nodes where !isRendered(node) {
      for input in node.inputs { usesLeft[ObjectIdentifier(input), default: 0] += 1 }
    }
    findMasked(nodes)
    program.masks = [PixelProgram.Mask](repeating: .init(register: 0, component: .green), count: maskOfNode.count)
    for node in nodes { add(node) }
    program.result = registers[ObjectIdentifier(root)] ?? 0
    program.findNeeded(ofResult: needed)
  }

  private func isRendered(_ node: ImageNode) -> Bool { stages[ObjectIdentifier(node)] != nil }

  /// The nodes of the program in order, with the results of earlier stages as its leaves.
  private func members(_ root: ImageNode) -> [ImageNode] {
    var order: [ImageNode] = []
    var finished: Set<ObjectIdentifier> = []
    var stack: [(node: ImageNode, next: Int)] = [(root, 0)]
    while let (node, next) = stack.last {
      if next < node.inputs.count, !isRendered(node) {
        stack[stack.count - 1].next += 1
        // A mask precedes the nodes that it may hide.
        let count = node.inputs.count
        let first = fusing ? (node.operation as? any PixelOperation)?.mask?.input ?? 0 : 0
        let input = node.inputs[(next + first) % count]
        if !finished.contains(ObjectIdentifier(input)) { stack.append((input, 0)) }
      } else {
        stack.removeLast()
        if finished.insert(ObjectIdentifier(node)).inserted { order.append(node) }
      }
    }
    return order
  }

  /// Finds the nodes used only by the first input of a blend, which are not needed where the blend's mask is 0, and
  /// those used only by the second, which are not needed where it is 1.
  private mutating func findMasked(_ nodes: [ImageNode]) {
    guard fusing else { return }
    for node in nodes.reversed() where !isRendered(node) {
      let id = ObjectIdentifier(node)
      let own = masks[id] ?? HidingMasks()
      var hidden: UInt64 = 0
      if (node.operation as? any PixelOperation)?.mask != nil, maskOfNode.count < 64 {
        maskOfNode[id] = maskOfNode.count
        hidden = 1 << UInt64(maskOfNode.count - 1)
      }
      for (index, input) in node.inputs.enumerated() {
        let inputID = ObjectIdentifier(input)
        // Every use counts: all inputs of one of them must exist.
        var seen = own
        if index == 0 { seen.zero |= hidden }
        if index == 1 { seen.one |= hidden }
        masks[inputID] = masks[inputID].map { $0.intersection(seen) } ?? seen
      }
    }
  }

  private mutating func newRegister() -> Int {
    if let register = free.popLast() { return register }
    program.registerCount += 1
    return program.registerCount - 1
  }

  private mutating func emit(_ action: PixelProgram.Action, _ register: Int, _ extent: Extent) {
    program.instructions.append(
      .init(
        action: action, register: register, extent: extent, masks: currentMasks.zero, fullMasks: currentMasks.one))
  }

  /// Counts a use of a node; after the last one its register is free.
  private mutating func release(_ node: ImageNode) {
    let id = ObjectIdentifier(node)
    usesLeft[id, default: 1] -= 1
    // A register with a tile of an earlier stage must not be written to.
    if usesLeft[id] == 0, !isRendered(node), let register = registers[id] { free.append(register) }
  }

  /// Adds the instructions of a node, whose inputs were added before.
  private mutating func add(_ node: ImageNode) {
    let id = ObjectIdentifier(node)
    currentMasks = masks[id] ?? HidingMasks()
    if let stage = stages[id] {
      addLeaf(node, .load(stage: stage))
      return
    }
    program.names.append(node.operation.name)
    if let source = node.operation as? any SourceOperation {
      addLeaf(node, .fill(source))
    } else if let operation = node.operation as? any PixelOperation {
      add(operation, of: node)
    }
  }

  /// Adds an instruction that needs no register but its own.
  private mutating func addLeaf(_ node: ImageNode, _ action: PixelProgram.Action) {
    let register = newRegister()
    registers[ObjectIdentifier(node)] = register
    emit(action, register, node.extent)
  }

  /// Adds the instructions of a node with inputs.
  private mutating func add(_ operation: any PixelOperation, of node: ImageNode) {
    guard let first = node.inputs.first, let firstRegister = registers[ObjectIdentifier(first)] else { return }
    let others = node.inputs.dropFirst().compactMap { registers[ObjectIdentifier($0)] }
    // It is not if it is used again, or is also another input or another stage's.
    let isChangedInPlace = usesLeft[ObjectIdentifier(first), default: 0] <= 1 && !isRendered(first)
    let register = isChangedInPlace ? firstRegister : newRegister()
    if isChangedInPlace {
      usesLeft[ObjectIdentifier(first)] = 0
    } else {
      release(first)
    }
    registers[ObjectIdentifier(node)] = register
    let operation = isGray(firstRegister) ? operation.forGrayInput ?? operation : operation
    addProcess(
      operation, from: isChangedInPlace ? nil : firstRegister, others: others, register: register, node: node,
      isOpaque: first.isOpaque)
    setMask(of: node, operation, others)
    for input in node.inputs.dropFirst() { release(input) }
    if node.isOpaque, first.isOpaque, first.extent.contains(node.extent), let last = program.instructions.indices.last {
      program.instructions[last].staysOpaque = true
    }
  }

  /// Records the register of a blend's mask, in the program and in the blend's instruction, which is the last.
  private mutating func setMask(of node: ImageNode, _ operation: any PixelOperation, _ others: [Int]) {
    guard let number = maskOfNode[ObjectIdentifier(node)], let mask = operation.mask, mask.input - 1 < others.count,
      let last = program.instructions.indices.last
    else { return }
    program.masks[number] = PixelProgram.Mask(register: others[mask.input - 1], component: mask.component)
    program.instructions[last].mask = number
  }

  /// Whether red, green and blue of a register are equal: the operation that made them so was its last.
  private func isGray(_ register: Int) -> Bool {
    let last = program.instructions.last { $0.register == register }
    guard fusing, case .process(let operation, _, _) = last?.action else { return false }
    return operation.isGray
  }

  /// Adds an operation, between conversions to straight alpha and back if it requires that.
  ///
  /// - Parameter isOpaque: whether the first input is opaque, so that no conversion is needed.
  private mutating func addProcess(
    _ operation: any PixelOperation, from origin: Int?, others: [Int], register: Int, node: ImageNode, isOpaque: Bool
  ) {
    guard operation.wantsStraightAlpha, !isOpaque else {
      if others.isEmpty, origin == nil, merge(operation, register, node.extent) { return }
      emit(.process(operation, from: origin, others: others), register, node.extent)
      // An opaque image may have been made translucent.
      if operation.wantsStraightAlpha, !node.isOpaque { emit(.premultiply, register, .infinite) }
      return
    }
    if let origin { emit(.copy(from: origin), register, .infinite) }
    // Two consecutive operations on straight alpha share one conversion (the last instruction is the first's conversion
    // back), unless the second could reveal a colour hidden by alpha.
    if fusing, !operation.changesAlpha, let last = program.instructions.last, last.register == register,
      case .premultiply = last.action,
      program.instructions.count > 1
    {
      program.instructions.removeLast()
      if others.isEmpty, merge(operation, register, node.extent) {
        emit(.premultiply, register, .infinite)
        return
      }
    } else {
      emit(.unpremultiply, register, .infinite)
    }
    emit(.process(operation, from: nil, others: others), register, node.extent)
    emit(.premultiply, register, .infinite)
  }

  /// Extends the last instruction by an operation's work, if one operation can do both.
  private mutating func merge(_ operation: any PixelOperation, _ register: Int, _ extent: Extent) -> Bool {
    guard fusing, let last = program.instructions.last, last.register == register, last.extent == extent,
      case .process(let previous, let origin, others: []) = last.action, let both = operation.merged(after: previous)
    else { return false }
    program.instructions.removeLast()
    emit(.process(both, from: origin, others: []), register, extent)
    return true
  }
}
