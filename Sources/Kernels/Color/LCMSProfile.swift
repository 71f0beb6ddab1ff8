import CLCMS
import Glibc

/// A profile in memory of Little CMS, with a context of its own, closed with the last reference.
///
/// Not shared between threads: every use creates one, queries and releases it.
final class LCMSProfile {
  private let context: cmsContext
  let handle: cmsHPROFILE

  /// Parses the bytes of an ICC profile; nil if they are invalid.
  init?(bytes: [UInt8]) {
    guard bytes.count >= 128, bytes.count <= Int(UInt32.max), let context = LCMSProfile.makeContext() else {
      return nil
    }
    let handle = bytes.withUnsafeBytes {
      cmsOpenProfileFromMemTHR(context, $0.baseAddress, cmsUInt32Number($0.count))
    }
    guard let handle else {
      cmsDeleteContext(context)
      return nil
    }
    self.context = context
    self.handle = handle
  }

  /// Stores the profile that `make` builds in the profile's context; nil if it builds none.
  init?(make: (cmsContext) -> cmsHPROFILE?) {
    guard let context = LCMSProfile.makeContext() else { return nil }
    guard let handle = make(context) else {
      cmsDeleteContext(context)
      return nil
    }
    self.context = context
    self.handle = handle
  }

  deinit {
    cmsCloseProfile(handle)
    cmsDeleteContext(context)
  }

  /// The profile as a file holds it.
  var bytes: [UInt8]? {
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0, count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let saved = bytes.withUnsafeMutableBytes { cmsSaveProfileToMem(handle, $0.baseAddress, &count) }
    return saved != 0 ? bytes : nil
  }

  /// Writes an English text into a tag.
  func setText(_ text: String, for tag: cmsTagSignature) {
    guard let value = cmsMLUalloc(context, 1) else { return }
    defer { cmsMLUfree(value) }
    if cmsMLUsetASCII(value, "en", "US", text) != 0 { cmsWriteTag(handle, tag, UnsafeRawPointer(value)) }
  }

  /// The English text of the profile's description tag.
  var descriptionText: String? {
    let size = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0)
    guard size > 1 else { return nil }
    var text = [CChar](repeating: 0, count: Int(size))
    guard cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, size) > 0 else { return nil }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    let string = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return string.isEmpty ? nil : string
  }

  private static func makeContext() -> cmsContext? {
    var memory = cmsPluginMemHandler()
    memory.base.Magic = cmsUInt32Number(cmsPluginMagicNumber)
    memory.base.Type = cmsUInt32Number(cmsPluginMemHandlerSig)
    // Damaged profiles may state tables of hundreds of megabytes; those of four inks take some ten.
    memory.MallocPtr = { _, count in count > LCMSProfile.allocationLimit ? nil : malloc(Int(count)) }
    memory.FreePtr = { _, block in free(block) }
    memory.ReallocPtr = { _, block, count in
      count > LCMSProfile.allocationLimit ? nil : realloc(block, Int(count))
    }
    guard let context = cmsCreateContext(&memory, nil) else { return nil }
    // Invalid profiles are reported by results; nothing is printed.
    cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
    return context
  }

  /// The maximum number of bytes that Little CMS may allocate at once.
  private static let allocationLimit = cmsUInt32Number(64 << 20)
}
