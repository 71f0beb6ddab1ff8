// Paths of photos, exported so that callers need not depend on swift-system.
@_exported import struct SystemPackage.FilePath
