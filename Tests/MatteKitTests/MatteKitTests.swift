import Testing
@testable import MatteKit
