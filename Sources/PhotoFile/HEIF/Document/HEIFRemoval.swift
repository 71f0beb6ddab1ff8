extension HEIFDocument {
  /// Takes items out, with all that is of no use without them: their tiles, what describes only them, what is derived
  /// from them.
  mutating func remove(_ ids: some Sequence<UInt32>) throws(HEIFFault) {
    var gone = Set(ids)
    guard !gone.isEmpty else { return }
    var count = 0
    while count != gone.count {
      count = gone.count
      for reference in references {
        switch reference.type {
        case "dimg":
          if reference.to.contains(where: gone.contains) { gone.insert(reference.from) }
          guard gone.contains(reference.from) else { continue }
          gone.formUnion(reference.to.filter { isOnlyInput($0, of: gone) })
        case "cdsc", "auxl", "thmb":
          if !reference.to.isEmpty, reference.to.allSatisfy(gone.contains) { gone.insert(reference.from) }
        default: break
        }
      }
    }
    guard !gone.contains(primaryID) else {
      throw .unsupported("what is to be removed is a part of the picture itself")
    }
    items.removeAll { gone.contains($0.id) }
    references = references.compactMap { reference in
      guard !gone.contains(reference.from) else { return nil }
      let targets = reference.to.filter { !gone.contains($0) }
      if targets.count == reference.to.count { return reference }
      return targets.isEmpty ? nil : ItemReference(type: reference.type, from: reference.from, to: targets)
    }
    groups = groups.compactMap { group in
      var group = group
      let count = group.entities.count
      group.entities.removeAll(where: gone.contains)
      // A choice or pair of one is none.
      return group.entities.count == count || group.entities.count > 1 ? group : nil
    }
  }

  /// Whether a picture is there only for others to be derived from it, all of which go.
  private func isOnlyInput(_ id: UInt32, of gone: Set<UInt32>) -> Bool {
    guard id != primaryID else { return false }
    return references.allSatisfy { reference in
      if reference.type == "dimg", reference.to.contains(id) { return gone.contains(reference.from) }
      if reference.from == id, reference.type == "auxl" || reference.type == "thmb" {
        return reference.to.allSatisfy(gone.contains)
      }
      return true
    }
  }
}
