extension String {
  /// The most similar names, the best first, at most three: those that differ in at most a third of the letters, and
  /// hardly more than the best.
  package func nearest(in names: [String]) -> [String] { nearest(inGroups: names.map { [$0] }) }

  /// The most similar names of things with several names, at most one of each.
  func nearest(inGroups groups: [[String]]) -> [String] {
    let similar = groups.compactMap { names -> (name: String, distance: Int)? in
      let best = names.map { (name: $0, distance: editDistance(to: $0)) }.min { $0.distance < $1.distance }
      guard let best, best.distance <= max(2, best.name.count / 3) else { return nil }
      return best
    }
    let least = similar.map(\.distance).min() ?? 0
    return similar.filter { $0.distance <= least + 2 }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// Levenshtein's distance, letters compared without case.
  private func editDistance(to other: String) -> Int {
    let own = Array(lowercased())
    let target = Array(other.lowercased())
    var row = Array(0...target.count)
    for (i, letter) in own.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, wanted) in target.enumerated() {
        let changed = diagonal + (letter == wanted ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }
}
