import Foundation

/// A Markdown table that is also aligned as plain text.
struct ResultTable {
    let header: [String]
    private(set) var rows: [[String]] = []

    init(_ header: [String]) {
        self.header = header
    }

    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    var text: String {
        let widths = header.indices.map { column in
            ([header] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { column, width in
            String(repeating: "-", count: column == 0 ? width : width - 1) + (column == 0 ? "" : ":")
        }
        return ([line(header), "| " + rule.joined(separator: " | ") + " |"] + rows.map(line))
            .joined(separator: "\n")
    }
}

extension Comparison {
    /// The table of the measurements.
    func table(_ measurements: [Measurement]) -> ResultTable {
        let showsMemory = measurements.contains { $0.peakMemory != nil }
        let references = baselines.compactMap { name in measurements.first { $0.name == name } }
        var table = ResultTable(
            ["", "median", "min–max"] + references.map { "× \($0.variant)" }
                + (showsMemory ? ["peak memory"] : []))
        for measurement in measurements {
            let times = measurement.nanoseconds
            var cells = [measurement.name, "–", "–"]
            if let least = times.min(), let most = times.max() {
                cells = [measurement.name, duration(times.median), "\(duration(least))–\(duration(most))"]
            }
            cells += references.map { reference in
                measurement.slowness(beside: reference).map(precise) ?? "–"
            }
            if showsMemory {
                cells.append(measurement.peakMemory.map(byteCount) ?? "–")
            }
            table.add(cells)
        }
        return table
    }
}

extension Measurement {
    /// The name in a heading, where "ModelObjects" would only take space: "from bytes".
    fileprivate var variant: String {
        name.replacingOccurrences(of: "ModelObjects, ", with: "")
    }
}

/// A ratio with three significant digits.
func precise(_ ratio: Double) -> String {
    String(format: ratio < 9.995 ? "%.2f×" : ratio < 99.95 ? "%.1f×" : "%.0f×", ratio)
}

/// A time in a suitable unit.
func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.0f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    case ..<1e9: String(format: "%.2f ms", nanoseconds / 1e6)
    default: String(format: "%.2f s", nanoseconds / 1e9)
    }
}

/// A size in a suitable unit, by powers of ten.
func byteCount(_ bytes: Int) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) B"
    case ..<10_000_000: String(format: "%.1f KB", Double(bytes) / 1e3)
    default: String(format: "%.1f MB", Double(bytes) / 1e6)
    }
}
