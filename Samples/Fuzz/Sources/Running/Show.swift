import Foundation

/// Prints a line and flushes it, even to a file, so that the progress of a run is visible.
func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
