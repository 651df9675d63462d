extension [Double] {
    var median: Double {
        let ordered = sorted()
        guard let middle = ordered.indices.middle else { return .nan }
        return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
    }
}

extension Range<Int> {
    fileprivate var middle: Int? {
        isEmpty ? nil : lowerBound + count / 2
    }
}

extension Measurement {
    /// How many times as long this one took as the other: the median of the ratios of the two times in each round.
    func slowness(beside other: Measurement) -> Double? {
        guard !nanoseconds.isEmpty, nanoseconds.count == other.nanoseconds.count else { return nil }
        return zip(nanoseconds, other.nanoseconds).map { $0 / $1 }.median
    }
}
