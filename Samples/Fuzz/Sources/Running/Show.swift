import Foundation

/// Prints a line at once, also into a file: who waits wants to see how far a run is.
func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
