/** `account`: what it prints is what the file of people takes. */
import { assert, describe } from "@effect/vitest"
import { Result } from "effect"
import { isPassword } from "../../src/door/passwords.ts"
import { peopleIn } from "../../src/door/people.ts"
import { newWorld } from "../world.ts"
import { password } from "./doors.ts"
import { it } from "../it.ts"

describe("account", () => {
  it("prints an entry with the password's hash, and never the password", function* () {
    const world = yield* newWorld({ password })
    const { code, err, out } = yield* world.console("account", "A. Colleague", "--may", "look,decide")
    assert.deepStrictEqual([code, err], [0, ""])
    assert.notInclude(out, password)
    const listed = Result.getOrThrow(peopleIn(out)).get("A. Colleague")
    assert.deepStrictEqual(listed?.may, ["look", "decide"])
    assert.match(listed?.password ?? "", /^\$scrypt\$ln=17,r=8,p=1\$/)
    assert.isTrue(yield* isPassword(password, listed?.password ?? ""))
  })

  it("refuses a short password and a permission that there is not", function* () {
    const short = yield* (yield* newWorld({ password: "short" })).console("account", "A. Colleague")
    assert.deepStrictEqual([short.code, short.out], [64, ""])
    assert.include(short.err, "<password> must be 12 to 200 characters long")
    const unknown = yield* (yield* newWorld({ password })).console(
      "account",
      "A. Colleague",
      "--may",
      "look,everything",
    )
    assert.strictEqual(unknown.code, 64)
    assert.include(unknown.err, "--may must be one of look, decide")
  })
})
