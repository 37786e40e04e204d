/**
 * Loaded into every program that we start, before the program itself. Its standard input is a pipe that nobody writes to and that the
 * system closes when the starter is gone, even one that was killed: then the program is told to stop, as the starter would have told it.
 */
process.stdin.once("close", () => process.kill(process.pid, "SIGTERM"))
// Only an input that is read notices its end. It shall not keep a program that has nothing left to do.
process.stdin.resume()
if ("unref" in process.stdin) process.stdin.unref()
