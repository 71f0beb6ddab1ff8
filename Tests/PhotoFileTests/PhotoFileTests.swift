import Testing
@testable import PhotoFile
