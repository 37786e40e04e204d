import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { makeAccess } from "../../src/door/access.ts"

const token = "a-token-of-the-tests-0123456789"
const hour = 3_600_000
const access = (reusable = true) => makeAccess({ token: Redacted.make(token), reusable })

const cookieOf = (entered: ReturnType<ReturnType<typeof access>["enter"]>): string => {
  if (entered._tag !== "Entered") throw new Error(`The door answered ${entered._tag}.`)
  return entered.cookie
}

describe("access", () => {
  it("gives every browser a cookie of its own", () => {
    const door = access()
    const [one, other] = [cookieOf(door.enter(token, 0)), cookieOf(door.enter(token, 0))]
    assert.notStrictEqual(one, other)
  })

  it("hears no more than ten wrong tokens in a minute, and not the right one either then", () => {
    const door = access()
    const tries = Array.from({ length: 11 }, () => door.enter("wrong", 5)._tag)
    assert.deepStrictEqual(tries, [...Array.from({ length: 10 }, () => "Wrong" as const), "TooMany"])
    assert.strictEqual(door.enter(token, 59_999)._tag, "TooMany")
    assert.strictEqual(door.enter(token, 60_005)._tag, "Entered")
  })

  it("forgets a browser that leaves, and every browser after twelve hours", () => {
    const door = access()
    const [left, stayed] = [cookieOf(door.enter(token, 0)), cookieOf(door.enter(token, 0))]
    door.leave(left)
    assert.isNull(door.sessionOf(left, 1))
    assert.isNotNull(door.sessionOf(stayed, 12 * hour - 1))
    assert.isNull(door.sessionOf(stayed, 12 * hour))
  })

  it("keeps eight browsers, and gives up the oldest for a ninth", () => {
    const door = access()
    const cookies = Array.from({ length: 9 }, () => cookieOf(door.enter(token, 0)))
    const known = cookies.map((cookie) => door.sessionOf(cookie, 1) !== null)
    assert.deepStrictEqual(known, [false, ...Array.from({ length: 8 }, () => true)])
  })
})
