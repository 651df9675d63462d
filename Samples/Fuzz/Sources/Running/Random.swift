/// A small seeded generator: each input has its own, so it can be generated without the inputs before it.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, index: Int) {
        // The odd multipliers differ from the generator's step, so that the sequences of neighbouring inputs do not
        // overlap.
        state = seed &* 0xD134_2543_DE82_EF95 &+ UInt64(index) &* 0x2545_F491_4F6C_DD1D
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns true once in `count` calls, on average.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func maybe<Value>(_ make: (inout Random) -> Value) -> Value? {
        oneIn(2) ? make(&self) : nil
    }

    mutating func many<Value>(_ limit: Int, _ make: (inout Random) -> Value) -> [Value] {
        (0..<below(limit + 1)).map { _ in make(&self) }
    }

    var byte: UInt8 { mutating get { UInt8(truncatingIfNeeded: next()) } }

    /// Any magnitude: small numbers are as likely as large ones.
    var integer: Int { mutating get { Int(truncatingIfNeeded: next()) >> below(64) } }

    /// Random bits.
    var double: Double { mutating get { Double(bitPattern: next()) } }

    var finite: Double {
        mutating get {
            let value = double
            return value.isFinite ? value : -0.0
        }
    }
}
