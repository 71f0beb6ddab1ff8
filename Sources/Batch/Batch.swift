// The paths of photos, so that callers need not depend on swift-system themselves.
@_exported import struct SystemPackage.FilePath
