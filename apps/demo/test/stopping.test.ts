import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { tellsStopping } from "../src/stopping.ts"

/** A program that can be told things, and what came of it. */
const newProgram = () => {
  const program = new EventEmitter()
  const time = { now: 5_000 }
  const said: Array<string> = []
  tellsStopping(program, {
    say: (text) => said.push(text),
    language: "en",
    hurry: () => said.push("hurried"),
    now: () => time.now,
  })
  return { program, said, time }
}

describe("a command that gets a signal to stop", () => {
  it.each(["SIGINT", "SIGTERM"])(
    "by %s says so before anything else happens, and in which way it ends sooner",
    (signal) => {
      const { program, said } = newProgram()
      assert.deepStrictEqual(said, [])
      program.emit(signal, signal)
      assert.deepStrictEqual(said, ["\nStopping … Ctrl-C again ends everything at once.\n"])
    },
  )

  it("hurries at the second signal, and says no more", () => {
    const { program, said, time } = newProgram()
    program.emit("SIGINT")
    time.now += 301
    program.emit("SIGINT")
    program.emit("SIGTERM")
    assert.deepStrictEqual(said.slice(1), ["hurried", "hurried"])
  })

  it("takes for one what the terminal and a package manager pass on of one Ctrl-C", () => {
    const { program, said, time } = newProgram()
    program.emit("SIGINT")
    time.now += 300
    program.emit("SIGINT")
    assert.strictEqual(said.length, 1)
  })
})
