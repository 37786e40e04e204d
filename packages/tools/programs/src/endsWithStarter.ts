/**
 * Preloaded into every program that we start. The starter holds the other end of the program's standard input and writes nothing to it.
 * When the starter ends, even by SIGKILL, the system closes that pipe and this module sends the program SIGTERM.
 */
process.stdin.once("close", () => process.kill(process.pid, "SIGTERM"))
// Only an input that is read reports its end. Reading must not keep a finished program alive.
process.stdin.resume()
if ("unref" in process.stdin) process.stdin.unref()
