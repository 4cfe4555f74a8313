import Foundation
import Tern
import TernTesting
import Testing

@testable import TernImages
