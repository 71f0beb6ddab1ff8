import Imaging

/// The rectangles of people in a portrait plane: one for each run of columns that contains any. A row or a column
/// counts from two pixels on, because one is noise.
enum PeopleExtents {
  /// - Parameters:
  ///   - values: a plane of the portrait.
  ///   - size: the plane's size.
  ///   - counts: whether a value belongs to a person.
  /// - Returns: in pixels of the plane, from left to right.
  static func rects<Value>(
    in values: ArraySlice<Value>, of size: PixelSize, where counts: (Value) -> Bool
  ) -> [PixelRect] {
    values.withUnsafeBufferPointer { values in
      func count(_ columns: Range<Int>, _ y: Int) -> Int {
        columns.reduce(0) { $0 &+ (counts(values[y &* size.width &+ $1]) ? 1 : 0) }
      }
      var inColumns = [Int](repeating: 0, count: size.width)
      inColumns.withUnsafeMutableBufferPointer { inColumns in
        for y in 0..<size.height {
          for x in 0..<size.width where counts(values[y &* size.width &+ x]) { inColumns[x] &+= 1 }
        }
      }
      var rects: [PixelRect] = []
      var end = 0
      while let left = inColumns[end...].firstIndex(where: { $0 > 1 }) {
        end = inColumns[left...].firstIndex { $0 <= 1 } ?? size.width
        let rows = (0..<size.height).filter { count(left..<end, $0) > 1 }
        guard let top = rows.first, let bottom = rows.last else { continue }
        rects.append(PixelRect(x: left, y: top, width: end - left, height: bottom + 1 - top))
      }
      return rects
    }
  }
}
