import Testing
@testable import FaceMeta
