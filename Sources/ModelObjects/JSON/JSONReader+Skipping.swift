/// Skips values, and checks them as strictly as when they are read.
///
/// The invariants are those of `JSONReader`.
extension JSONReader {
    /// Skips one value and checks it.
    ///
    /// The recursion is no deeper than the depth limit.
    mutating func skipValue() throws {
        try walk { reader, _ in try reader.skipValue() }
    }

    /// A step from a container to a value in it.
    enum Step {
        case key(JSONString)
        case index(Int)
    }

    /// Calls a function at the value of each member or element of the container under the cursor; skips any other
    /// value.
    ///
    /// - Parameter visit: Skips the value under the cursor, which may have white space before it.
    @inline(__always)
    mutating func walk(_ visit: (inout JSONReader, Step) throws -> Void) throws {
        switch peek() {
        case UInt8(ascii: "{"):
            guard try enterObject() else { return }
            repeat { try visit(&self, .key(try readKey())) } while try hasNextMember()
        case UInt8(ascii: "["):
            guard try enterArray() else { return }
            var index = 0
            repeat {
                try visit(&self, .index(index))
                index += 1
            } while try hasNextElement()
        default:
            try skipScalar()
        }
    }

    /// Skips and checks a value that isn't a container.
    mutating func skipScalar() throws {
        switch peek() {
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
        case UInt8(ascii: "n"): try readNull()
        default: if !skipUsualNumber() { _ = try scanNumber() }
        }
    }

    /// Skips white space to the end of the text: nothing else may follow the root.
    mutating func finish() throws {
        _ = peek()
        if unsafe cursor != end { throw unexpected("the end of the input") }
    }

    /// Counts members and elements down; throws an error if `remaining` is too small.
    mutating func countValues(_ remaining: inout Int, else error: @autoclosure () -> any Error) throws {
        try walk { reader, _ in
            remaining -= 1
            if remaining < 0 { throw error() }
            try reader.countValues(&remaining, else: error())
        }
    }

    /// Checks that the text from the cursor on is JSON, before it is rejected for another reason.
    ///
    /// The cursor doesn't move.
    func validateText() throws {
        var ahead = self
        if let error = notJSON { throw error }
        try ahead.skipValue()
        try ahead.finish()
    }
}
