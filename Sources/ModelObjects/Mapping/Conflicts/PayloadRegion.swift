/// The part of a payload that one value occupies.
enum PayloadRegion {
    case bytes(Range<Int>)
    case below(PayloadLocation)

    func contains(_ location: PayloadLocation) -> Bool {
        switch self {
        case .bytes(let range): location.offset.map { range.contains($0) } ?? false
        case .below(let value): location.offset == value.offset && location.path.starts(with: value.path)
        }
    }
}
