/// The links between the pages of a sheet: the next and the previous one, nearby ones, and round numbers in between, so
/// that a sheet of thousands of pages needs few links a page and few clicks to any.
struct SheetNavigation {
  /// The names of all pages' files.
  let pages: [String]
  /// The index of this page, from 0.
  let number: Int

  /// Empty where there is one page.
  ///
  /// - Parameter label: distinguishes the navigation above the photos from the one below.
  func html(label: String) -> String {
    guard pages.count > 1 else { return "" }
    var items = [step(to: number - 1, "\u{2039} Previous", "prev")]
    var last = -1
    for page in shown {
      if page > last + 1 { items.append("<span>\u{2026}</span>") }
      items.append(
        page == number
          ? "<b aria-current=\"page\">\(page + 1)</b>" : "<a href=\"\(pages[page])\">\(page + 1)</a>")
      last = page
    }
    items.append(step(to: number + 1, "Next \u{203A}", "next"))
    return "<nav aria-label=\"\(label)\">\(items.joined())</nav>"
  }

  /// The linked pages: the first, the last, two to each side, up to ten round numbers, and the next multiples of 5, 10,
  /// 50, 100 and so on to each side.
  private var shown: [Int] {
    var shown = Set(max(number - 2, 0)...min(number + 2, pages.count - 1)).union([0, pages.count - 1])
    var step = 1
    while pages.count / step > 10 {
      step *= step.description.first == "1" ? 5 : 2
      let below = (number + 1) / step * step - 1
      shown.formUnion([below, below + step])
    }
    shown.formUnion(stride(from: step - 1, to: pages.count, by: step))
    return shown.filter(pages.indices.contains).sorted()
  }

  private func step(to page: Int, _ words: String, _ relation: String) -> String {
    pages.indices.contains(page) ? "<a href=\"\(pages[page])\" rel=\"\(relation)\">\(words)</a>" : ""
  }
}
