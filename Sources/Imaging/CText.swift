extension String {
  /// The text that a C function wrote to a buffer, up to its first zero byte.
  package init(cText buffer: some Collection<CChar>) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
