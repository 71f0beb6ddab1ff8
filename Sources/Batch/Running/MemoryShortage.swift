/// A photo or movie needs more memory than the limit for all in progress together.
package struct MemoryShortage: Error, CustomStringConvertible {
  let input: String
  /// In bytes.
  let needed, available: Int

  package init(input: String, needed: Int, available: Int) {
    (self.input, self.needed, self.available) = (input, needed, available)
  }

  package var description: String {
    "\(input): making its result may take \(needed >> 20) MiB, but there are \(available >> 20) MiB for files in progress; "
      + "allow more memory"
  }
}
