import Foundation
import Testing

@testable import ModelObjects

struct StackSpaceTests {
    @Test func aSmallStackIsLowAndALargeOneIsNot() async {
        #if canImport(Darwin) || os(Linux)
        for (kilobytes, expected) in [(64, true), (1024, false)] {
            let isLow = await withCheckedContinuation { continuation in
                let thread = Thread { continuation.resume(returning: StackSpace.current.isLow) }
                thread.stackSize = kilobytes << 10
                thread.start()
            }
            #expect(isLow == expected)
        }
        #endif
    }
}
