import Foundation

/// A table that prints each row at once, for measurements that take minutes.
struct RunningTable {
    private let widths: [Int]

    /// Prints the header.
    ///
    /// - Parameter columns: The columns' names and minimum widths.
    init(_ columns: [(name: String, width: Int)]) {
        widths = columns.map { max($0.width, $0.name.count) }
        add(columns.map(\.name))
        let rule = widths.enumerated().map { column, width in
            String(repeating: "-", count: column == 0 ? width : width - 1) + (column == 0 ? "" : ":")
        }
        say("| " + rule.joined(separator: " | ") + " |")
    }

    func add(_ cells: [String]) {
        let padded = cells.enumerated().map { column, cell in
            let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
            return column == 0 ? cell + padding : padding + cell
        }
        say("| " + padded.joined(separator: " | ") + " |")
    }
}

/// Prints a line and flushes it, even if the output is a buffered file or pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
