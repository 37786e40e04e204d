/** What the tests of the doors share: a shop with a payout in doubt, and the file of its people. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "@effect/vitest"
import { Effect, Redacted, type Scope } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { proxiesAt } from "@cauri/runtime"
import { hashOf } from "../../src/door/passwords.ts"
import { watchPeople } from "../../src/door/people.ts"
import type { LeftSessions } from "../../src/door/sessions.ts"
import { assets } from "../../src/frame/shell.ts"
import { permissions } from "../../src/frame/Visitor.ts"
import type { Browser } from "../serving/browsing.ts"
import { doubtful, layerWorld, newScript, payout, type Script, type WorldServices } from "../serving/world.ts"

/** A password that no list has. */
export const password = "correct horse battery staple"

/** The least memory that a hash may take: tests need no more. */
const cheapHash = Effect.runSync(Effect.cached(hashOf(password, 14)))

/** The secret under which cookies are sealed. */
export const secrets = [Redacted.make("0123456789-secret-of-the-tests-0123456789")]

/** The people of the shop. */
export const newPeople = Effect.gen(function* () {
  const hash = yield* cheapHash
  const file = join(yield* temporaryFolder, "people.json")
  const write = (people: unknown) => writeFileSync(file, JSON.stringify(people))
  const all = {
    "A. Colleague": { may: permissions, password: hash },
    "B. Colleague": { may: ["look"], password: hash },
    "C. Colleague": { may: [], password: hash },
    "D. Colleague": { may: permissions },
    "E. Colleague": { may: permissions, password: hash },
  }
  write(all)
  return { all, file, hash, write, people: yield* watchPeople(file) }
})

const leftInMemory = (): LeftSessions => {
  const ids = new Set<string>()
  return { has: (id) => Effect.sync(() => ids.has(id)), add: (id) => Effect.sync(() => void ids.add(id)) }
}

/** Where a door of the tests stands. */
export const standing = (
  people: Effect.Success<ReturnType<typeof watchPeople>>,
  origin = "http://127.0.0.1:4600",
  left = leftInMemory(),
) => ({
  origin: new URL(origin),
  people,
  left,
  isProxy: proxiesAt(["192.0.2.0/24", "2001:db8::1"]),
})

/** A shop with a payout in doubt. */
export const inShop = (body: (script: Script) => Effect.Effect<void, unknown, WorldServices | Scope.Scope>) => {
  const script = newScript()
  return Effect.gen(function* () {
    yield* doubtful(script, payout("salary-1", 145_000))
    return yield* body(script)
  }).pipe(Effect.scoped, Effect.provide(layerWorld(script)))
}

/** The page of the payout in doubt. */
export const doubtfulPath = "/payments/payout/shop/salary-1"

/** Every address that only people may ask who are known. */
export const guardedPaths: ReadonlyArray<readonly [method: "GET" | "POST", path: string]> = [
  ...[
    "/",
    "/?list=all",
    "/find?id=salary-1",
    "/day",
    "/statements",
    "/statements/compare",
    "/pauses",
    "/pauses/resume?scope=payouts",
    "/nowhere",
  ].map((path) => ["GET", path] as const),
  ...["", "/reveal", "/completed", "/not_completed", "/send_again"].map(
    (part) => ["GET", doubtfulPath + part] as const,
  ),
  ...["/statements", "/pauses", "/pauses/resume", "/nowhere"].map((path) => ["POST", path] as const),
  ...["/reveal", "/completed", "/send_again", "/recheck"].map((part) => ["POST", doubtfulPath + part] as const),
]

/** Asks for every such address, and is answered so, with nothing of the inside. */
export const refusedEverywhere = Effect.fnUntraced(function* (browser: Browser, status: number, said: string) {
  for (const [method, path] of guardedPaths) {
    const answer = yield* method === "GET" ? browser.get(path) : browser.post(path, {})
    assert.strictEqual(answer.status, status, `${method} ${path}`)
    assert.include(answer.text, said, `${method} ${path}`)
    assert.notMatch(answer.text, inside, `${method} ${path}`)
  }
})

/** What must not be read outside. */
export const inside = /145.?000|5f3a91c2|Baobab/

/** The files of the pages. */
export const files = assets.map(({ path }) => path)
