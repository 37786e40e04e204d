/** The file of people: every mistake by its place, and a bad file later changes nothing. */
import { assert, describe } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { Effect, Logger, Result } from "effect"
import { peopleIn, readPeople } from "../../src/door/people.ts"
import { newPeople } from "./doors.ts"
import { it } from "../it.ts"

const mistakesIn = (file: unknown): string => {
  const read = peopleIn(typeof file === "string" ? file : JSON.stringify(file))
  return Result.isSuccess(read) ? "" : read.failure.message
}

describe("the file of people", () => {
  it("gives each person what they may do", function* () {
    const { people } = yield* newPeople
    const all = yield* people
    assert.deepStrictEqual(all.get("B. Colleague")?.may, ["look"])
    assert.isUndefined(all.get("E. Nobody"))
    assert.isUndefined(all.get("constructor"))
  })

  it("names every mistake by its place, and repeats no value", () => {
    const secret = "canary-7F3K"
    const mistakes = mistakesIn({
      "A. Colleague": { may: ["look", secret] },
      "B. Colleague": { may: ["look"], password: secret },
      "C. Colleague": { password: secret },
      "D. Colleague": secret,
      "E. Colleague": { may: ["look"], role: secret },
      " ": { may: [] },
      cauri: { may: [] },
      "two\nlines": { may: [] },
    })
    for (const told of [
      '"A. Colleague".may.1 must be a list of look, decide, release, reveal, import, approve',
      '"B. Colleague".password must be what `cauri console account` prints',
      '"C. Colleague".may must be a list of',
      '"C. Colleague".password must be',
      '"D. Colleague" must be an object with the key may',
      '"E. Colleague".role is no key here',
      '" " must be a name',
      '"cauri" must be a name',
      '"two\\nlines" must be a name',
    ]) {
      assert.include(mistakes, told)
    }
    assert.notInclude(mistakes, secret)
    for (const file of ["", "{", '{"a":']) assert.include(mistakesIn(file), "CONSOLE_PEOPLE_FILE holds no JSON", file)
    for (const file of ["[]", "null", "1", '"text"']) assert.include(mistakesIn(file), "it must be an object", file)
  })

  it("must be there at the start", function* () {
    const { message } = yield* Effect.flip(readPeople("/nowhere/people.json"))
    assert.match(message, /^CONSOLE_PEOPLE_FILE names a file that cannot be read/)
  })

  it.effect("counts at once when it changes; a bad one changes nothing and is logged once", () => {
    const logged: Array<string> = []
    return Effect.gen(function* () {
      const { file, people, write } = yield* newPeople
      write({ "E. Colleague": { may: ["look"] } })
      assert.deepStrictEqual([...(yield* people).keys()], ["E. Colleague"])
      writeFileSync(file, "{")
      assert.deepStrictEqual([...(yield* people).keys()], ["E. Colleague"])
      yield* people
      assert.lengthOf(logged, 1)
      assert.match(
        logged[0] ?? "",
        /^The file of people was not taken, and who could sign in before still can: CONSOLE_PEOPLE_FILE holds no JSON/,
      )
      write({})
      assert.strictEqual((yield* people).size, 0)
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])))
  })
})
