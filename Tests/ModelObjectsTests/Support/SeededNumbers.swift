import Testing

/// Sebastiano Vigna's SplitMix64 (2015), with a seed that failing tests print.
struct SeededNumbers: RandomNumberGenerator, CustomTestStringConvertible {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    var testDescription: String { "seed \(seed)" }
}
