/// Numbers at the end of names that would otherwise be the same: `value2`, `value3`.
struct NameNumbers {
    /// The last number of each stem: without it, thousands of equal stems would take quadratic time.
    private var last: [String: Int] = [:]

    /// The stem with the lowest number that isn't taken.
    ///
    /// Names that were returned are not checked again.
    mutating func name(_ stem: String, isFree: (String) -> Bool) -> String {
        var number = last[stem] ?? 1
        repeat { number += 1 } while !isFree("\(stem)\(number)")
        last[stem] = number
        return "\(stem)\(number)"
    }
}
