import Foundation

/// An SVG chart of the measurements: a panel for each comparison, a bar for each contender.
///
/// The length of a bar is the contender's median time, on the panel's own scale; its label is the ratio to the time
/// of the panel's first contender. The chart has its own background and text colors, so it is legible on light and
/// dark pages. Its description contains the numbers, for screen readers.
struct Chart {
    private struct Panel {
        let title: String
        let bars: [(name: String, time: Double, ratio: Double)]
    }

    private var panels: [Panel] = []

    /// Whether no panel has been added.
    var isEmpty: Bool { panels.isEmpty }

    /// Adds a panel; a contender that failed has no bar.
    mutating func add(_ comparison: Comparison, payload: Data, _ measurements: [Measurement]) {
        guard let first = measurements.first else { return }
        let bars = measurements.compactMap { measurement in
            measurement.slowness(beside: first).map { (measurement.name, measurement.nanoseconds.median, $0) }
        }
        guard !bars.isEmpty else { return }
        let title = "\(comparison.title), \(byteCount(payload.count)) of JSON"
        panels.append(Panel(title: title, bars: bars))
    }

    /// The SVG text; `caption` gives the date and the machine.
    func svg(caption: String) -> String {
        var body: [String] = []
        var y = Layout.margin + 16
        body.append(text("Time: shorter is better", x: Layout.margin, y: y, style: "title"))
        let legend = "Median times; × says how many times as long as the first bar of the panel."
        for line in [legend, caption] {
            y += 18
            body.append(text(line, x: Layout.margin, y: y, style: "note"))
        }
        for panel in panels {
            y += 34
            body.append(text(panel.title, x: Layout.margin, y: y, style: "panel"))
            let longest = panel.bars.map(\.time).max() ?? 1
            for (index, bar) in panel.bars.enumerated() {
                y += Layout.barStep
                let width = max(bar.time / longest * Layout.longestBar, 1)
                body.append(text(bar.name, x: Layout.barStart - 8, y: y, style: "name"))
                body.append(
                    """
                    <rect class="\(bar.name.hasPrefix("ModelObjects") ? "ours" : "theirs")" \
                    x="\(pixels(Layout.barStart))" y="\(pixels(y - 11))" width="\(pixels(width))" \
                    height="14" rx="2"/>
                    """)
                let label = index == 0 ? duration(bar.time) : "\(times(bar.ratio)) (\(duration(bar.time)))"
                body.append(text(label, x: Layout.barStart + width + 6, y: y, style: "label"))
            }
        }
        let height = pixels(y + Layout.margin)
        let width = pixels(Layout.width)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title desc">
            <title id="title">Time to read and write, compared with Foundation</title>
            <desc id="desc">\(escaped(description(caption: caption)))</desc>
            <style>\(Self.style)</style>
            <rect class="page" width="100%" height="100%" rx="6"/>
            \(body.joined(separator: "\n"))
            </svg>

            """
    }

    /// The same data as text.
    private func description(caption: String) -> String {
        let sentences = panels.map { panel in
            let bars = panel.bars.enumerated().map { index, bar in
                "\(bar.name) \(duration(bar.time))" + (index == 0 ? "" : ", \(times(bar.ratio)) as long")
            }
            return "\(panel.title): \(bars.joined(separator: "; "))."
        }
        return "\(caption). \(sentences.joined(separator: " "))"
    }

    private enum Layout {
        static let width = 800.0
        static let margin = 18.0
        static let barStart = 270.0
        static let barStep = 19.0
        static let longestBar = 380.0
    }

    private static let style = """
        text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
        .title { font-size: 16px; font-weight: 600 }
        .panel { font-size: 13px; font-weight: 600 }
        .note { fill: #59636e }
        .name { text-anchor: end }
        .page { fill: #ffffff }
        .ours { fill: #d9480f }
        .theirs { fill: #8c959f }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc }
          .note { fill: #9198a1 }
          .page { fill: #0d1117 }
          .ours { fill: #ff8c42 }
          .theirs { fill: #6e7681 }
        }
        """
}

private func text(_ content: String, x: Double, y: Double, style: String) -> String {
    #"<text class="\#(style)" x="\#(pixels(x))" y="\#(pixels(y))">\#(escaped(content))</text>"#
}

private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
}

private func pixels(_ length: Double) -> String {
    String(format: "%.4g", length)
}

/// A ratio with two significant digits.
private func times(_ ratio: Double) -> String {
    String(format: ratio < 9.95 ? "%.1f×" : "%.0f×", ratio)
}
