// Sorting by a text or by a number.
//
// The compiler makes a copy of the standard library's sort, three kilobytes, for each type and each order. Here indices
// are sorted by their elements' texts or numbers, so one copy for texts and one for numbers are enough.

extension Sequence {
    /// The elements in the order of the Unicode scalars of their texts, regardless of canonical equivalence.
    ///
    /// Elements with equal texts keep their order.
    func sorted(byText text: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return elements.orderIfNotSorted(byText: text)?.map { elements[$0] } ?? elements
    }

    /// The places of the elements in the order of `sorted(byText:)`, counted from 0; nil if they already have this order.
    func orderIfNotSorted(byText text: (Element) -> String) -> [Int]? {
        textOrder(map(text))
    }

    /// The elements in the order of their numbers; elements with equal numbers keep their order.
    func sorted(byNumber number: (Element) -> Int) -> [Element] {
        let elements = Array(self)
        return numberOrder(elements.map(number)).map { elements[$0] }
    }
}

extension Array {
    /// The first index from which all elements meet a condition, which none before it meets; `endIndex` if none does.
    ///
    /// - Complexity: O(log *n*).
    func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Sequence<String> {
    /// The texts in the order of their Unicode scalars.
    func sortedByScalars() -> [String] { ordered(Array(self)) }
}

@inline(never)
private func ordered(_ texts: [String]) -> [String] { textOrder(texts)?.map { texts[$0] } ?? texts }

/// The order of the texts' scalars, which UTF-8 keeps; nil if it is that of the array.
@inline(never)
private func textOrder(_ texts: [String]) -> [Int]? {
    if texts.indices.dropFirst().allSatisfy({ texts[$0 - 1].byteOrder(to: texts[$0]) <= 0 }) { return nil }
    var order = texts.indices.map { (start: texts[$0].firstBytes, index: $0) }
    order.sort { left, right in
        if left.start != right.start { return left.start < right.start }
        return texts[left.index].byteOrder(to: texts[right.index]) < 0
    }
    return order.map(\.index)
}

@inline(never)
private func numberOrder(_ numbers: [Int]) -> [Int] {
    var order = Array(numbers.indices)
    order.sort { (numbers[$0], $0) < (numbers[$1], $1) }
    return order
}
