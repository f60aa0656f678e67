// Prints the digest of random sessions as an ordinary build of Swift plays them; the argument is their number.
import CLibrarySessions
import PlayerCABI

let count = CommandLine.arguments.dropFirst().first.flatMap { Int64($0) } ?? 100
let digits = String(random_sessions(count), radix: 16, uppercase: true)
print(String(repeating: "0", count: 16 - digits.count) + digits)
