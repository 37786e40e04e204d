import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review } from "@cauri/core"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { completed, createPayin, createPayout, keyOf, newWorld, spoilLines, stored, type World } from "../world.ts"
import { it } from "../it.ts"

/** The scopes of the holds that `show` names, in its JSON. */
const stopping = Effect.fnUntraced(function* (world: World, id: string) {
  const { out } = yield* world.console("show", id, "--json")
  const { pauses }: { readonly pauses: ReadonlyArray<{ readonly scope: string }> } = JSON.parse(out)
  return pauses.map(({ scope }) => scope)
})

describe("show", () => {
  it("speaks French where the locale does, with the pause that stops the payment", function* () {
    const world = yield* newWorld({ language: "fr" })
    yield* world.console("pause", "payouts", "--reason", "panne")
    yield* createPayout(world, "salary-1")
    const { out } = yield* world.console("show", "salary-1")
    assert.include(out, "Suspendu\u00A0: aucun appel ne part pour ce paiement tant que dure la suspension de payouts")
    assert.match(out, /montant +7\u00A0000\u00A0F\u00A0CFA/)
    assert.include(out, "Historique, jusqu’à l’événement")
    assert.include((yield* world.console("show", "salary-1", "--language", "en")).out, "History, up to event")
  })

  it("names the holds that stop a payment, since when, by whom and why", function* (world) {
    yield* world.console("pause", "payouts", "--reason", "outage")
    yield* TestClock.adjust("1 minute")
    yield* world.console("pause", "operator/shop/Operator One", "--reason", "balance of 22670000002", "--by", "B")
    yield* world.console("pause", "project/market", "--reason", "another project")
    yield* world.console("pause", "project/shop/payins", "--reason", "another kind")
    yield* createPayout(world, "salary-1", { operator: "Operator One" })
    const { out } = yield* world.console("show", "salary-1")
    assert.deepStrictEqual(out.split("\n").slice(1, 3), [
      'Paused: no call is made for it while payouts is paused, since 1970-01-01 00:00:00Z, by A. Colleague: outage. `cauri console resume payouts --reason "…"` ends it.',
      "Paused: no call is made for it while operator/shop/Operator One is paused, since 1970-01-01 00:01:00Z, by B: balance of 226••••••02. `cauri console resume 'operator/shop/Operator One' --reason \"…\"` ends it.",
    ])
    const json = yield* world.console("show", "salary-1", "--json")
    const by = { by: "A. Colleague", reason: "outage", liftedByCredentials: false }
    assert.deepStrictEqual(JSON.parse(json.out).pauses[0], {
      scope: "payouts",
      since: "1970-01-01T00:00:00.000Z",
      ...by,
    })
    yield* createPayout(world, "salary-2", { amount: 1 })
    assert.deepStrictEqual(yield* stopping(world, "salary-2"), ["payouts"], "it names no operator")
  })

  it("names them only where a call is still to come", function* (world) {
    yield* createPayout(world, "sent")
    yield* createPayout(world, "twin")
    yield* createPayin(world, "order-sent")
    world.service.create = noAnswer("timed_out")
    yield* createPayout(world, "doubtful", { amount: 3 })
    world.service.create = CreationAnswer.cases.accepted.make({ token: CreationToken.make("any"), url: null })
    yield* createPayin(world, "order-otp", { method: { type: "wallet", phone: "22670000001" } })
    assert.strictEqual((yield* stored(world, "payin", "order-otp")).payment.state._tag, "awaiting_otp")
    yield* world.console("pause", "project/shop", "--reason", "outage")
    yield* createPayout(world, "waiting", { amount: 4 })
    yield* createPayin(world, "order-waiting")
    for (const id of ["waiting", "twin", "order-waiting", "order-otp"]) {
      assert.deepStrictEqual(yield* stopping(world, id), ["project/shop"], id)
    }
    for (const id of ["sent", "doubtful", "order-sent"]) assert.deepStrictEqual(yield* stopping(world, id), [], id)
    yield* world.console("cancel", "waiting", "--as-of", "1")
    assert.deepStrictEqual(yield* stopping(world, "waiting"), [], "nothing is to come of what was taken back")
    yield* world.console("resume", "project/shop", "--reason", "it is back")
    assert.deepStrictEqual(yield* stopping(world, "twin"), [])
  })

  it("shows what came instead of an answer to the person who must decide, masked", function* (world) {
    const text = "<h1>Bad gateway</h1> for 22670000002\u001B[2J"
    world.service.create = { ...noAnswer("web_page"), evidence: { status: 502, contentType: "text/html", text } }
    yield* createPayout(world, "salary-1")
    const { out } = yield* world.console("show", "salary-1")
    assert.include(out, "a web page instead of an answer")
    assert.include(out, "call 1: received: HTTP 502, text/html\n<h1>Bad gateway</h1> for 226••••••02")
    assert.notInclude(out, "\u001B")
    const { attempts } = JSON.parse((yield* world.console("show", "salary-1", "--json")).out)
    assert.deepInclude(attempts[0].evidence, { head: "received: HTTP 502, text/html" })
  })

  it("says that the program itself set a hold, and quotes a person whose name could be taken for it", function* (world) {
    const scope = "project/shop"
    const own = { scope, reason: "ip_denied", by: "cauri", since: 0, credentials: null }
    world.cell.current = { ...world.cell.current, pauses: new Map([[scope, [own]]]) }
    yield* world.console("pause", scope, "--reason", "fraud", "--by", "the program itself")
    yield* createPayout(world, "salary-1")
    const { out } = yield* world.console("show", "salary-1")
    assert.include(out, ", by the program: IP address not allowed. `cauri console resume")
    assert.include(out, ", by “the program itself”: fraud. `cauri console resume")
  })

  it("says which lines of a history cannot be read, shows the others, and ends with 1", function* (world) {
    yield* createPayin(world, "order-1")
    world.service.confirm = completed(5_000)
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    spoilLines(world, "payin shop/order-1", 2, 4)
    const { code, err, out } = yield* world.console("show", "order-1")
    assert.strictEqual(code, 1)
    assert.strictEqual(
      err,
      "payin shop/order-1: this program cannot read line 2 (A call to the service began.), line 4 (The service confirmed the payment as completed.). Use one at least as new as the one that wrote it.\n",
    )
    assert.include(out, "payin shop/order-1  Completed\n")
    const lines = out.slice(out.indexOf("History")).split("\n").slice(2, 6)
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/ {2,}/g, " | ").split(" | ").toSpliced(1, 1)),
      [
        ["1", "the merchant", "The merchant asked for the payment. 5,000\u00A0F\u00A0CFA · Order order-1"],
        ["2", "This program cannot read this line. A call to the service began."],
        ["3", "the service", "The service accepted the payment. call 1 · token •••"],
        ["4", "This program cannot read this line. The service confirmed the payment as completed."],
      ],
    )
    const json = yield* world.console("show", "order-1", "--json", "--language", "fr")
    assert.strictEqual(json.code, 1)
    const { history, unreadable } = JSON.parse(json.out)
    assert.strictEqual(history.length, 2)
    const line = { at: "1970-01-01T00:00:00.000Z", title: "Ce programme ne sait pas lire cette ligne." }
    assert.deepStrictEqual(unreadable, [
      { ...line, seq: 2, event: "attempt_started" },
      { ...line, seq: 4, event: "completed" },
    ])
  })

  it("masks a payer's number in a reference although the line that names the payer cannot be read", function* (world) {
    yield* createPayin(world, "order-1", { orderRef: "basket-of-22670000003" })
    world.service.confirm = { ...completed(5_000), payer: "22670000003", externalId: "order-1" }
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    assert.include((yield* world.console("show", "order-1")).out, "basket-of-226••••••03")
    spoilLines(world, "payin shop/order-1", 4)
    assert.include((yield* world.console("show", "order-1")).out, "basket-of-226••••••03")
  })
})
