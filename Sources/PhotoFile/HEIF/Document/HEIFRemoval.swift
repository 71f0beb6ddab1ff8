extension HEIFDocument {
  /// The items removed together with some: their tiles, items that describe only them, and items derived from them.
  func removal(of ids: some Sequence<UInt32>) -> Set<UInt32> {
    var removed = Set(ids)
    guard !removed.isEmpty else { return [] }
    let owners = owners
    var count = 0
    while count != removed.count {
      count = removed.count
      for reference in references {
        switch reference.type {
        case "dimg":
          if reference.to.contains(where: removed.contains) { removed.insert(reference.from) }
          guard removed.contains(reference.from) else { continue }
          removed.formUnion(reference.to.filter { isUseless($0, without: removed, owners: owners) })
        case "cdsc", "auxl", "thmb":
          if !reference.to.isEmpty, reference.to.allSatisfy(removed.contains) { removed.insert(reference.from) }
        default: break
        }
      }
    }
    return removed
  }

  /// Removes items, and all others that are useless without them.
  ///
  /// - Throws: `unsupported` if the picture itself would go.
  mutating func remove(_ ids: some Sequence<UInt32>) throws(HEIFError) {
    let removed = removal(of: ids)
    guard !removed.isEmpty else { return }
    guard !removed.contains(primaryID) else {
      throw .unsupported("what is to be removed is a part of the picture itself")
    }
    removeItems(removed)
  }

  /// The items used only as the picture's source (tiles and layers), with all that are useless without them.
  var pictureInputs: Set<UInt32> {
    var rest = self
    rest.references.removeAll { $0.type == "dimg" && $0.from == primaryID }
    let owners = rest.owners
    var removed = rest.removal(
      of: targets(of: "dimg", from: primaryID).filter { rest.isUseless($0, without: [], owners: owners) })
    removed.remove(primaryID)
    return removed
  }

  /// Removes the picture with its tiles and layers, and keeps everything else, including references to it.
  mutating func removePicture() {
    let inputs = pictureInputs
    references.removeAll { $0.type == "dimg" && $0.from == primaryID }
    removeItems(inputs)
    items.removeAll { $0.id == primaryID }
  }

  private mutating func removeItems(_ removed: Set<UInt32>) {
    items.removeAll { removed.contains($0.id) }
    references = references.compactMap { reference in
      guard !removed.contains(reference.from) else { return nil }
      let targets = reference.to.filter { !removed.contains($0) }
      if targets.count == reference.to.count { return reference }
      return targets.isEmpty ? nil : ItemReference(type: reference.type, from: reference.from, to: targets)
    }
    groups = groups.compactMap { group in
      var group = group
      let count = group.entities.count
      group.entities.removeAll(where: removed.contains)
      // A group of alternatives with one member is useless.
      return group.entities.count == count || group.entities.count > 1 ? group : nil
    }
  }

  /// The items that require each item, because they are derived from it or describe it.
  private var owners: [UInt32: [UInt32]] {
    var owners: [UInt32: [UInt32]] = [:]
    for reference in references {
      switch reference.type {
      case "dimg": for input in reference.to { owners[input, default: []].append(reference.from) }
      case "auxl", "thmb": owners[reference.from, default: []] += reference.to
      default: break
      }
    }
    return owners
  }

  /// Whether a picture is only used by others, all of which are removed.
  private func isUseless(_ id: UInt32, without removed: Set<UInt32>, owners: [UInt32: [UInt32]]) -> Bool {
    id != primaryID && (owners[id] ?? []).allSatisfy(removed.contains)
  }
}
