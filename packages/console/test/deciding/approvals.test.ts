/** What two people do, at the command line: one requests, another approves, and `show` prints what they both see. */
import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { PaymentStore } from "@cauri/core"
import { createPayout, keyOf, newWorld, type World } from "../world.ts"
import { it } from "../it.ts"

const approvals = { payoutsAbove: 5_000, afterRestore: true, approvers: ["awa", "issa"] }

const held = Effect.fnUntraced(function* (options: Parameters<typeof newWorld>[0] = {}) {
  let user: string | null = "a.colleague"
  const world = yield* newWorld({ policy: { approvals }, ownUser: () => user, ...options })
  yield* createPayout(world, "salary-1")
  /** Gives a command as this user of the operating system. */
  const as = (name: string | null, ...args: ReadonlyArray<string>) => {
    user = name
    return world.console(...args)
  }
  return { ...world, as }
})

const stateOf = (world: World) =>
  Effect.map(
    Context.get(world.services, PaymentStore).find(keyOf("payout", "salary-1")),
    (found) => found?.payment.state._tag ?? null,
  )

const digestIn = (text: string): string => /--digest ([0-9a-f]{16})/.exec(text)?.[1] ?? ""
const release = ["release", "salary-1", "--amount", "7000", "--as-of", "2", "--reason", "the salaries of May"]
const approve = (digest: string) =>
  ["approve", "salary-1", "--amount", "7000", "--as-of", "3", "--digest", digest] as const

describe("a payout above the policy's amount", () => {
  it("is requested by `release`, shown with its digest, and sent after `approve`", function* () {
    const world = yield* held()
    const shown = yield* world.console("show", "salary-1")
    assert.include(shown.out, "its amount is so high that two people must release it")
    assert.include(shown.out, "a second person, who approves it")
    const requested = yield* world.console(...release)
    assert.strictEqual(requested.code, 0)
    assert.include(requested.out, "Another person approves it with: cauri console approve shop/salary-1")
    const digest = digestIn(requested.out)
    const open = yield* world.console("show", "salary-1")
    assert.include(open.out, "Waits for a second person")
    assert.include(open.out, digest)
    assert.strictEqual(yield* stateOf(world), "held")
    assert.strictEqual((yield* world.as("awa", ...approve("0123456789abcdef"))).code, 1)
    const own = yield* world.as("A.Colleague", ...approve(digest))
    assert.include(own.err, "another person must approve it")
    const stranger = yield* world.as("stranger", ...approve(digest))
    assert.include(stranger.err, "does not name you")
    assert.strictEqual((yield* world.as("awa", ...approve(digest))).code, 0)
    assert.strictEqual(yield* stateOf(world), "intended")
    assert.include((yield* world.console("show", "salary-1")).out, "approved by awa")
  })

  it("is not let go by one person who types the name of another", function* () {
    const world = yield* held()
    const requested = yield* world.console(...release, "--by", "B. Colleague")
    assert.strictEqual(requested.code, 64)
    assert.include(requested.err, "--by must be left out, or a.colleague: where the policy asks for two people")
    const digest = digestIn((yield* world.console(...release, "--by", "a.colleague")).out)
    assert.strictEqual((yield* world.console(...approve(digest), "--by", "awa")).code, 64)
    const unnamed = yield* world.as(null, ...approve(digest), "--by", "awa")
    assert.strictEqual(unnamed.code, 64)
    assert.include(unnamed.err, "by a user of the operating system who has a name")
    assert.strictEqual(yield* stateOf(world), "held")
  })

  it("prints the request as data, and takes it back", function* () {
    const world = yield* held()
    yield* world.console(...release)
    const data = JSON.parse((yield* world.console("show", "salary-1", "--json")).out)
    assert.deepInclude(data.request, { decision: "release", by: "a.colleague", isVoid: false })
    const [row] = JSON.parse((yield* world.console("list", "--json")).out).payments
    assert.isTrue(row.waitsForSecondPerson)
    assert.strictEqual((yield* world.console("withdraw", "salary-1", "--as-of", "3")).code, 0)
    assert.isNull(JSON.parse((yield* world.console("show", "salary-1", "--json")).out).request)
  })

  it("cannot be requested where the policy names no one, and says so", function* () {
    const world = yield* held({ policy: { approvals: { ...approvals, approvers: [] } } })
    assert.include((yield* world.console("show", "salary-1")).out, "names no second person")
    const refused = yield* world.console(...release)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.err, "names no second person who could approve this")
  })
})
