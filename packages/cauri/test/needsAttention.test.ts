/** What waits for a person, and what cannot be read: each kind with a limit of its own. */
import { assert, describe, it } from "@effect/vitest"
import { both } from "@cauri/catalogue"
import Database from "better-sqlite3"
import { onTestFinished } from "vitest"
import { type PayinInput, PaymentsError, type PaymentsOptions } from "../src/index.ts"
import { simulatedPayments } from "../src/simulated.ts"
import { sqlite } from "../src/sqlite.ts"
import { payin, payout, silent } from "./samples.ts"

/** Payments in a database, whose rows can be spoilt as a newer program would write them. */
const open = async (logger: PaymentsOptions<never>["logger"] = silent) => {
  const database = new Database(":memory:")
  const store = sqlite(database)
  const payments = await simulatedPayments({ logger, store, policy: { calls: { creationRate: null } } })
  onTestFinished(async () => {
    await payments.close()
    database.close()
  })
  const spoil = database.prepare<[string]>(
    'UPDATE cauri_payments SET body = \'{"secret":"of a newer program"}\', version = version + 1 WHERE id = ?',
  )
  const named = async () => {
    const { payments: waiting, unreadable } = await payments.review.needsAttention()
    return { waiting: waiting.map(({ id }) => id), unreadable: unreadable.map(({ id }) => id) }
  }
  return { payments, named, spoil: (id: string) => assert.strictEqual(spoil.run(id).changes, 1) }
}

type Payments = Awaited<ReturnType<typeof open>>["payments"]

const lessMoney: Partial<PayinInput> = { method: { type: "direct", mode: "ussd_push", phone: "22660000088" } }
const flagged = async (payments: Payments, id: string) => {
  await payments.payins.create(payin(id, lessMoney))
  await payments.advance("1 minute")
}

/** So many payouts that wait for a release, and the one that they are twins of. */
const twins = async (payments: Payments, count: number) => {
  const ids = Array.from({ length: count }, (_, index) => `held-${String(index).padStart(3, "0")}`)
  for (const id of ["first", ...ids]) await payments.payouts.create(payout(id))
  return ids
}

/** A payout whose creation was answered with an error page. */
const inDoubt = async (payments: Payments, id: string) => {
  const { status } = await payments.payouts.create(payout(id, { phone: "22660000083", amount: 1_000 }))
  assert.strictEqual(status, "in_doubt")
  await payments.advance("1 second")
}

describe("what waits for a person", () => {
  it("is a hundred of each kind and the oldest of them, so that many of one kind hide none of another", async () => {
    const { named, payments } = await open()
    const held = await twins(payments, 101)
    await flagged(payments, "less")
    await inDoubt(payments, "lost")
    assert.deepStrictEqual(await named(), { waiting: ["lost", ...held.slice(0, 100), "less"], unreadable: [] })
  })

  it("names what cannot be read, and tells no more of it than its columns do (S16)", async () => {
    const { payments, spoil } = await open()
    await inDoubt(payments, "lost")
    spoil("lost")
    const { payments: waiting, unreadable } = await payments.review.needsAttention()
    assert.deepStrictEqual(waiting, [])
    assert.deepStrictEqual(unreadable, [
      {
        kind: "payout",
        project: "default",
        id: "lost",
        status: "in_doubt",
        rail: "mobile_money_payout",
        amount: 1_000,
        createdAt: unreadable[0]?.createdAt ?? "",
        advice: both(({ asides }) => asides.unreadable),
      },
    ])
    assert.isBelow(Date.parse(unreadable[0]?.createdAt ?? ""), Date.parse(payments.now()))
    assert.deepStrictEqual(await payments.review.needsAttention({ project: "another" }), {
      payments: [],
      unreadable: [],
    })
  })

  it("reads no row twice for the sake of one that cannot be read: the log names it once", async () => {
    const told: Array<string> = []
    const { named, payments, spoil } = await open(({ level, message }) => {
      if (level === "error") told.push(message)
    })
    const held = await twins(payments, 102)
    for (const id of held.slice(0, 2)) spoil(id)
    assert.deepStrictEqual(await named(), { waiting: held.slice(2), unreadable: held.slice(0, 2) })
    assert.deepStrictEqual(
      told.map((line) => held.filter((id) => line.includes(id))),
      [["held-000"], ["held-001"]],
    )
  })

  it("names once what cannot be read and would wait for two reasons, or is under way (L5)", async () => {
    const { named, payments, spoil } = await open()
    await flagged(payments, "less")
    await payments.payins.create(payin("under-way"))
    for (const id of ["less", "under-way"]) spoil(id)
    assert.deepStrictEqual(await named(), { waiting: [], unreadable: ["less", "under-way"] })
  })

  it("keeps payouts on hold while an unsent one cannot be read, unless a person knows what became of it (O16)", async () => {
    const { payments, spoil } = await open()
    await payments.review.pause("payouts", { by: "A person", reason: "the disk was lost" })
    await payments.payouts.create(payout("unsent"))
    spoil("unsent")
    const refusal = await payments.review.resume("payouts").catch((error: unknown) => error)
    assert.instanceOf(refusal, PaymentsError)
    assert.deepInclude(refusal, {
      code: "decision_refused",
      payment: { kind: "payout", project: "default", id: "unsent" },
    })
    assert.lengthOf(await payments.review.pauses(), 1)
    assert.isTrue(await payments.review.resume("payouts", { ignoreUnreadable: true }))
  })

  it("is shown in full beside a hundred that cannot be read", async () => {
    const { named, payments, spoil } = await open()
    const held = await twins(payments, 101)
    for (const id of held.slice(0, 100)) spoil(id)
    assert.deepStrictEqual(await named(), { waiting: held.slice(100), unreadable: held.slice(0, 100) })
  })
})
