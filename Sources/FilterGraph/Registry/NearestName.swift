extension String {
  /// The most similar of some names, if it is similar at all: at most a third of its letters differ.
  func nearest(in names: [String]) -> String? {
    let best = names.map { ($0, editDistance(to: $0)) }.min { $0.1 < $1.1 }
    guard let best, best.1 <= max(2, best.0.count / 3) else { return nil }
    return best.0
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
